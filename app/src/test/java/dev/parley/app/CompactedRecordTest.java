package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.app.record.RecordedConversation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.loop.InlineSeats;
import dev.parley.pipeline.place.InProcessAuthority;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.replay.effect.Divergence;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.runelog.snapshot.Snapshots;
import dev.parley.session.HostListener;
import dev.parley.session.SessionHost;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.record.EpochFence;
import dev.parley.session.record.RecordStart;
import dev.parley.session.record.RunelogRecords;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A conversation whose beginning is given up goes on, and replay says from where its proof reaches. */
class CompactedRecordTest {
    private static final long KEEP_EVERY = 30;
    private static final String WORLD = """
        name: compacted
        seed: 9
        people:
          - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
        agent:
          - {when: "tell", says: "one two three four", audio_ms: 400}
        """;

    private final Commands commands = new Commands();

    @TempDir
    private Path data = Path.of("");

    /** A host takes the conversation up, ana says something twice, and the host leaves. */
    private String hold() throws Exception {
        Scenario scenario = ScenarioReader.yaml(WORLD);
        VirtualTime time = new VirtualTime(scenario.start().toEpochMilli());
        try (Runelog log = Runelog.open(new RealDisk(data), RunelogSettings.inline(time, RandomSource.seeded(1)));
                SessionHost host = new SessionHost(
                        "host",
                        new SessionHost.Parts(
                                InProcessAuthority.alone(""),
                                new RunelogRecords(log, true, new EpochFence((draft, newest) -> {}), KEEP_EVERY),
                                new InlineSeats(time, time),
                                time,
                                Runnable::run,
                                HostListener.NONE))) {
            SessionHost.Wanted wanted = ScenarioRun.wanted(scenario, 0);
            assertInstanceOf(SessionHost.Opening.Opened.class, host.open(wanted).join());
            for (int turn = 1; turn <= 2; turn++) {
                host.offer(wanted.session(), new SessionEvent.TextTyped("tell me", "ana"));
                time.advanceTo(turn * 5_000_000_000L);
            }
            return wanted.session();
        }
    }

    private int code(String... args) {
        List<String> all = new ArrayList<>(List.of(args));
        all.addAll(List.of("--data", data.toString()));
        return commands.code("", all.toArray(String[]::new));
    }

    private List<String> run(String... args) {
        assertEquals(0, code(args), commands.errors().toString());
        return commands.lines();
    }

    private Json.Obj report(String conversation) throws JsonDecoder.NotJson {
        return (Json.Obj)
                JsonDecoder.decode(run("replay", conversation, "--json").getFirst());
    }

    @Test
    void replayProvesWhatCameAfterAndSaysFromWhere() throws Exception {
        String conversation = hold();
        Json.Obj before = report(conversation);
        assertEquals(true, before.flag("verified"));
        assertNull(before.get("proof_from"));
        Json.Obj done = (Json.Obj)
                JsonDecoder.decode(run("log", "compact", conversation).getFirst());
        BigDecimal from = Objects.requireNonNull(done.number("begins_after")).add(BigDecimal.ONE);
        hold();
        Json.Obj after = report(conversation);
        assertEquals(true, after.flag("verified"), after.text());
        assertEquals(from, after.number("proof_from"));
        assertNull(after.get("unproven"), "facts are held to verdicts as well");
        assertTrue(Objects.requireNonNull(after.number("verdicts")).intValue() > 10, "and there is something to prove");
        assertTrue(
                run("replay", conversation).stream().anyMatch(line -> line.contains("reaches back to event " + from)));
        assertTrue(run("log", "cat", conversation).getFirst().contains("system.gap"), "readers are told");
        run("log", "verify");
    }

    /** Its chain can be checked from a file; what its rooms stood at is in the folder alone, and replay says so instead of blaming it. */
    @Test
    void aFileWithoutItsBeginningIsNotCalledWrong() throws Exception {
        String conversation = hold();
        run("log", "compact", conversation);
        Path file = data.resolveSibling("compacted.ndjson");
        Files.write(file, run("log", "export", conversation));
        assertEquals(0, commands.code("", "log", "verify", "--file", file.toString()));
        for (List<String> how : List.of(List.<String>of(), List.of("--no-chain"))) {
            List<String> args = new ArrayList<>(List.of("replay", "--file", file.toString()));
            args.addAll(how);
            assertEquals(2, commands.code("", args.toArray(String[]::new)));
            assertTrue(
                    commands.errors().toString().contains("were compacted"),
                    commands.errors().toString());
        }
    }

