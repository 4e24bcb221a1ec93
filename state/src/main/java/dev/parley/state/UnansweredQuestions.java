package dev.parley.state;

import dev.parley.kernel.event.ConversationEvents.SessionResumed;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.VerdictEvents.Decided;
import dev.parley.kernel.event.VerdictEvents.ToolDecided;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolTerms;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The questions about calls that nobody has answered; also those that ended with their host, which whoever goes on with the
 * conversation asks again, and those that a later host found and could put to nobody (ruling E8).
 *
 * @param open by call, oldest first
 * @param proposed the calls that have no result and may be asked about
 * @param spokenIn the turn of the newest words
 * @param speaker who said the first words of that turn
 */
public record UnansweredQuestions(
        Map<String, Unanswered> open, Map<String, Call> proposed, long spokenIn, String speaker) {
    /** A call as it was proposed. */
    record Call(String tool, Json.Obj arguments) {}

    /**
     * @param by for whom the call is
     * @param turn in which the question was asked
     * @param waitsMs how long an answer is waited for once the question was heard
     * @param untilMs when the question lapses
     * @param isLeft whether an earlier host left it; a later call for the same is the same question
     */
    public record Unanswered(
            String tool, Json.Obj arguments, String by, long turn, long waitsMs, long untilMs, boolean isLeft) {
        private Unanswered heard(long atMs) {
            return new Unanswered(tool, arguments, by, turn, waitsMs, Math.min(untilMs, atMs + waitsMs), isLeft);
        }

        private Unanswered left() {
            return new Unanswered(tool, arguments, by, turn, waitsMs, untilMs, true);
        }

        private boolean isAbout(Call call) {
            return tool.equals(call.tool) && arguments.equals(call.arguments);
        }
    }

    static final Slice<UnansweredQuestions> SLICE = new UnansweredSlice();

    /** Why a turn ends whose host is gone. */
    private static final Set<String> HOST_GONE = Set.of("drained", "authority_loss", Turns.RECORD_LOST);

    private static final Set<String> ENDS = Set.of("reject", "expire", "cancel", "result");
    private static final long MILLIS_PER_SECOND = 1_000;
    private static final long NANOS_PER_MILLI = 1_000_000;
    private static final UnansweredQuestions NONE = new UnansweredQuestions(Map.of(), Map.of(), 0, "");

    private static final class UnansweredSlice implements Slice<UnansweredQuestions> {
        @Override
        public UnansweredQuestions initial() {
            return NONE;
        }

        @Override
        public List<Class<? extends Event>> changedBy() {
            return List.of(ToolDecided.class, ToolSettled.class, UserSpoke.class, SessionResumed.class);
        }

        @Override
        public UnansweredQuestions atRest(UnansweredQuestions before) {
            return new UnansweredQuestions(Map.of(), Map.of(), before.spokenIn, before.speaker);
        }

        @Override
        public UnansweredQuestions apply(UnansweredQuestions before, Recorded event) {
            if (event.type().equals(SessionResumed.class)) {
                return before.left();
            }
            return switch (event.event()) {
                case UserSpoke words -> before.spoken(words, event.turn());
                case ToolDecided verdict when verdict.decided().isAllowed() -> before.decided(verdict, event);
                case ToolSettled result -> before.with(before.open, without(before.proposed, result.callId()));
                default -> before;
            };
        }
    }

    private UnansweredQuestions with(Map<String, Unanswered> nowOpen, Map<String, Call> nowProposed) {
        return new UnansweredQuestions(nowOpen, nowProposed, spokenIn, speaker);
    }

    /** Whoever goes on to other words is not waiting for the question. */
    private UnansweredQuestions spoken(UserSpoke words, long turn) {
        Map<String, Unanswered> still = new LinkedHashMap<>(open);
        still.values().removeIf(question -> question.turn != turn);
        boolean isFirst = turn != 0 && turn != spokenIn;
        return new UnansweredQuestions(
                Collections.unmodifiableMap(still),
                proposed,
                isFirst ? turn : spokenIn,
                isFirst ? words.text().by() : speaker);
    }

    private UnansweredQuestions left() {
        Map<String, Unanswered> all = new LinkedHashMap<>(open);
        all.replaceAll((_, question) -> question.left());
        return with(Collections.unmodifiableMap(all), proposed);
    }

    private UnansweredQuestions decided(ToolDecided verdict, Recorded at) {
        Decided decided = verdict.decided();
        String id = decided.target();
        Json.Obj given = verdict.parameters() == null ? Json.Obj.EMPTY : verdict.parameters();
        return switch (decided.action()) {
            case "call" -> with(open, put(proposed, id, call(given)));
            case "ask" -> asked(id, decided, given, at.turn());
            case "heard" -> {
                Unanswered question = open.get(id);
                yield question == null ? this : with(put(open, id, question.heard(millis(decided.at()))), proposed);
            }
            case "cancel" -> (HOST_GONE.contains(text(given, "reason")) ? this : over(id)).ended(id);
            default -> ENDS.contains(decided.action()) ? over(id).ended(id) : over(id);
        };
    }

    private static Call call(Json.Obj given) {
        Json.Obj arguments = given.get("arguments") instanceof Json.Obj all ? all : Json.Obj.EMPTY;
        return new Call(text(given, "tool"), arguments);
    }

    private static String text(Json.Obj given, String key) {
        String text = given.text(key);
        return text == null ? "" : text;
    }

    private UnansweredQuestions asked(String id, Decided decided, Json.Obj given, long turn) {
        Call call = proposed.get(id);
        if (call == null) {
            return this;
        }
        Unanswered before = same(id);
        String by = turn != 0 && turn == spokenIn ? speaker : before == null ? "" : before.by;
        Json.Obj terms = given.get("terms") instanceof Json.Obj all ? all : Json.Obj.EMPTY;
        BigDecimal waits = terms.number("approval_timeout_ms");
        long waitsMs = waits == null ? 0 : waits.longValue();
        long unheardMs = given.has("words") ? ToolTerms.UNHEARD_MS : 0;
        long untilMs = millis(decided.at()) + waitsMs + unheardMs;
        Unanswered question = new Unanswered(call.tool, call.arguments, by, turn, waitsMs, untilMs, false);
        UnansweredQuestions others = over(id);
        return others.with(put(others.open, id, question), proposed);
    }

    /** The question that an earlier host left and that this call is about, else the one about this call; null for none. */
    private @Nullable Unanswered same(String id) {
        String left = leftFor(id);
        return open.get(left == null ? id : left);
    }

    private @Nullable String leftFor(String id) {
        Call call = proposed.get(id);
        for (Map.Entry<String, Unanswered> each : open.entrySet()) {
            boolean isOther = !each.getKey().equals(id);
            if (call != null
                    && isOther
                    && each.getValue().isLeft
                    && each.getValue().isAbout(call)) {
                return each.getKey();
            }
        }
        return null;
    }

    /** The question about this call is over, and so is the one that it puts again. */
    private UnansweredQuestions over(String id) {
        String left = leftFor(id);
        Map<String, Unanswered> others = without(open, id);
        return with(left == null ? others : without(others, left), proposed);
    }

    private UnansweredQuestions ended(String id) {
        return with(open, without(proposed, id));
    }

    /** The time of a verdict, which is written in seconds and nanoseconds. */
    private static long millis(List<Long> at) {
        return at.size() > 1 ? at.get(0) * MILLIS_PER_SECOND + at.get(1) / NANOS_PER_MILLI : 0;
    }

    private static <V> Map<String, V> put(Map<String, V> map, String key, V value) {
        Map<String, V> all = new LinkedHashMap<>(map);
        all.put(key, value);
        return Collections.unmodifiableMap(all);
    }

    private static <V> Map<String, V> without(Map<String, V> map, String key) {
        if (!map.containsKey(key)) {
            return map;
        }
        Map<String, V> all = new LinkedHashMap<>(map);
        all.remove(key);
        return Collections.unmodifiableMap(all);
    }
}
