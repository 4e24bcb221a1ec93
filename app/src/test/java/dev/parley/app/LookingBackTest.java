package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.io.ExitCode;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.stream.InterruptReading;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Replay and explain on logs in real files, whole and edited. */
class LookingBackTest {
    private static final OffsetDateTime AT = OffsetDateTime.parse("2026-03-01T10:00:00Z");
    private static final TimeSource NO_TIME = new TimeSource() {
        @Override
        public long monotonicNanos() {
            return 0;
        }

        @Override
        public long wallMillis() {
            return 0;
        }
    };

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path folder = Path.of("");

    private int run(String... args) {
        out.reset();
        err.reset();
        PrintStream toOut = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream toErr = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new Parley(new ByteArrayInputStream(new byte[0]), toOut, toErr).run(args);
    }

    private String outText() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String errText() {
        return err.toString(StandardCharsets.UTF_8);
    }

    /** An agent speaks, a stranger tries to interrupt it, the person does. */
    private static List<RuneDraft> conversation() {
        List<RuneDraft> drafts = new ArrayList<>();
        drafts.add(RuneDraft.of(
                "c1", "room.opened", Json.Obj.EMPTY.with("room", "stream").with("reading", "matrix")));
        Registrar<?, ?> registrar = new Registrar<>(
                new StreamRoom(InterruptReading.MATRIX),
                attestation -> drafts.add(VerdictRune.draft("c1", "stream", attestation)));
        registrar.request(new Request(AT, "agent_a", "s1", "CREATE"));
        for (String action : List.of("START", "COMPILE", "PLAY")) {
            registrar.request(new Request(AT, "agent_a", "s1", action));
        }
        registrar.request(new Request(AT, "agent_b", "s1", "INTERRUPT"));
        registrar.request(new Request(AT, "user", "s1", "INTERRUPT"));
        drafts.add(RuneDraft.of("c1", "output.stopped").withCausalParent(7));
        return drafts;
    }

    private String recorded(String name, List<RuneDraft> drafts) throws IOException {
        Path data = folder.resolve(name);
        try (Runelog log =
                Runelog.open(new RealDisk(data), RunelogSettings.standard(NO_TIME, RandomSource.seeded(1)))) {
            drafts.forEach(draft -> log.append(draft, WriteClass.IRREVERSIBLE));
        }
        return data.toString();
    }

    private static List<RuneDraft> edited(int index, RuneDraft draft) {
        List<RuneDraft> drafts = new ArrayList<>(conversation());
        drafts.set(index, draft);
        return drafts;
    }

    @Test
    void foldsWhatWasRecorded() throws IOException {
        String data = recorded("whole", conversation());
        assertEquals(ExitCode.ACCEPTED, run("replay", "--data", data, "c1", "--json"), errText());
        assertTrue(outText().contains("\"verified\":true"), outText());
        assertTrue(outText().contains("\"state\":{\"stream\":{\"s1\":\"stopped\"}}"), outText());
        assertEquals(ExitCode.ACCEPTED, run("replay", "--data", data, "c1", "--to", "5", "--json"));
        assertTrue(outText().contains("\"s1\":\"playing\""), outText());
        assertEquals(ExitCode.ACCEPTED, run("replay", "--data", data, "c1", "--diff", "--json"));
        assertEquals("null\n", outText());
    }

    @Test
    void namesTheFirstWrongEventWhenAVerdictWasChanged() throws IOException {
        RuneDraft denied = conversation().get(5);
        String data =
                recorded("forged", edited(5, denied.withPayload(denied.payload().with("decision", "allowed"))));
        assertEquals(ExitCode.DENIED, run("replay", "--data", data, "c1", "--diff", "--json"));
        assertTrue(outText().contains("\"event_id\":6,\"class\":\"OUTCOME\""), outText());
        assertTrue(outText().contains("decision"), outText());
    }

    @Test
    void namesTheFirstWrongEventWhenAPayloadOrTheOrderWasChanged() throws IOException {
        String whole = recorded("original", conversation());
        RuneDraft stopped = conversation().getLast();
        String other = recorded("payload", edited(8, stopped.withPayload(Json.Obj.EMPTY.with("by", "nobody"))));
        assertEquals(ExitCode.DENIED, run("replay", "--data", other, "c1", "--diff", "--json", "--against", whole));
        assertTrue(outText().contains("\"event_id\":9"), outText());
        List<RuneDraft> swapped = new ArrayList<>(conversation());
        swapped.set(2, conversation().get(3));
        swapped.set(3, conversation().get(2));
        assertEquals(ExitCode.DENIED, run("replay", "--data", recorded("order", swapped), "c1", "--diff"));
        assertTrue(outText().startsWith("Event 3 of c1 differs at"), outText());
    }

    @Test
    void tellsPeopleWhatWasVerifiedAndWhereItLeads() throws IOException {
        String data = recorded("people", conversation());
        assertEquals(ExitCode.ACCEPTED, run("replay", "--data", data, "c1"), errText());
        String proven = """
                Verified: c1 has 9 events and 7 verdicts. Each verdict was decided again from the record alone and comes \
                out as it was recorded, and what was said and done follows from them.
                """;
        assertEquals("stream:\n  s1 is stopped\n" + proven, outText());
        assertEquals(ExitCode.ACCEPTED, run("replay", "--data", data, "c1", "--diff"));
        assertEquals("No difference.\n", outText());
    }

