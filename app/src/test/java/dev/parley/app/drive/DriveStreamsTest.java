package dev.parley.app.drive;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Rebuild;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.stream.InterruptReading;
import dev.parley.kernel.stream.StreamEvent;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.kernel.stream.Subject;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Streams through the frame of drive: anything may arrive on a line, and every line is answered and attested. */
class DriveStreamsTest {
    private static final int LINES = 100_000;

    private static final List<String> ACTIONS = List.of(
            "START",
            "COMPILE",
            "SYNTHESIZE",
            "PLAY",
            "INTERRUPT",
            "STOP",
            "FAIL",
            "RESTART",
            "CLAIM",
            "RELEASE",
            "TRANSFER",
            "ENABLE_OVERRIDE",
            "DISABLE_OVERRIDE",
            "UPDATE_OVERRIDE",
            "MUTATE_GRAPH",
            "COMMIT",
            "ROLLBACK",
            "CREATE",
            "DELEGATE",
            "SESSION_END",
            "RESUME",
            "TAMPER",
            "",
            "start",
            "NONSENSE");

    private static final List<String> ACTORS = List.of(
            "agent_a", "agent_b", "user", "user_ann", "user_bob", "plugin_eq", "system", "operator", "", "ünïcode");

    private static final List<String> KEYS = List.of(
            "owner",
            "priority",
            "interruptible",
            "session",
            "user",
            "to",
            "flush",
            "scope",
            "speech_rate",
            "pause_amplification",
            "forced_captions",
            "change",
            "to_revision",
            "field",
            "value",
            "opaque_data");

    private static final List<String> VALUES = List.of(
            "\"agent_b\"",
            "\"v1\"",
            "\"user_ann\"",
            "\"hold\"",
            "\"user\"",
            "\"session\"",
            "true",
            "false",
            "null",
            "5",
            "0",
            "-1",
            "1e400",
            "0.5",
            "7.0",
            "[]",
            "{\"a\":[{}]}",
            "\"\"",
            "\"override_active\"",
            "\"forced_captions\"",
            "\"\\ud800\"",
            "99999999999999999999");

    private final Random random = new Random(20260301);

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private String line(int n) {
        String sane = random.nextInt(3) == 0 ? request(n, one(ACTORS), one(ACTIONS), parameters()) : likely(n);
        return switch (random.nextInt(20)) {
            case 0 -> sane.substring(0, random.nextInt(sane.length()) + 1);
            case 1 ->
                one(List.of("[]", "null", "17", "\"START\"", "{}", "not json", "{\"actor\":1}", "\u0000", "{{{{"));
            case 2 -> sane.replace("2026", one(List.of("26", "-2026", "+999999999", "20x6")));
            case 3 -> sane.replace("\"parameters\":{", "\"parameters\":[").replace("}}", "]}");
            default -> sane;
        };
    }

    /** A request that someone who knows the model would make. */
    private String likely(int n) {
        if (n % 40 < 2) {
            return request(n, "agent_a", "CREATE", "");
        }
        String action = one(ACTIONS.subList(0, 22));
        String parameters = switch (action) {
            case "TRANSFER", "DELEGATE" -> "\"to\":\"agent_b\"";
            case "MUTATE_GRAPH" -> "\"change\":\"gain\"";
            case "INTERRUPT" -> "\"flush\":\"" + one(List.of("auto", "hold")) + "\",\"priority\":7";
            case "ENABLE_OVERRIDE" -> "\"scope\":\"" + one(List.of("session", "session", "user")) + '"';
            case "TAMPER" -> "\"field\":\"forced_captions\",\"value\":true";
            default -> "";
        };
        String actor = action.endsWith("OVERRIDE") ? "user" : one(List.of("agent_a", "agent_a", "system", "user"));
        return request(n, action.equals("RESUME") ? "operator" : actor, action, parameters);
    }

    private String parameters() {
        StringBuilder parameters = new StringBuilder();
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            String key = KEYS.get((random.nextInt(KEYS.size() / 4) * 4 + i) % KEYS.size());
            parameters
                    .append(i == 0 ? "" : ",")
                    .append('"')
                    .append(key)
                    .append("\":")
                    .append(one(VALUES));
        }
        return parameters.toString();
    }

    /** Every forty lines a new stream comes into play, and with it a session that is neither halted nor ended. */
    private String request(int n, String actor, String action, String parameters) {
        String newest = "s" + n / 40;
        String target = action.startsWith("SESSION") || action.equals("RESUME")
                ? "session:" + newest
                : one(List.of(newest, newest, newest, "s1", "v1", ""));
        return "{\"at\":\"2026-03-01T10:00:" + (10 + random.nextInt(50)) + "Z\",\"actor\":\"" + actor
                + "\",\"target\":\"" + target + "\",\"action\":\"" + action + "\",\"parameters\":{" + parameters + "}}";
    }

    @Test
    void aHundredThousandRandomAndMalformedLinesAreAllAnsweredAndRebuild() {
        Drive<Subject, StreamEvent> drive = new Drive<>(new StreamRoom(InterruptReading.MATRIX));
        List<Json.Obj> answers = new ArrayList<>();
        int allowed = 0;
        for (int n = 1; n <= LINES; n++) {
            answers.clear();
            drive.line(line(n), answers::add);
            assertTrue(!answers.isEmpty(), "line " + n + " got no answer");
            assertEquals(BigDecimal.valueOf(n), answers.getFirst().number("n"));
            allowed += "allowed".equals(answers.getFirst().text("decision")) ? 1 : 0;
        }
        List<Json.Obj> attestations = drive.attestations();
        System.out.println(
                "drive stream: " + LINES + " lines, " + allowed + " allowed, " + attestations.size() + " attested");
        assertTrue(allowed > LINES / 50, "the lines reach beyond the reader");
        Drive<Subject, StreamEvent> fresh = new Drive<>(new StreamRoom(InterruptReading.MATRIX));
        assertEquals(new Rebuild.Result.Verified(), fresh.rebuild(attestations));
    }

    @Test
    void anAnswerHasTheFieldsThatProgramsRead() {
        Drive<Subject, StreamEvent> drive = new Drive<>(new StreamRoom(InterruptReading.PROSE));
        List<Json.Obj> answers = new ArrayList<>();
        drive.line(
                "{\"at\":\"2026-03-01T10:00:00Z\",\"actor\":\"agent_a\",\"target\":\"s1\",\"action\":\"CREATE\"}",
                answers::add);
        drive.line("", answers::add);
        drive.line("nonsense", answers::add);
        assertEquals(
                List.of(
                        "n",
                        "decision",
                        "state",
                        "reason",
                        "violations",
                        "invariants_checked",
                        "attestation_id",
                        "metadata"),
                List.copyOf(answers.getFirst().fields().keySet()));
        assertEquals(2, answers.size());
        assertEquals(Json.Obj.EMPTY.with("reading", "prose"), answers.getLast().get("metadata"));
        assertTrue(drive.somethingDenied());
    }
}
