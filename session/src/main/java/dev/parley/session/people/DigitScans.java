package dev.parley.session.people;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Scans of words that are about to enter a conversation, made on other threads. Whoever takes one takes it away: the digits of a
 * PIN stay in memory no longer than the words that had them.
 */
final class DigitScans {
    private static final int KEPT_MAX = 64;

    private final Map<String, DigitScan> kept = new LinkedHashMap<>();

    synchronized void keep(DigitScan scan) {
        kept.put(scan.text(), scan);
        if (kept.size() > KEPT_MAX) {
            kept.remove(kept.keySet().iterator().next());
        }
    }

    /** The scan of this text; it is made now where nobody has made it. */
    DigitScan take(String text) {
        DigitScan made = remove(text);
        return made == null ? DigitScan.of(text) : made;
    }

    private synchronized @Nullable DigitScan remove(String text) {
        return kept.remove(text);
    }
}