    @Test
    void drawsWhatLedToAnEventAndWhatItLedTo() throws IOException {
        String data = recorded("tree", conversation());
        assertEquals(ExitCode.ACCEPTED, run("explain", "--data", data, "c1", "7"), errText());
        assertEquals("", errText());
        assertEquals("""
                Event 7 is verdict.stream.
                user asked for INTERRUPT on s1: allowed.

                What led to it:
                  7 INTERRUPT on s1 by user: allowed
                  └─ 5 PLAY on s1 by agent_a: allowed
                     └─ 4 COMPILE on s1 by agent_a: allowed
                        └─ 3 START on s1 by agent_a: allowed
                           └─ 2 CREATE on s1 by agent_a: allowed

                What it led to:
                  7 INTERRUPT on s1 by user: allowed
                  └─ 9 output.stopped
                """, outText());
    }

    @Test
    void explainsADenialAndWhatWouldChangeIt() throws IOException {
        String data = recorded("why", conversation());
        assertEquals(ExitCode.ACCEPTED, run("explain", "--data", data, "c1", "6"), errText());
        assertTrue(outText().contains("audio.ownership.required_for_interrupt"), outText());
        assertTrue(outText().contains("agent_b asked for INTERRUPT on s1: denied."), outText());
        assertTrue(outText().contains("It would be allowed"), outText());
        run("explain", "--data", data, "c1", "6", "--json");
        assertTrue(outText().contains("would_be_allowed"), outText());
    }

    @Test
    void explainsAnEffectByItsCause() throws IOException {
        String data = recorded("cause", conversation());
        assertEquals(ExitCode.ACCEPTED, run("explain", "--data", data, "c1", "9"), errText());
        assertTrue(outText().contains("It rests on event 7: user asked for INTERRUPT on s1: allowed."), outText());
        run("explain", "--data", data, "c1", "9", "--json");
        assertTrue(outText().contains("\"because\":[{\"event_id\":7,\"kind\":\"verdict.stream\"}]"), outText());
    }

    /** A tool asks for approval; a child answers, somebody names another call, and nobody else answers in time. */
    private static List<RuneDraft> refusals() {
        List<RuneDraft> drafts = new ArrayList<>(conversation());
        Json.Obj call = Json.Obj.EMPTY.with("call_id", "k1");
        drafts.add(RuneDraft.of("c1", "tool.approval_requested", call));
        drafts.addAll(refused(call.with("by", "chris"), "tool.approval.minor", "chris is a minor"));
        drafts.addAll(refused(call.with("call_id", "k9"), "tool.approval.none_pending", "none pending for k9"));
        drafts.add(RuneDraft.of("c1", "tool.approval_expired", call));
        Json.Obj denied = call.with("status", "denied").with("reason", "nobody approved in time");
        drafts.add(RuneDraft.of("c1", "tool.result", denied));
        drafts.addAll(refused(call, "tool.no_transition", "no row"));
        return drafts;
    }

    private static List<RuneDraft> refused(Json.Obj event, String rule, String reason) {
        return List.of(
                RuneDraft.of("c1", "tool.refused", event.with("rule", rule).with("reason_refused", reason))
                        .withCausalParent(7),
                violation(rule, reason));
    }

    private static RuneDraft violation(String id, String reason) {
        return RuneDraft.of(
                "c1",
                "system.invariant_violation",
                Json.Obj.EMPTY.with("id", id).with("level", "REJECT").with("reason", reason));
    }

    @Test
    void explainsARefusalByTheRuleThatItCarriesItself() throws IOException {
        String data = recorded("refusals", refusals());
        explains(data, 11, "tool.approval.minor (REJECT): chris is a minor.", "if a confirmed adult approved it.");
        explains(data, 12, "tool.approval.minor (REJECT): chris is a minor.", "if a confirmed adult approved it.");
        explains(data, 13, "tool.approval.none_pending (REJECT)", "named a call that is pending; at that moment k1.");
        explains(data, 14, "tool.approval.none_pending (REJECT)", "named a call that is pending; at that moment k1.");
        explains(data, 16, "nobody approved in time.", "if a confirmed adult said yes before the question lapsed.");
        explains(data, 17, "tool.no_transition (REJECT): no row.", "No nearby change is known");
    }

    private void explains(String data, long event, String rule, String change) {
        assertEquals(ExitCode.ACCEPTED, run("explain", "--data", data, "c1", String.valueOf(event)), errText());
        assertTrue(outText().contains(rule), outText());
        assertTrue(outText().contains(change), outText());
        assertFalse(outText().contains("asked for"), outText());
        run("explain", "--data", data, "c1", String.valueOf(event), "--json");
        assertTrue(outText().contains("\"decided_at\":" + event + ","), outText());
    }

    @Test
    void explainsAViolationByTheVerdictThatBrokeTheSameRuleOnly() throws IOException {
        List<RuneDraft> drafts = new ArrayList<>(conversation());
        drafts.subList(6, drafts.size()).clear();
        drafts.add(violation("audio.ownership.required_for_interrupt", "not the owner"));
        drafts.add(violation("turn.unauthorised", "the lease was revoked"));
        String data = recorded("violations", drafts);
        assertEquals(ExitCode.ACCEPTED, run("explain", "--data", data, "c1", "7"), errText());
        assertTrue(outText().contains("It rests on event 6: "), outText());
        assertTrue(outText().contains("agent_b asked for INTERRUPT on s1: denied."), outText());
        explains(data, 8, "turn.unauthorised (REJECT): the lease was revoked.", "to a runtime that holds the lease.");
    }

    @Test
    void answersWhatIsNotThereWithOneLine() throws IOException {
        String data = recorded("there", conversation());
        for (String args : List.of(
                "replay --data /no/such/folder c1",
                "replay --data " + data + " c2",
                "replay c1",
                "replay --data " + data + " c1 --mode dream",
                "explain --data " + data + " c1 99",
                "explain --data " + data + " c1 many")) {
            assertEquals(ExitCode.BAD_INPUT, run(args.split(" ")), args);
            assertEquals(1, errText().lines().count(), errText());
        }
    }
}
