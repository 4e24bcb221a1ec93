package dev.parley.app.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One field of a real export, changed by somebody who knows which fields nobody else repeats. */
class HeldToItsWordTest {
    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it before anything runs
    private Path folder;

    private List<Json.Obj> held(String scenario) {
        Path root = Path.of(System.getProperty("parley.root", ".."));
        String data = folder.toString();
        String file = root.resolve("scenarios").resolve(scenario + ".yaml").toString();
        Exports.run("", "scenario", "run", file, "--record", data);
        List<Json.Obj> lines = Exports.run("", "log", "export", "--data", data)
                .lines()
                .map(Exports::parsed)
                .toList();
        assertNull(Exports.replayed(lines).fault(), scenario);
        return lines;
    }

    /** The event at which the first such line is found out, once its payload was changed. */
    private static void isFound(
            List<Json.Obj> lines, Predicate<Json.Obj> meant, UnaryOperator<Json.Obj> change, int later) {
        for (int i = 0; i < lines.size(); i++) {
            Json.Obj line = lines.get(i);
            if (meant.test(line)) {
                List<Json.Obj> edited = new ArrayList<>(lines);
                edited.set(i, line.with("payload", change.apply(Exports.payload(line))));
                assertEquals(
                        Exports.number(line, "event_id") + later,
                        Exports.replayed(edited).at(),
                        line::text);
                return;
            }
        }
        throw new AssertionError("there is no such line");
    }

    private static Predicate<Json.Obj> kind(String kind) {
        return line -> Exports.text(line, "kind").equals(kind);
    }

    private static Json.Obj without(Json.Obj payload, String key) {
        Json.Obj parameters = payload.get("parameters") instanceof Json.Obj found ? found : Json.Obj.EMPTY;
        Map<String, Json> kept = new LinkedHashMap<>(parameters.fields());
        kept.remove(key);
        return payload.with("parameters", new Json.Obj(kept));
    }

    @Test
    void aYesToAnotherCommandConfirmsNothing() {
        isFound(held("command-confirmed"), kind("user.answered"), payload -> payload.with("command", "close_door"), 1);
    }

    @Test
    void aYesToAnotherQuestionOfTheHouseGrantsNothing() {
        List<Json.Obj> lines = held("authority-a-nameless-voice-is-nobody");
        isFound(lines, kind("user.answered"), payload -> payload.with("machine", "delegation"), 1);
        isFound(lines, kind("user.answered"), payload -> payload.with("target", "ana"), 1);
    }

    @Test
    void aCaptionSaysWhatIsHeard() {
        isFound(
                held("agents-interrupt-under-an-override"),
                kind("caption"),
                payload -> payload.with("pii_text", "Nothing was said."),
                0);
    }

    @Test
    void noSentenceIsEmpty() {
        isFound(
                held("stream-sentence-by-sentence"),
                kind("agent.sentence"),
                payload -> payload.with("pii_text", ""),
                0);
    }

    /** The turn that is told of an answer has seen something from outside the house, and asks before it acts (ruling E10). */
    @Test
    void aLateAnswerIsSeenByTheTurnThatIsToldOfIt() {
        List<Json.Obj> lines = held("pain-barge-in-cancels-a-write");
        Predicate<Json.Obj> late = line -> Exports.parameters(line).has("seen_in");
        isFound(lines, late, payload -> without(payload, "seen_in"), 0);
        isFound(
                lines,
                late,
                payload -> payload.with(
                        "parameters",
                        Objects.requireNonNull((Json.Obj) payload.get("parameters"))
                                .with("seen_in", 99)),
                0);
    }

    @Test
    void aRecordUnderOtherRulesSaysSo() throws Exception {
        List<Json.Obj> lines = held("command-confirmed");
        Path file = folder.resolve("export.ndjson");
        StringBuilder all = new StringBuilder();
        for (Json.Obj line : lines) {
            boolean turns = "turn".equals(Exports.payload(line).text("room"));
            Json.Obj ruled = line.with("payload", Exports.payload(line).with("rules", "0".repeat(64)));
            all.append((turns ? ruled : line).text()).append('\n');
        }
        Files.writeString(file, all);
        Json.Obj report = Exports.parsed(Exports.run("", "replay", "--file", file.toString(), "--no-chain"));
        assertEquals(true, report.flag("verified"), report::text);
        assertTrue(report.text().contains("\"other_rules\":[\"turn\"]"), report::text);
    }
}
