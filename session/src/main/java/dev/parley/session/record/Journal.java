package dev.parley.session.record;

import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.state.Turns;
import org.jspecify.annotations.Nullable;

/** Where a conversation is recorded. */
public interface Journal {
    /**
     * Appends in memory, in order; the state may move once this returns (ruling X9).
     *
     * @throws EvidenceUnavailable when nothing can be recorded any more (ruling D3)
     */
    Rune append(RuneDraft draft);

    /**
     * Appends something that may be lost, without waiting, while the record keeps up.
     *
     * @return the rune, or null where it was not taken
     * @throws EvidenceUnavailable when nothing can be recorded any more
     */
    default @Nullable Rune offer(RuneDraft draft) {
        return append(draft);
    }

    /**
     * Whether everything up to this event, which was appended here, is on disk. Where it is not yet, the journal answers
     * later with {@link dev.parley.session.event.SessionEvent.RecordKept} or {@code RecordLost}, through the door by which
     * all events reach the loop. It never waits.
     *
     * @throws EvidenceUnavailable when it never will be
     */
    boolean isDurable(long eventId);

    /** The record cannot be written. The loop stops output and never tries to go on without it. */
    final class EvidenceUnavailable extends RuntimeException {
        /** The reason that a turn and a conversation end with. */
        public static final String REASON = Turns.RECORD_LOST;

        public EvidenceUnavailable(String message) {
            super(message);
        }
    }
}