    @Test
    void afterACompactionNoFactCanBeTakenOutOrWrittenTwice() throws Exception {
        String conversation = hold();
        run("log", "compact", conversation);
        hold();
        RecordedConversation recorded = RecordedConversation.read(data, conversation);
        List<Rune> runes = recorded.provable();
        assertNull(found(recorded, runes), "as it is");
        Set<String> facts = Set.of("turn.started", "agent.reply", "playback.started", "playback.ended", "turn.closed");
        int tried = 0;
        for (int at = 0; at < runes.size(); at++) {
            if (facts.contains(runes.get(at).kind())) {
                List<Rune> without = new ArrayList<>(runes);
                Rune fact = without.remove(at);
                assertNotNull(found(recorded, without), "without event " + fact.eventId() + ", " + fact.kind());
                tried++;
            }
        }
        assertTrue(tried >= 2 * facts.size(), "there were facts: " + tried);
    }

    /** What replay finds in these runes after the snapshot, hashes left aside. */
    private static @Nullable Divergence found(RecordedConversation recorded, List<Rune> runes) {
        Replay replay = new Replay(new Rooms(), Replay.Chain.IGNORED);
        RecordStart start = Objects.requireNonNull(recorded.start());
        replay.startAfter(start.eventId(), start.chain(), start.gist(), start.states());
        runes.forEach(replay::accept);
        replay.finish();
        return replay.divergence();
    }

    @Test
    void whyAndWhatIfBeginAtTheSnapshotAndSaySo() throws Exception {
        String conversation = hold();
        run("log", "compact", conversation);
        hold();
        RecordedConversation recorded = RecordedConversation.read(data, conversation);
        Rune play = recorded.provable().stream()
                .filter(rune -> "PLAY".equals(rune.payload().text("action")))
                .reduce((_, later) -> later)
                .orElseThrow();
        List<String> why = run("explain", conversation, Long.toString(play.eventId()));
        assertTrue(why.stream().anyMatch(line -> line.contains("asked for PLAY on reply:")), why.toString());
        assertTrue(
                why.stream().anyMatch(line -> line.contains("begins after event " + recorded.begins())),
                why.toString());
        assertTrue(run("explain", conversation, Long.toString(play.eventId()), "--json")
                .getFirst()
                .contains("\"proof_from\":" + (recorded.begins() + 1)));
        assertEquals(2, code("explain", conversation, "1"));
        assertTrue(commands.errors().getFirst().contains("was compacted"));

        Path catalogue = Files.writeString(data.resolve("catalogue.yaml"), """
            roles: {OWNER: [media], ADMIN: [], OPERATOR: [], GUEST: []}
            commands: []
            """);
        assertTrue(run("what-if", "--catalogue", catalogue.toString(), conversation)
                .getLast()
                .contains(", 0 come out otherwise"));
        assertEquals(
                List.of("parley: what came up to event " + recorded.begins() + " of " + conversation
                        + " was compacted and is left out"),
                commands.errors().stream()
                        .filter(line -> line.contains("compacted"))
                        .toList());
    }

    @Test
    void withoutItsSnapshotACompactedConversationIsNeitherProvenNorTakenUp() throws Exception {
        String conversation = hold();
        run("log", "compact", conversation);
        hold();
        for (long eventId : new Snapshots(new RealDisk(data)).eventIds(conversation)) {
            Path file = data.resolve(Snapshots.nameOf(conversation, eventId));
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length - 1] ^= 1;
            Files.write(file, bytes);
        }
        assertEquals(1, code("replay", conversation, "--json"));
        assertTrue(commands.lines().getFirst().contains("\"verified\":false"));
        Rune verdict = RecordedConversation.read(data, conversation).runes().stream()
                .filter(rune -> rune.kind().startsWith("verdict."))
                .findFirst()
                .orElseThrow();
        List<String> why = run("explain", conversation, Long.toString(verdict.eventId()));
        assertTrue(why.get(1).contains("cannot be said"), why.toString());
        assertThrows(CompletionException.class, this::hold);
    }

    @Test
    void whatHasNoSnapshotIsNotCompacted() {
        commands.run("hello\n", "talk", "--as", "ben", "--data", data.toString());
        assertEquals(2, code("log", "compact", "talk-1"));
        assertTrue(commands.errors().getFirst().contains("has no snapshot"));
    }
}
