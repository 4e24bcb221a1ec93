package dev.parley.session.tool;

import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.ToolRoom;
import dev.parley.session.port.Reply.ToolRequest;
import dev.parley.session.turn.Floor;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A question about a call that nobody had answered when its host was lost or left. Whoever goes on with the conversation asks
 * it again (ruling E8).
 *
 * @param wish the call as it was wished for, with the time at which the question lapses
 * @param by for whom the call is
 */
public record LeftQuestion(ToolRequest wish, String by) {
    /** Why a turn ends whose host is gone. */
    private static final Set<String> HOST_GONE = Set.of("drained", "authority_loss", Floor.NO_EVIDENCE);

    private static final long MILLIS_PER_SECOND = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** The questions that are open at the end of this record, or that ended with their host, oldest first. */
    public static List<LeftQuestion> in(List<Rune> recorded) {
        Fold fold = new Fold();
        recorded.forEach(fold::see);
        return fold.open.values().stream()
                .map(asked -> new LeftQuestion(asked.wish, fold.speakers.getOrDefault(asked.turn, "")))
                .toList();
    }

    private record Asked(ToolRequest wish, long turn) {}

    private static final class Fold {
        final Map<Long, String> speakers = new HashMap<>();
        final Map<String, ToolRequest> made = new HashMap<>();
        final Map<String, Asked> open = new LinkedHashMap<>();

        void see(Rune rune) {
            if (rune.kind().equals("user.words")) {
                speakers.putIfAbsent(rune.turn(), String.valueOf(rune.payload().text("by")));
                open.values().removeIf(asked -> asked.turn != rune.turn());
            } else if (rune.kind().equals("session.resumed")) {
                open.clear();
            } else if (ToolRoom.NAME.equals(VerdictRune.room(rune))
                    && "allowed".equals(rune.payload().text("decision"))) {
                decided(rune, String.valueOf(rune.payload().text("target")));
            }
        }

        private void decided(Rune rune, String call) {
            Json.Obj given = rune.payload().get("parameters") instanceof Json.Obj all ? all : Json.Obj.EMPTY;
            switch (String.valueOf(rune.payload().text("action"))) {
                case "call" -> {
                    Json.Obj arguments = given.get("arguments") instanceof Json.Obj all ? all : Json.Obj.EMPTY;
                    made.put(call, new ToolRequest(call, String.valueOf(given.text("tool")), arguments));
                }
                case "ask" -> {
                    ToolRequest wish = made.get(call);
                    if (wish != null) {
                        open.put(call, new Asked(wish.until(expiry(rune.payload(), given)), rune.turn()));
                    }
                }
                case "cancel" -> {
                    if (!HOST_GONE.contains(String.valueOf(given.text("reason")))) {
                        open.remove(call);
                    }
                }
                default -> open.remove(call);
            }
        }

        private static long expiry(Json.Obj verdict, Json.Obj given) {
            Json.Obj terms = given.get("terms") instanceof Json.Obj all ? all : Json.Obj.EMPTY;
            BigDecimal waits = terms.number("approval_timeout_ms");
            return millis(verdict.get("at")) + (waits == null ? 0 : waits.longValue());
        }

        private static long millis(@Nullable Json at) {
            return at instanceof Json.Arr(List<Json> parts)
                            && parts.size() > 1
                            && parts.get(0) instanceof Json.Num(BigDecimal seconds)
                            && parts.get(1) instanceof Json.Num(BigDecimal nanos)
                    ? seconds.longValue() * MILLIS_PER_SECOND + nanos.longValue() / NANOS_PER_MILLI
                    : 0;
        }
    }
}
