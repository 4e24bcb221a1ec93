package dev.parley.session.people;

import dev.parley.kernel.Level;
import dev.parley.kernel.Violation;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.session.record.UnaccountedEvents;
import java.util.function.Consumer;

/**
 * Reads a book of the house without the runes that were written while the log was closed: they do not count until an operator
 * has adopted them.
 */
final class CountedPages {
    /** Only what the log accounts for is taken from a book of the house. */
    private static final String ACCOUNTED = "people.book.accounted";

    private CountedPages() {}

    /** Reads the book, and reports in one sentence what was left out. */
    static void open(Runelog log, String book, Consumer<Rune> taking) {
        read(log, book, taking);
        UnaccountedEvents left = UnaccountedEvents.of(log, book);
        if (!left.isNone()) {
            log.report(
                    book, left.runs().getFirst().from(), new Violation(ACCOUNTED, Level.REJECT, left.whyNotApplied()));
        }
    }

    static void read(Runelog log, String book, Consumer<Rune> taking) {
        try (RuneReader reader = log.read(book, 0)) {
            reader.forEach(rune -> {
                if (!log.isUnaccounted(book, rune.eventId())) {
                    taking.accept(rune);
                }
            });
        }
    }
}
