package dev.parley.session.listen;

import dev.parley.session.event.Masked;
import java.util.Comparator;
import java.util.List;

/**
 * Words of one person that are in no turn yet, and when they were said.
 *
 * @param fromMs when they were begun
 * @param cause the rune by which they became known, 0 for none
 * @param heard the transcripts that they are, by their events; empty for words that were written
 */
public record Said(Masked words, String by, long fromMs, long atMs, long cause, List<Long> heard) {
    /** By the time at which they were said; of one millisecond in the order of the record, and last what is not recorded yet. */
    public static final Comparator<Said> IN_ORDER = Comparator.comparingLong(Said::atMs)
            .thenComparingLong(said -> said.cause == 0 ? Long.MAX_VALUE : said.cause);

    public Said {
        heard = List.copyOf(heard);
    }

    public String text() {
        return words.text();
    }

    /** These and those, as words of one moment. */
    static Said together(Said first, Said then) {
        List<Said> both = List.of(first, then);
        return new Said(words(both), speaker(both), from(both), then.atMs(), then.cause(), heard(both));
    }

    /** The transcripts of all of them. */
    public static List<Long> heard(List<Said> said) {
        return said.stream().flatMap(each -> each.heard().stream()).toList();
    }

    /** The words of all of them, with one blank between. */
    public static String joined(List<Said> said) {
        return words(said).text();
    }

    /** The words of all of them, and what was taken out of them. */
    public static Masked words(List<Said> said) {
        return Masked.joined(said.stream().map(Said::words).toList());
    }

    /** When the first of them was begun. */
    public static long from(List<Said> said) {
        return said.stream().mapToLong(Said::fromMs).min().orElse(0);
    }

    /**
     * Who said it; a voice without a name where nothing was said, or where several people spoke: what one of them began
     * and another ended is nobody's wish and nobody's yes (ruling B16).
     */
    public static String speaker(List<Said> said) {
        boolean together = said.stream().map(Said::by).distinct().count() > 1;
        return said.isEmpty() || together ? "" : said.getLast().by();
    }
}
