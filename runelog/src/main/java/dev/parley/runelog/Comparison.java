package dev.parley.runelog;

/**
 * How a conversation stands to a head that was kept elsewhere.
 *
 * @param at the event up to which it was compacted, for {@link How#COMPACTED}, else the event of the kept head
 */
public record Comparison(String conversation, How how, long at) {
    /** What a comparison can come to. */
    public enum How {
        /** It stands where the kept head says. */
        SAME,
        /** The kept head is in its chain, and it went on. */
        EXTENDED,
        /** It was compacted beyond the kept head, and a signed entry says so. */
        COMPACTED,
        /** The kept lists do not name it, and they name all that were there. */
        NEW,
        /** The event of the kept head is not there. */
        MISSING,
        /** The rune of that event is another one. */
        DIFFERS,
        /** Nothing shows whether the kept head was in its chain. */
        INCOMPARABLE
    }

    /** Whether the conversation holds against the kept head. */
    public boolean holds() {
        return switch (how) {
            case SAME, EXTENDED, COMPACTED, NEW -> true;
            case MISSING, DIFFERS, INCOMPARABLE -> false;
        };
    }
}
