package dev.parley.session.record;

import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Stands before a record that several hosts share and lets nothing through under an older epoch than the newest it knows
 * (ruling D7). Judging and appending are one step, so that a host which has lost its session cannot write into it however
 * late it notices. Any thread; conversations do not wait for each other.
 */
public final class EpochFence {
    /** A gate lasts as long as somebody has a journal behind it: without one there is nobody to keep out. */
    private final Map<String, Kept> gates = new ConcurrentHashMap<>();

    private final ReferenceQueue<Gate> unused = new ReferenceQueue<>();
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

    private static final class Kept extends WeakReference<Gate> {
        private final String conversation;

        Kept(String conversation, Gate gate, ReferenceQueue<Gate> unused) {
            super(gate, unused);
            this.conversation = conversation;
        }
    }

    public EpochFence(Listener listener) {
        this.listener = listener;
    }

    /** From now on nothing older than this epoch is recorded of the conversation; the journal behind the fence. */
    public Journal raise(String conversation, long epoch, Journal journal) {
        Gate gate = gate(conversation);
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

    private Gate gate(String conversation) {
        forgetUnused();
        Gate[] found = new Gate[1];
        gates.compute(conversation, (_, kept) -> {
            Gate present = kept == null ? null : kept.get();
            found[0] = present == null ? new Gate() : present;
            return present == null ? new Kept(conversation, found[0], unused) : kept;
        });
        return found[0];
    }

    private void forgetUnused() {
        for (Reference<? extends Gate> next = unused.poll(); next != null; next = unused.poll()) {
            if (next instanceof Kept kept) {
                gates.remove(kept.conversation, kept);
            }
        }
    }

    /** Of how many conversations the newest epoch is known. */
    public int known() {
        forgetUnused();
        return gates.size();
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
