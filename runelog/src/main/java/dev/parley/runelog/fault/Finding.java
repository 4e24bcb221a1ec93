package dev.parley.runelog.fault;

/**
 * Something recovery or verification met and reports.
 *
 * @param kind what it is
 * @param conversation the conversation concerned, or empty where the place does not tell
 * @param eventId the first event id that is concerned, or 0
 * @param file the journal file
 * @param offset the place in that file
 * @param message one sentence for people
 */
public record Finding(Kind kind, String conversation, long eventId, long file, long offset, String message) {
    /** The kinds of findings. Only a torn tail is repaired by itself. */
    public enum Kind {
        /** Bytes of an unfinished write at the very end were cut off. */
        TORN_TAIL,
        /** A region of the journal cannot be read. */
        DAMAGED_REGION,
        /** A conversation is halted from an event id on. */
        QUARANTINED,
        /** An index file was missing or wrong and was rebuilt from the journal. */
        INDEX_REBUILT,
        /** A signed head tells of runes that are not there, or of other ones. */
        HEAD_MISMATCH
    }
}
