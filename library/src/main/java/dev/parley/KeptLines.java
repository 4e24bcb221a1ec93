package dev.parley;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The lines that were typed here and are recorded before their turn, by their events. On the conversation's own thread. */
final class KeptLines {
    private final Set<Long> waiting = new HashSet<>();

    /** Whether these words were typed here, and not spoken. */
    boolean keeps(Rune added) {
        return added.payload().get("heard") == null && waiting.add(added.eventId());
    }

    /** How many lines that were typed here are among these words, whether they were kept before or not. */
    long typed(Rune words) {
        if (!(words.payload().get("heard") instanceof Json.Arr(List<Json> events))) {
            return Math.max(1, Conversation.number(words, "lines")) - Conversation.number(words, "left");
        }
        long kept = events.stream()
                .filter(event -> event instanceof Json.Num(BigDecimal id) && waiting.remove(id.longValue()))
                .count();
        return kept + Conversation.number(words, "written");
    }
}
