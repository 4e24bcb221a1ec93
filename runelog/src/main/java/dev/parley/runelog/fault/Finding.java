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
    /** Whether the record is as it should be in spite of this. */
    public boolean isHarmless() {
        return kind == Kind.TORN_TAIL || kind == Kind.MISSING_END || kind == Kind.READMITTED;
    }

    /** The kinds of findings. Only a torn tail, a missing end and an index are repaired by themselves. */
    public enum Kind {
        /** Bytes of an unfinished write at the very end were cut off. */
        TORN_TAIL,
        /** The last file has no end mark: its end was cut off, or its last write was not finished. */
        MISSING_END,
        /** A region of the journal cannot be read. */
        DAMAGED_REGION,
        /** One of the two copies of a journal file's header, or of a table beside it, is damaged; the other one is used. */
        DAMAGED_COPY,
        /** A finished journal file is shorter than its index says. */
        CUT_FILE,
        /** A conversation is halted from an event id on. */
        QUARANTINED,
        /** An index file was missing or wrong and was rebuilt from the journal. */
        INDEX_REBUILT,
        /** A signed head tells of runes that are not there, or of other ones. */
        HEAD_MISMATCH,
        /** A signed list of heads cannot be read, so that what it told is not known. */
        UNREADABLE_HEADS,
        /** The key that signs heads is missing or is another one than was pinned, or all its lists are gone. */
        SIGNING_KEY,
        /** Lists of heads that were signed later than those that are here are missing. */
        MISSING_LIST,
        /** A conversation begins after an event, and no signed entry says that it does. */
        UNSIGNED_BASE,
        /** Events were given up, and no signed entry says that they were. */
        UNSIGNED_GAP,
        /** The snapshot that a conversation begins after is missing or is not the signed one. */
        BASE_SNAPSHOT,
        /** Runes stand behind the last signed head, though the log was closed cleanly. */
        UNACCOUNTED,
        /** The frames of a journal file stand in another order than was signed. */
        FRAME_ORDER,
        /** A head that was kept elsewhere cannot be compared with this log. */
        INCOMPARABLE,
        /** Events that an operator gave up, so that their conversation could go on. */
        READMITTED,
        /** An event of a house book rests on no verdict that says the same, and is not applied. */
        UNFOUNDED
    }
}
