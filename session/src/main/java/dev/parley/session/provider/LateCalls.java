package dev.parley.session.provider;

import dev.parley.kernel.event.PipelineEvents.ProviderAnsweredLate;
import dev.parley.provider.ProviderInvocation;
import dev.parley.session.record.Recorder;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Calls that are over. What still comes under the id of one is late: it is recorded as such, and dropped (ruling D2). */
final class LateCalls {
    private static final int KEPT = 64;

    private final Recorder recorder;
    private final Map<String, Long> closed = new LinkedHashMap<>();
    private final Set<String> late = new LinkedHashSet<>();

    LateCalls(Recorder recorder) {
        this.recorder = recorder;
    }

    /** What comes late still names its cause. */
    void over(String callId, long cause) {
        closed.put(callId, cause);
        if (closed.size() > KEPT) {
            closed.remove(closed.keySet().iterator().next());
        }
    }

    /** Said once of every call, however much it goes on to give. */
    void came(ProviderInvocation call) {
        if (late.add(call.id())) {
            if (late.size() > KEPT) {
                late.remove(late.iterator().next());
            }
            recorder.because(closed.getOrDefault(call.id(), 0L));
            recorder.offer(new ProviderAnsweredLate(ProviderDesk.attempt(call)), 0);
        }
    }
}
