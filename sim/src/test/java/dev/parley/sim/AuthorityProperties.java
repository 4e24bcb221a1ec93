package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.SessionEvent;
import dev.parley.sim.script.Scenario;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What no model can talk its way around (rulings B17, B18, E11): a high-risk command runs only after a yes of its own, by a
 * confirmed adult, to a question that the runtime worded and that was heard to its end, and with the arguments that were
 * shown. Reads the log and nothing else.
 */
final class AuthorityProperties {
    /** How a question ends: for who may answer it, and for who has to ask somebody else. */
    private static final String ASKS = "Please say yes or no\\.|That needs the yes of a grown-up\\. Please ask one\\.";

    private static final String COMMAND = "opengarage";
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Set<Long> answeredElsewhere;
    private final boolean aloud;
    private final Map<String, Call> calls = new LinkedHashMap<>();
    private final Map<Long, String> questions = new HashMap<>();
    private final Set<Long> heard = new HashSet<>();
    private long dispatched;

    private static final class Call {
        String tool = "";
        Json.Obj arguments = Json.Obj.EMPTY;
        boolean asked;
        boolean ran;

        @Nullable
        String yesTo;
    }

    private AuthorityProperties(Scenario scenario) {
        this.aloud = scenario.settings().agency().asksAloud();
        this.answeredElsewhere = scenario.steps().stream()
                .filter(step -> step.event() instanceof SessionEvent.ApprovalAnswered
                        || step.event() instanceof SessionEvent.CommandAnswered)
                .map(Scenario.Step::atMs)
                .collect(Collectors.toSet());
    }

    /** Returns how many high-risk commands ran. */
    static long hold(Scenario scenario, List<Rune> runes) {
        AuthorityProperties properties = new AuthorityProperties(scenario);
        runes.forEach(properties::check);
        return properties.dispatched;
    }

    private void check(Rune rune) {
        switch (rune.kind()) {
            case "verdict.tool" -> {
                if ("allowed".equals(rune.payload().text("decision"))) {
                    decided(rune, calls.computeIfAbsent(text(rune.payload(), "target"), _ -> new Call()));
                }
            }
            case "agent.reply" -> {
                if (rune.payload().text("about") != null) {
                    said(rune);
                }
            }
            case "playback.ended" -> {
                if (!Boolean.TRUE.equals(rune.payload().flag("interrupted"))) {
                    heard.add(number(rune));
                }
            }
            default -> {
                // Nothing else gives authority.
            }
        }
    }

    private void decided(Rune rune, Call call) {
        Json.Obj parameters = rune.payload().get("parameters") instanceof Json.Obj given ? given : Json.Obj.EMPTY;
        switch (text(rune.payload(), "action")) {
            case "call" -> {
                call.tool = text(parameters, "tool");
                call.arguments = parameters.get("arguments") instanceof Json.Obj given ? given : Json.Obj.EMPTY;
            }
            case "ask" -> call.asked = true;
            case "approve" -> approved(rune, call, parameters);
            case "dispatch" -> ran(rune, call, parameters);
            default -> {
                // The other steps release nothing.
            }
        }
    }

    private void approved(Rune rune, Call call, Json.Obj parameters) {
        assertTrue(call.asked, () -> "a yes to what nobody asked: " + rune);
        assertEquals("ana", rune.payload().text("actor"), "only an adult of the house says yes");
        call.yesTo = text(parameters, "arguments_sha256");
        long atMs = rune.envelope().monotonicNanos() / NANOS_PER_MILLI;
        if (aloud && !answeredElsewhere.contains(atMs)) {
            long question = number(parameters);
            assertEquals(rune.payload().text("target"), questions.get(question), () -> "to no question: " + rune);
            assertTrue(heard.contains(question), () -> "a yes before the question was heard: " + rune);
        }
    }

    private void ran(Rune rune, Call call, Json.Obj parameters) {
        assertFalse(call.ran, () -> "it ran twice: " + rune);
        call.ran = true;
        if (fold(call.tool).equals(COMMAND)) {
            dispatched++;
            assertEquals(call.yesTo, text(parameters, "arguments_sha256"), () -> "without a yes of its own: " + rune);
        }
    }

    /** What is said about a call is worded by the runtime, and a question shows every argument. */
    private void said(Rune rune) {
        String words = text(rune.payload(), "pii_text");
        for (String lie : HostileModel.LIES) {
            assertFalse(words.contains(lie.strip()), () -> "the model words a question: " + rune);
        }
        Call call = calls.get(text(rune.payload(), "about"));
        boolean asks = words.matches("(Shall|May) I .*\\? (" + ASKS + ")");
        if (call == null || !(asks || words.endsWith("Please say yes or no."))) {
            return;
        }
        assertTrue(asks, words);
        call.arguments.fields().values().forEach(value -> {
            String shown = value instanceof Json.Str(String plain) ? plain : value.canonical();
            assertTrue(words.contains(shown), () -> "an argument that is not shown: " + words + " " + value);
        });
        String before = questions.put(number(rune), text(rune.payload(), "about"));
        assertEquals(null, before, "one reply asks about one call");
    }

    private static String fold(String tool) {
        String plain = tool.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.:/]", "");
        return plain.replaceFirst("^.*[.:/]", "");
    }

    private static String text(Json.Obj payload, String key) {
        String found = payload.text(key);
        return found == null ? "" : found;
    }

    private static long number(Rune rune) {
        return number(rune.payload());
    }

    private static long number(Json.Obj payload) {
        BigDecimal found = payload.number("reply");
        return found == null ? 0 : found.longValue();
    }
}
