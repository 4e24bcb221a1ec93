package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.people.command.CommandGroup;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.kernel.people.household.CommandSpec;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.loop.InlineSeats;
import dev.parley.pipeline.place.InProcessAuthority;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.runelog.House;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.snapshot.Snapshot;
import dev.parley.runelog.snapshot.Snapshots;
import dev.parley.session.ConversationLoop;
import dev.parley.session.HostListener;
import dev.parley.session.SessionHost;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.SessionHousehold;
import dev.parley.session.record.EpochFence;
import dev.parley.session.record.Past;
import dev.parley.session.record.RunelogRecords;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Conversations of a host that left them, which another host takes up from a snapshot, or from all of it (ADR 24). */
class SnapshotStoriesTest {
    private static final long KEEP_EVERY = 40;
    private static final String WORLD = """
        name: kept
        seed: 7
        people:
          - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
        agent:
          - {when: "light", calls: [{id: c1, tool: turn_on_light}]}
          - {when_result: c1, says: "It is on.", audio_ms: 600}
          - {when: "tell", says: "one two three four", audio_ms: 400}
        tools:
          turn_on_light: {takes_ms: 100, returns: {on: true}, safety: WRITE}
        """;

    private final MemoryDisk disk = new MemoryDisk();
    private final Scenario scenario;
    private final VirtualTime time;
    private long nowMs;

    SnapshotStoriesTest() throws BadScenario {
        scenario = ScenarioReader.yaml(WORLD);
        time = new VirtualTime(scenario.start().toEpochMilli());
    }

    /** A process with one host over the disk. */
    private final class OneHost implements AutoCloseable {
        final Runelog log;
        final RunelogRecords records;
        final SessionHost host;

        OneHost() throws IOException {
            log = Runelog.open(disk, RunelogSettings.inline(time, RandomSource.seeded(1)));
            records = new RunelogRecords(log, true, new EpochFence((draft, newest) -> {}), KEEP_EVERY);
            host = new SessionHost(
                    "host",
                    new SessionHost.Parts(
                            InProcessAuthority.alone(""),
                            records,
                            new InlineSeats(time, time),
                            time,
                            Runnable::run,
                            HostListener.NONE));
        }

        void open(String session, SessionHost.Wanted wanted) {
            SessionHost.Wanted named = new SessionHost.Wanted(
                    session, wanted.what(), wanted.settings(), wanted.pipeline(), wanted.world());
            assertInstanceOf(SessionHost.Opening.Opened.class, host.open(named).join());
        }

        void say(String session, String words) {
            host.offer(session, new SessionEvent.TextTyped(words, "ana"));
            nowMs += 5_000;
            time.advanceTo(nowMs * 1_000_000);
        }

        List<Rune> recorded(String session) {
            return records.read(session);
        }

        @Override
        public void close() {
            host.close();
            log.close();
        }
    }

    private SessionHost.Wanted wanted() {
        return ScenarioRun.wanted(scenario, 0);
    }

    /** Two conversations are held and left, each with snapshots. */
    private void heldAndLeft() throws IOException {
        try (OneHost first = new OneHost()) {
            for (String session : List.of("a", "b")) {
                first.open(session, wanted());
                first.say(session, "switch the light on");
                first.say(session, "tell me");
                first.say(session, "tell me more");
            }
        }
    }

    private long newestSnapshot(String session) throws IOException {
        return new Snapshots(disk).eventIds(session).getLast();
    }

    /** The conversation goes on, and its whole record is right. */
    private static void goesOn(OneHost second, String session) {
        second.say(session, "tell me again");
        List<Rune> runes = second.recorded(session);
        assertTrue(runes.stream().anyMatch(rune -> rune.kind().equals("session.resumed")), "it was taken up");
        assertEquals("agent.reply", lastOf(runes, "agent.reply").kind());
        assertTrue(lastOf(runes, "agent.reply").eventId()
                > lastOf(runes, "session.resumed").eventId());
        Replay replay = new Replay(new Rooms());
        runes.forEach(replay::accept);
        assertNull(replay.divergence());
    }

