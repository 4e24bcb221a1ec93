package dev.parley.runelog;

import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.LogEvents;
import dev.parley.kernel.event.LogEvents.LogGapReported;
import dev.parley.kernel.event.LogEvents.ReaderLagged;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;

/** Runes that a reader is told and that stand in no log. Their event id is the cursor they leave a reader at. */
final class Gaps {
    private Gaps() {}

    /** Events {@code from} to {@code to} cannot be delivered; an empty range tells of a break between two runes. */
    static Rune gap(String conversation, long from, long to, String reason) {
        return told(conversation, Math.max(to, 1), new LogGapReported(from, to, reason));
    }

    static Rune lagging(String conversation, long cursor, long behind) {
        return told(conversation, Math.max(cursor, 1), new ReaderLagged(behind));
    }

    private static Rune told(String conversation, long eventId, LogEvents event) {
        return Rune.of(EventCatalogue.draft(conversation, event), eventId, Hash.ZERO);
    }
}
