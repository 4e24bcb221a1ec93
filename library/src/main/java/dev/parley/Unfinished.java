package dev.parley;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The conversations of a record that somebody may go on with. */
final class Unfinished {
    private static final int TAIL = 16;

    private Unfinished() {}

    /** Those that have not ended and are not under way, with what their first event says. */
    static Map<String, Json.Obj> in(Runelog log, Set<String> underWay) {
        Map<String, Json.Obj> all = new LinkedHashMap<>();
        for (String id : log.conversations()) {
            if (underWay.contains(id) || log.head(id).haltedAt() > 0) {
                continue;
            }
            Rune first = first(log, id);
            if (first != null && first.kind().equals("session.created") && !hasEnded(log, id)) {
                all.put(id, first.payload());
            }
        }
        return all;
    }

    private static @Nullable Rune first(Runelog log, String id) {
        try (RuneReader reader = log.read(id, 0)) {
            return reader.poll();
        }
    }

    /** Looks at the end only: what ends a conversation is among its last events. */
    private static boolean hasEnded(Runelog log, String id) {
        try (RuneReader reader = log.read(id, Math.max(0, log.head(id).durable() - TAIL))) {
            return reader.toList().stream()
                    .anyMatch(rune -> "ended".equals(rune.payload().text("signal")));
        }
    }
}