    private static Rune lastOf(List<Rune> runes, String kind) {
        return runes.stream()
                .filter(rune -> rune.kind().equals(kind))
                .reduce((_, next) -> next)
                .orElseThrow();
    }

    private static long integrity(List<Rune> runes) {
        return runes.stream()
                .filter(rune -> rune.kind().equals("system.invariant_violation"))
                .filter(rune -> "INV-SNAPSHOT-INTEGRITY".equals(rune.payload().text("id")))
                .count();
    }

    /** The newest snapshot was tampered with: that is told twice, and nothing is lost. */
    private void isRefused() throws IOException {
        long newest = newestSnapshot("a");
        try (OneHost second = new OneHost()) {
            second.open("a", wanted());
            assertEquals(1, integrity(second.recorded("a")), "the conversation says so");
            assertEquals(1, integrity(second.recorded(House.LOG)), "and so does the log of the house");
            assertTrue(!new Snapshots(disk).eventIds("a").contains(newest), "it is gone");
            goesOn(second, "a");
        }
    }

    @Test
    void aConversationGoesOnFromItsNewestSnapshot() throws IOException {
        heldAndLeft();
        try (OneHost second = new OneHost()) {
            Past past = second.records.takeUp("a");
            assertNotNull(past.rooms());
            assertEquals(newestSnapshot("a"), past.after());
            assertTrue(past.tail().size() < 5, "nearly nothing is decided again");
            SamePast.check(past, second.recorded("a"), scenario);
            second.open("a", wanted());
            goesOn(second, "a");
            assertEquals(0, integrity(second.recorded("a")));
        }
    }

