package dev.parley;

import dev.parley.kernel.event.UserEvents.UserText;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The lines that were typed here and are recorded before their turn, by their events. On the conversation's own thread. */
final class KeptLines {
    private final Set<Long> waiting = new HashSet<>();

    /** Whether these words were typed here, and not spoken. */
    boolean keeps(long eventId, UserText words) {
        return words.heard() == null && waiting.add(eventId);
    }

    /** How many lines that were typed here are among these words, whether they were kept before or not. */
    long typed(UserText words) {
        List<Long> events = words.heard();
        if (events == null) {
            return Math.max(1, orNone(words.lines())) - orNone(words.left());
        }
        return events.stream().filter(waiting::remove).count() + orNone(words.written());
    }

    private static long orNone(@Nullable Long number) {
        return number == null ? 0 : number;
    }
}
