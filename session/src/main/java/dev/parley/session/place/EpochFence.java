package dev.parley.session.place;

import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.port.Journal;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Stands before a record that several hosts share and lets nothing through under an older epoch than the newest it knows
 * (ruling D7). Judging and appending are one step, so that a host which has lost its session cannot write into it however
 * late it notices. Any thread; conversations do not wait for each other.
 */
public final class EpochFence {
    private final Map<String, Gate> gates = new ConcurrentHashMap<>();
    private final Listener listener;

    /** Hears what was refused. */
    @FunctionalInterface
    public interface Listener {
        void refused(RuneDraft draft, long newest);
    }

    /** The newest epoch of one conversation; also the lock under which it is compared and written. */
    private static final class Gate {
        private long newest;
    }

    public EpochFence(Listener listener) {
        this.listener = listener;
    }

    /** From now on nothing older than this epoch is recorded of the conversation; the journal behind the fence. */
    public Journal raise(String conversation, long epoch, Journal journal) {
        Gate gate = gates.computeIfAbsent(conversation, _ -> new Gate());
        synchronized (gate) {
            gate.newest = Math.max(gate.newest, epoch);
        }
        return new Journal() {
            @Override
            public Rune append(RuneDraft draft) {
                synchronized (gate) {
                    pass(gate, draft);
                    return journal.append(draft);
                }
            }

            @Override
            public @Nullable Rune offer(RuneDraft draft) {
                synchronized (gate) {
                    pass(gate, draft);
                    return journal.offer(draft);
                }
            }

            @Override
            public boolean isDurable(long eventId) {
                return journal.isDurable(eventId);
            }
        };
    }

    private void pass(Gate gate, RuneDraft draft) {
        long epoch = draft.envelope().leaseEpoch();
        if (epoch < gate.newest) {
            listener.refused(draft, gate.newest);
            throw new Journal.EvidenceUnavailable("epoch " + epoch + " is not the current one, " + gate.newest);
        }
        gate.newest = epoch;
    }
}