    /** What was not said here makes a change of the world need a yes (ruling E10), also once a snapshot hides where it came from. */
    @Test
    void whatTheClientAddedIsKnownAfterASnapshot() throws IOException {
        try (OneHost first = new OneHost()) {
            first.open("a", wanted());
            first.host.offer("a", new SessionEvent.ContextGiven("user", "It rains."));
            first.say("a", "tell me");
            first.say("a", "tell me more");
        }
        try (OneHost second = new OneHost()) {
            Past past = second.records.takeUp("a");
            assertTrue(past.tail().stream().noneMatch(rune -> rune.kind().equals("session.context")));
            SamePast.check(past, second.recorded("a"), scenario);
            second.open("a", wanted());
            second.say("a", "switch the light on");
            Rune call = second.recorded("a").stream()
                    .filter(rune -> "call".equals(rune.payload().text("action")))
                    .reduce((_, next) -> next)
                    .orElseThrow();
            assertTrue(call.payload().canonical().contains("items of the client"), call.payload()::canonical);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"magic", "version", "digest", "event id", "chain", "name length", "name", "state", "end"})
    void aSnapshotIsRefusedWhereverItIsDamaged(String where) throws IOException {
        heldAndLeft();
        String file = Snapshots.nameOf("a", newestSnapshot("a"));
        byte[] bytes = disk.readAll(file);
        int at = switch (where) {
            case "magic" -> 3;
            case "version" -> 11;
            case "digest" -> 20;
            case "event id" -> 51;
            case "chain" -> 60;
            case "name length" -> 87;
            case "name" -> 88;
            case "state" -> bytes.length / 2;
            default -> bytes.length - 1;
        };
        bytes[at] ^= 0x10;
        disk.replace(file, bytes);
        isRefused();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 5, 50, 100, 2_000})
    void aSnapshotThatIsCutIsRefused(int length) throws IOException {
        heldAndLeft();
        String file = Snapshots.nameOf("a", newestSnapshot("a"));
        disk.replace(file, Arrays.copyOf(disk.readAll(file), length));
        isRefused();
    }

    @Test
    void aSnapshotOfAnotherConversationIsRefused() throws IOException {
        heldAndLeft();
        byte[] other = disk.readAll(Snapshots.nameOf("b", newestSnapshot("b")));
        disk.replace(Snapshots.nameOf("a", newestSnapshot("a")), other);
        isRefused();
    }

    /** A disk that was put back to an earlier day may have newer snapshots than runes. */
    @Test
    void aSnapshotThatIsNewerThanTheRecordIsRefused() throws IOException {
        heldAndLeft();
        Snapshot newest = new Snapshots(disk).read("a", newestSnapshot("a"));
        new Snapshots(disk).write(new Snapshot("a", newest.eventId() + 1_000, newest.chain(), newest.state()));
        isRefused();
    }

    /** Its checksum is right and it stands in the chain; but the record names another one. */
    @Test
    void aSnapshotThatSomebodyWroteAnewIsRefused() throws IOException {
        heldAndLeft();
        Snapshot newest = new Snapshots(disk).read("a", newestSnapshot("a"));
        byte[] state = newest.state();
        state[state.length / 3] ^= 1;
        new Snapshots(disk).write(new Snapshot("a", newest.eventId(), newest.chain(), state));
        isRefused();
    }

    /** The process was lost after the snapshot was on disk and before the record could vouch for it. */
    @Test
    void aSnapshotThatTheRecordDoesNotNameIsPassedOver() throws IOException {
        heldAndLeft();
        long named = newestSnapshot("a");
        try (Runelog log = Runelog.open(disk, RunelogSettings.inline(time, RandomSource.seeded(1)))) {
            log.keepSnapshot(
                    "a",
                    log.head("a").eventId(),
                    new Snapshots(disk).read("a", named).state());
        }
        assertTrue(newestSnapshot("a") > named);
        try (OneHost second = new OneHost()) {
            assertEquals(named, second.records.takeUp("a").after(), "the one before it counts");
            second.open("a", wanted());
            assertEquals(0, integrity(second.recorded("a")), "nothing is wrong with it");
            goesOn(second, "a");
        }
    }

    /** Whether the rules of today lead to what came before the snapshot has to be decided (ruling E9). */
    @Test
    void aSnapshotOfOtherRulesIsNotUsed() throws IOException {
        heldAndLeft();
        List<CommandSpec> fewer = Catalogue.standard().commands().stream()
                .filter(command -> !command.name().equals("turn_on_light"))
                .toList();
        List<CommandSpec> more = new ArrayList<>(Catalogue.standard().commands());
        more.add(new CommandSpec("water_plants", CommandGroup.HOME_AUTOMATION, true, null, List.of()));
        try (OneHost second = new OneHost()) {
            second.open("a", under(new Catalogue(more, Catalogue.standardRoles())));
            assertTrue(
                    second.recorded("a").stream().anyMatch(rune -> rune.kind().equals("room.changed")),
                    "all of it comes out the same");
            goesOn(second, "a");
            second.open("b", under(new Catalogue(fewer, Catalogue.standardRoles())));
            Rune last = second.recorded("b").getLast();
            assertEquals("rules_changed", last.payload().text("reason"), "a verdict from before the snapshot differs");
        }
    }

    private SessionHost.Wanted under(Catalogue catalogue) {
        SessionHost.Wanted wanted = wanted();
        HouseSpec house = HouseSpec.of(scenario.people()).with(catalogue);
        return new SessionHost.Wanted(wanted.session(), wanted.what(), wanted.settings(), wanted.pipeline(), place -> {
            ConversationLoop.Ports ports = ScenarioRun.world(scenario, 0, place);
            return new ConversationLoop.Ports(
                    ports.time(),
                    ports.timers(),
                    ports.journal(),
                    ports.providers(),
                    ports.tools(),
                    (recorder, clock) -> SessionHousehold.recorded(house, recorder, clock));
        });
    }
}
