package dev.parley.session.tool;

import dev.parley.kernel.event.ConversationEvents.SessionResumed;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.UserEvents.UserText;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.ToolTerms;
import dev.parley.session.event.Reply.ToolRequest;
import dev.parley.session.record.Journal.EvidenceUnavailable;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
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
    private static final Set<String> HOST_GONE = Set.of("drained", "authority_loss", EvidenceUnavailable.REASON);

    private static final long MILLIS_PER_SECOND = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /**
     * The questions that are open at the end of this record, or that ended with their host, oldest first; also those that a
     * later host found and could put to nobody.
     */
    public static List<LeftQuestion> in(List<Rune> recorded) {
        Fold fold = new Fold();
        recorded.forEach(fold::see);
        return fold.open.values().stream()
                .map(asked -> new LeftQuestion(asked.wish, asked.by))
                .toList();
    }

    /** @param waitsMs how long an answer is waited for once the question was heard */
    private record Asked(ToolRequest wish, String by, long waitsMs, long turn) {
        Asked heard(long atMs) {
            return new Asked(wish.until(Math.min(wish.untilMs(), atMs + waitsMs)), by, waitsMs, turn);
        }

        boolean isAbout(ToolRequest other) {
            return wish.tool().equals(other.tool()) && wish.args().equals(other.args());
        }
    }

    private static final class Fold {
        final Map<Long, String> speakers = new HashMap<>();
        final Map<String, ToolRequest> made = new HashMap<>();
        final Map<String, Asked> open = new LinkedHashMap<>();
        /** Those that an earlier host left; a later call that wishes the same is the same question. */
        final Set<String> left = new HashSet<>();

        void see(Rune rune) {
            if (EventCatalogue.is(rune, UserSpoke.class)) {
                if (EventCatalogue.read(rune) instanceof UserSpoke(UserText words)) {
                    speakers.putIfAbsent(rune.turn(), words.by());
                }
                open.values().removeIf(asked -> asked.turn != rune.turn());
            } else if (EventCatalogue.is(rune, SessionResumed.class)) {
                left.addAll(open.keySet());
            } else if (EventCatalogue.is(rune, ToolDecided.class)
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
                        String by = over(call);
                        open.put(call, asked(wish, speakers.getOrDefault(rune.turn(), by), rune, given));
                    }
                }
                case "heard" -> {
                    Asked asked = open.get(call);
                    if (asked != null) {
                        open.put(call, asked.heard(millis(rune.payload().get("at"))));
                    }
                }
                case "cancel" -> {
                    if (!HOST_GONE.contains(String.valueOf(given.text("reason")))) {
                        over(call);
                    }
                }
                default -> over(call);
            }
        }

        /** The question about this call is over, and so is the one that it puts again. Returns for whom that was. */
        private String over(String call) {
            Asked asked = open.remove(call);
            ToolRequest wish = made.get(call);
            for (Asked each : List.copyOf(open.values())) {
                if (wish != null && each.isAbout(wish) && left.remove(each.wish.id())) {
                    open.remove(each.wish.id());
                    return each.by;
                }
            }
            return asked == null ? "" : asked.by;
        }

        private static Asked asked(ToolRequest wish, String by, Rune rune, Json.Obj given) {
            Json.Obj terms = given.get("terms") instanceof Json.Obj all ? all : Json.Obj.EMPTY;
            BigDecimal waits = terms.number("approval_timeout_ms");
            long waitsMs = waits == null ? 0 : waits.longValue();
            long unheardMs = given.has("words") ? ToolTerms.UNHEARD_MS : 0;
            long until = millis(rune.payload().get("at")) + waitsMs + unheardMs;
            return new Asked(wish.until(until), by, waitsMs, rune.turn());
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
