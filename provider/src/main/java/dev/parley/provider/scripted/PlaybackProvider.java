package dev.parley.provider.scripted;

import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.port.Timers;
import dev.parley.provider.InvocationRecord;
import dev.parley.provider.Outcome;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderIngress;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderProfile;
import dev.parley.provider.ProviderRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gives recorded calls again: the same events at the same times, found by the id of the invocation. */
public final class PlaybackProvider implements Provider {
    private final ProviderProfile profile;
    private final Map<String, InvocationRecord> records = new LinkedHashMap<>();
    private final TimeSource time;
    private final Timers timers;

    public PlaybackProvider(ProviderProfile profile, List<InvocationRecord> records, TimeSource time, Timers timers) {
        this.profile = profile;
        this.time = time;
        this.timers = timers;
        records.forEach(record -> this.records.put(record.invocation().id(), record));
    }

    @Override
    public ProviderProfile profile() {
        return profile;
    }

    @Override
    public ProviderCall start(
            ProviderInvocation invocation, ProviderRequest request, ProviderIngress ingress, CancelToken token) {
        InvocationRecord record = request.modality() == profile.modality() ? records.get(invocation.id()) : null;
        Script script = record == null
                ? Script.failing(Outcome.error(false, "nothing was recorded for " + invocation.id()), 0)
                : script(record);
        ScriptedCall call = new ScriptedCall(invocation, script, ingress, time, timers);
        token.onCancel(call::cancel);
        call.begin();
        return call;
    }

    private static Script script(InvocationRecord record) {
        List<Script.Line> lines = new ArrayList<>();
        long endMs = 0;
        for (InvocationRecord.Timed timed : record.events()) {
            ProviderEvent event = timed.event();
            endMs = timed.afterMs();
            if (!(event instanceof ProviderEvent.Started) && !(event instanceof ProviderEvent.Ended)) {
                lines.add(new Script.Line(timed.afterMs(), call -> event));
            }
        }
        Outcome outcome = record.outcome().orElse(Outcome.error(false, "the record of the call has no end"));
        return Script.of(lines, endMs).ending(outcome);
    }
}
