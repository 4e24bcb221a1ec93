package dev.parley.speech.sphinx;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.LocalCall;
import dev.parley.provider.Modality;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;

/** {@code stt: default}: understands the phrases of its recogniser, and says so when it heard none of them. */
public final class SphinxProvider implements Provider {
    private static final ProviderProfile PROFILE = new ProviderProfile(
            "sphinx",
            Modality.STT,
            true,
            true,
            500,
            new ProviderProfile.Timeouts(60_000, 20_000),
            new ProviderProfile.Limits(1_000, 64, 1 << 20));

    private final Recogniser recogniser;

    public SphinxProvider(Recogniser recogniser) {
        this.recogniser = recogniser;
    }

    @Override
    public ProviderProfile profile() {
        return PROFILE;
    }

    @Override
    public ProviderCall start(
            ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
        return LocalCall.open(
                PROFILE,
                invocation,
                request,
                ingress,
                token,
                (call, wanted, events) ->
                        new SphinxCall(call, (ProviderRequest.Transcribe) wanted, events, recogniser));
    }
}
