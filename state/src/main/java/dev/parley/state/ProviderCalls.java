package dev.parley.state;

import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.PipelineEvents.ProviderAttempt;
import dev.parley.kernel.event.PipelineEvents.ProviderCallEnded;
import dev.parley.kernel.event.PipelineEvents.ProviderCalled;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The provider calls of one runtime, by their numbers. The next runtime numbers its calls anew. A record that is read from a
 * snapshot on does not show the calls from before it, of which those of a voice detector are still open.
 *
 * @param open the turns that the open calls were made in, 0 for none
 * @param first the lowest number that is known, 0 where there is none yet
 * @param last the highest one
 * @param unseen calls that ended and were not seen to begin
 */
public record ProviderCalls(Map<Long, Long> open, long first, long last, Set<Long> unseen) {
    /** So many calls are known, however many a record leaves open. */
    static final int KNOWN_MAX = 1_024;

    private static final ProviderCalls NONE = new ProviderCalls(Map.of(), 0, 0, Set.of());

    static final Slice<ProviderCalls> SLICE = new Slice<>() {
        @Override
        public ProviderCalls initial() {
            return NONE;
        }

        @Override
        public List<Class<? extends Event>> changedBy() {
            return List.of(ProviderCalled.class, ProviderCallEnded.class);
        }

        @Override
        public ProviderCalls apply(ProviderCalls before, Recorded event) {
            return switch (event.event()) {
                case ProviderCalled(ProviderAttempt attempt) -> before.called(attempt.call(), event.turn());
                case ProviderCallEnded ended -> before.ended(ended.attempt().call());
                default -> before;
            };
        }

        @Override
        public ProviderCalls takenOver(ProviderCalls before, long lastTurn) {
            return NONE;
        }
    };

    public boolean isOpen(long call) {
        return open.containsKey(call);
    }

    /** The turn that this call was made in, 0 for none. */
    public long turn(long call) {
        return open.getOrDefault(call, 0L);
    }

    /** Whether this call may have been made before all that is known, and has not ended since. */
    boolean mayBeFromBefore(long call) {
        return (first == 0 || call < first) && !unseen.contains(call);
    }

    private ProviderCalls called(long call, long turn) {
        Map<Long, Long> all = new LinkedHashMap<>(open);
        all.put(call, turn);
        if (all.size() > KNOWN_MAX) {
            all.remove(all.keySet().iterator().next());
        }
        long newFirst = first == 0 ? call : Math.min(first, call);
        return new ProviderCalls(all, newFirst, Math.max(last, call), unseen);
    }

    private ProviderCalls ended(long call) {
        Map<Long, Long> others = new LinkedHashMap<>(open);
        Set<Long> before = unseen;
        if (others.remove(call) == null && mayBeFromBefore(call) && unseen.size() < KNOWN_MAX) {
            before = new LinkedHashSet<>(unseen);
            before.add(call);
        }
        return new ProviderCalls(others, first, last, before);
    }
}
