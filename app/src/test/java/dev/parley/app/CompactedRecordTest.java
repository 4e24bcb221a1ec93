package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.pipeline.loop.InlineSeats;
import dev.parley.pipeline.place.InProcessAuthority;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.runelog.snapshot.Snapshots;
import dev.parley.session.HostListener;
import dev.parley.session.SessionHost;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.place.EpochFence;
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
import java.util.concurrent.CompletionException;
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
        assertEquals(Json.texts(List.of("facts")), after.get("unproven"));
        assertTrue(Objects.requireNonNull(after.number("verdicts")).intValue() > 10, "and there is something to prove");
        assertTrue(
                run("replay", conversation).stream().anyMatch(line -> line.contains("reaches back to event " + from)));
        assertTrue(run("log", "cat", conversation).getFirst().contains("system.gap"), "readers are told");
        run("log", "verify");
    }

    @Test
    void withoutItsSnapshotACompactedConversationIsNeitherProvenNorTakenUp() throws Exception {
        String conversation = hold();
        run("log", "compact", conversation);
        for (long eventId : new Snapshots(new RealDisk(data)).eventIds(conversation)) {
            Path file = data.resolve(Snapshots.nameOf(conversation, eventId));
            byte[] bytes = Files.readAllBytes(file);
            bytes[bytes.length - 1] ^= 1;
            Files.write(file, bytes);
        }
        assertEquals(1, code("replay", conversation, "--json"));
        assertTrue(commands.lines().getFirst().contains("\"verified\":false"));
        assertThrows(CompletionException.class, this::hold);
    }

    @Test
    void whatHasNoSnapshotIsNotCompacted() {
        commands.run("hello\n", "talk", "--as", "ben", "--data", data.toString());
        assertEquals(2, code("log", "compact", "talk-1"));
        assertTrue(commands.errors().getFirst().contains("has no snapshot"));
    }
}
