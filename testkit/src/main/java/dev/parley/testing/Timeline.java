package dev.parley.testing;

import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.event.AgentEvents.AgentReplied;
import dev.parley.kernel.event.AgentEvents.AgentSentenceReleased;
import dev.parley.kernel.event.AgentEvents.AgentStateChanged;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.PlaybackEvents.PlaybackEnded;
import dev.parley.kernel.event.PlaybackEvents.PlaybackStarted;
import dev.parley.kernel.event.ToolEvents.ToolDispatched;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.event.TurnEvents.TurnClosed;
import dev.parley.kernel.event.TurnEvents.TurnCompleted;
import dev.parley.kernel.event.TurnEvents.TurnFailed;
import dev.parley.kernel.event.TurnEvents.TurnInterrupted;
import dev.parley.kernel.event.TurnEvents.TurnStarted;
import dev.parley.kernel.event.UserEvents.UserSpoke;
import dev.parley.kernel.event.VerdictEvents.InvariantViolated;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.sim.result.ScenarioResult;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What happened in a scenario, a line for each fact and each refusal, for somebody whose expectation failed. */
final class Timeline {
    private static final int LONGEST = 140;
    private static final int LINES_MAX = 60;
    private static final Pattern PLACE = Pattern.compile("^([a-z_]+)\\[([0-9]{1,6})]");
    /** Where the parts of a result say when they were, the end before the begin. */
    private static final List<String> MOMENTS =
            List.of("ended_ms", "terminal_ms", "to_ms", "at_ms", "started_ms", "opened_ms", "from_ms", "requested_ms");

    private static final List<Class<? extends Event>> FACTS = List.of(
            UserSpoke.class,
            AgentReplied.class,
            AgentSentenceReleased.class,
            AgentStateChanged.class,
            ToolDispatched.class,
            ToolSettled.class,
            PlaybackStarted.class,
            PlaybackEnded.class,
            TurnStarted.class,
            TurnCompleted.class,
            TurnInterrupted.class,
            TurnFailed.class,
            TurnClosed.class,
            InvariantViolated.class);

    private Timeline() {}

    /** What happened around the first thing that is not as expected; all of it, or its end, if that has no moment. */
    static String around(ScenarioResult result, List<Rune> runes) {
        List<Rune> shown = runes.stream()
                .filter(rune -> FACTS.stream().anyMatch(type -> EventCatalogue.is(rune, type))
                        || isRefusal(rune)
                        || isStep(rune))
                .toList();
        long atMs = moment(result);
        int centre = atMs < 0
                ? shown.size()
                : (int) shown.stream().filter(rune -> atMs(rune) <= atMs).count();
        int from = Math.clamp(centre - LINES_MAX / 2, 0, Math.max(0, shown.size() - LINES_MAX));
        int to = Math.min(shown.size(), from + LINES_MAX);
        String before = from == 0 ? "" : "  ... " + from + " before\n";
        String after = to == shown.size() ? "" : "  ... " + (shown.size() - to) + " more\n";
        return shown.subList(from, to).stream()
                        .map(rune -> (atMs >= 0 && atMs(rune) == atMs ? ">" : " ") + line(rune))
                        .collect(Collectors.joining("\n", "what happened:\n" + before, "\n"))
                + after;
    }

    /** A failure names its place, such as {@code tools[1].status}; what stands there says when it was. */
    private static long moment(ScenarioResult result) {
        Matcher place = PLACE.matcher(result.failures().getFirst());
        if (!place.find() || !(result.json().get(place.group(1)) instanceof Json.Arr list)) {
            return -1;
        }
        int index = Math.min(Integer.parseInt(place.group(2)), list.items().size() - 1);
        return index >= 0 && list.items().get(index) instanceof Json.Obj item
                ? MOMENTS.stream()
                        .map(item::number)
                        .filter(Objects::nonNull)
                        .mapToLong(BigDecimal::longValue)
                        .findFirst()
                        .orElse(-1)
                : -1;
    }

    private static long atMs(Rune rune) {
        return rune.envelope().monotonicNanos() / 1_000_000;
    }

    private static boolean isRefusal(Rune rune) {
        return VerdictRune.room(rune) != null
                && !"allowed".equals(rune.payload().text("decision"));
    }

    private static boolean isStep(Rune rune) {
        return "tool".equals(VerdictRune.room(rune));
    }

    private static String line(Rune rune) {
        Json.Obj shown = VerdictRune.room(rune) == null ? rune.payload() : verdict(rune.payload());
        String text = String.format("%8d ms  %-26s %s", atMs(rune), rune.kind(), shown.canonical());
        return text.length() > LONGEST ? text.substring(0, LONGEST - 3) + "..." : text;
    }

    private static Json.Obj verdict(Json.Obj payload) {
        Json.Obj shown = Json.Obj.EMPTY;
        for (String key : List.of("action", "target", "actor", "decision", "reason")) {
            String value = payload.text(key);
            shown = value == null ? shown : shown.with(key, value);
        }
        return shown;
    }
}
