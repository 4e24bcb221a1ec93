package dev.parley.provider.scripted;

import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.port.Timers;
import dev.parley.provider.Outcome;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import java.util.function.Function;

/** A provider that answers each request with the script that its book names for it. */
public final class ScriptedProvider implements Provider {
    private final ProviderProfile profile;
    private final Function<ProviderRequest, Script> book;
    private final TimeSource time;
    private final Timers timers;

    public ScriptedProvider(
            ProviderProfile profile, Function<ProviderRequest, Script> book, TimeSource time, Timers timers) {
        this.profile = profile;
        this.book = book;
        this.time = time;
        this.timers = timers;
    }

    @Override
    public ProviderProfile profile() {
        return profile;
    }

    @Override
    public ProviderCall start(
            ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
        Script script = request.modality() == profile.modality()
                ? book.apply(request)
                : Script.failing(
                        Outcome.error(
                                false,
                                profile.name() + " does no "
                                        + request.modality().spelled()),
                        0);
        ScriptedCall call = new ScriptedCall(invocation, script, ingress, time, timers);
        token.onCancel(call::cancel);
        call.begin();
        return call;
    }
}
