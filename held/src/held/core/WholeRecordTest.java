package held.core;

import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.kernel.Registrar;
import dev.parley.kernel.VerdictRune;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.stream.InterruptReading;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.kernel.turn.RegisteredTurn;
import dev.parley.kernel.turn.TurnRoom;
import dev.parley.kernel.turn.TurnSignal;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.kernel.event.WriteClass;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.snapshot.Snapshot;
import dev.parley.runelog.snapshot.Snapshots;
import dev.parley.sim.run.VirtualTime;
import held.Given;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A record is proven as it was written: with what was let go of, to its last follow-up, and after a compaction. */
class WholeRecordTest {
    private static final Json.Obj MATRIX = Json.Obj.EMPTY.with("reading", "matrix");

    /** A turn is over and let go of; somebody names it once more and is refused. */
    @Test
    void lettingGoOfASubjectLeavesTheRecordProvable() {
        List<RuneDraft> record = new ArrayList<>();
        record.add(RuneDraft.of("c1", Replay.ROOM_OPENED, Json.Obj.EMPTY.with("room", "turn")));
        Registrar<RegisteredTurn, TurnSignal> turns = new Registrar<>(
                new TurnRoom(), attestation -> record.add(VerdictRune.draft("c1", "turn", attestation)));
        for (String signal : List.of("turn_open_proposed", "turn_open", "commit", "close")) {
            Given.that(turns.request(Records.ask("system", "1", signal)).isAllowed(), signal);
        }
        turns.retire("1");
        turns.request(Records.ask("system", "1", "commit"));
        assertNull(Records.replayed(record), "an honest record is called edited");
    }

    /** An interruption whose stop is missing, with other events after it. */
    @Test
    void aFollowUpThatIsMissingAtTheEndIsFound() {
        List<RuneDraft> whole = Records.decided(
                new StreamRoom(InterruptReading.MATRIX),
                MATRIX,
                List.of(
                        Records.ask("agent_a", "s1", "CREATE"),
                        Records.ask("agent_a", "s1", "START"),
                        Records.ask("agent_a", "s1", "COMPILE"),
                        Records.ask("agent_a", "s1", "PLAY"),
                        Records.ask("user", "s1", "INTERRUPT")));
        List<RuneDraft> cut = new ArrayList<>(whole);
        Given.that("STOP".equals(cut.removeLast().payload().text("action")), "the runtime stops what is interrupted");
        cut.add(RuneDraft.of("c1", "agent.state", Json.Obj.EMPTY.with("state", "speaking")));
        Replay replay = new Replay(new Rooms());
        Records.chained(cut).forEach(replay::accept);
        assertNotEquals(
                Boolean.TRUE,
                replay.report("c1").flag("verified"),
                "it was interrupted and speaks on, and the record is verified");
    }

    /**
     * The beginning is given up for a snapshot; what comes after it is to be proven from there. What the snapshot holds does not matter
     * here: replay asked for none.
     */
    @Test
    void whatComesAfterACompactionIsProven() throws Exception {
        List<RuneDraft> record = Records.decided(
                new StreamRoom(InterruptReading.MATRIX),
                MATRIX,
                List.of(
                        Records.ask("agent_a", "s1", "CREATE"),
                        Records.ask("agent_a", "s1", "START"),
                        Records.ask("agent_a", "s1", "COMPILE"),
                        Records.ask("agent_a", "s1", "PLAY")));
        MemoryDisk disk = new MemoryDisk();
        try (Runelog log = Runelog.open(disk, RunelogSettings.inline(new VirtualTime(0), RandomSource.seeded(1)))) {
            record.forEach(draft -> log.append(draft, WriteClass.SPEECH));
            Rune at = log.read("c1", 2).toList().getFirst();
            new Snapshots(disk).write(new Snapshot("c1", 3, at.hash(), new byte[] {1}));
            log.compact("c1", 3);
            List<Rune> left = log.read("c1", 3).toList();
            Given.that(left.size() == record.size() - 3, left);
            assertNull(Records.replayedRunes(left), "the first verdict after the snapshot is called edited");
        }
    }
}
