package dev.parley.session.place;

import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.port.Journal;
import java.util.Map;
import java.util.TreeMap;

/**
 * Stands before a record that several runtimes share and lets nothing through under an older epoch than the newest it knows
 * (ruling D7). Judging and appending are one step, so that a runtime which has lost its session cannot write into it
 * however late it notices. Any thread.
 */
public final class EpochFence {
    private final Map<String, Long> newest = new TreeMap<>();
    private final Listener listener;

    /** Hears what was refused. */
    @FunctionalInterface
    public interface Listener {
        void refused(RuneDraft draft, long newest);
    }

    public EpochFence(Listener listener) {
        this.listener = listener;
    }

    /** From now on nothing older than this epoch is recorded of the conversation. */
    public synchronized void raise(String conversation, long epoch) {
        newest.merge(conversation, epoch, Math::max);
    }

    /** The journal behind the fence. */
    public Journal around(Journal journal) {
        return new Journal() {
            @Override
            public Rune append(RuneDraft draft) {
                return judged(journal, draft);
            }

            @Override
            public boolean isDurable(long eventId) {
                return journal.isDurable(eventId);
            }
        };
    }

    private synchronized Rune judged(Journal journal, RuneDraft draft) {
        long epoch = draft.envelope().leaseEpoch();
        long current = newest.getOrDefault(draft.conversation(), 0L);
        if (epoch < current) {
            listener.refused(draft, current);
            throw new Journal.EvidenceUnavailable("epoch " + epoch + " is not the current one, " + current);
        }
        newest.put(draft.conversation(), epoch);
        return journal.append(draft);
    }
}
