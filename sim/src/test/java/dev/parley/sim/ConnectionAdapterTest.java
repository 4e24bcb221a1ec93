package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.session.connect.ConnectionAdapter;
import dev.parley.session.connect.ConnectionAdapter.Sign;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.time.Rank;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualSession;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Stream pipeline item 32: one adapter tells quiet, muted, stalled and gone apart, and the session does what follows. */
class ConnectionAdapterTest {
    private static final Set<String> SHOWN = Set.of(
            "connected", "reconnecting", "disconnected", "ended", "silence", "stall", "muted", "unmuted", "abort");
    private static final String WORLD = """
            name: line
            seed: 1
            agent:
              - {when: "hello", says: "one two three four five six seven eight nine ten", audio_ms: 60000}
            """;

    private final VirtualTime time = new VirtualTime(0);
    private final MemoryJournal journal = new MemoryJournal();
    private final VirtualSession session;
    private final ConnectionAdapter adapter;

    ConnectionAdapterTest() throws Exception {
        Scenario scenario = ScenarioReader.yaml(WORLD);
        session = new VirtualSession(time, ScenarioRun.wanted(scenario, 0), (_, _) -> journal, List.of());
        session.open();
        adapter = new ConnectionAdapter(
                new ConnectionAdapter.Patience(1_000, 400, 2_000), time, time, new ConnectionAdapter.Line() {
                    @Override
                    public void offer(SessionEvent event) {
                        session.offer(event);
                    }

                    @Override
                    public void end() {
                        session.end();
                    }
                });
    }

    /** The transport shows this sign every 100 ms from one moment to the other. */
    private void signs(Sign sign, long fromMs, long toMs) {
        for (long at = fromMs; at < toMs; at += 100) {
            time.atMs(at, Rank.USER, () -> adapter.alive(sign));
        }
    }

    private List<String> shown() {
        return journal.runes().stream()
                .filter(rune -> SHOWN.contains(String.valueOf(rune.payload().text("signal"))))
                .map(rune ->
                        rune.payload().text("signal") + " " + rune.envelope().monotonicNanos() / 1_000_000)
                .toList();
    }

    @Test
    void aQuietPersonIsNotAStalledLine() {
        signs(Sign.AUDIO, 0, 1_000);
        signs(Sign.QUIET, 1_000, 4_000);
        time.advanceTo(4_000_000_000L);
        assertEquals(List.of("connected 0", "silence 2000"), shown());
    }

    @Test
    void aMutedPersonIsNotQuiet() {
        time.atMs(500, Rank.USER, () -> adapter.muted(true));
        time.atMs(600, Rank.USER, () -> adapter.muted(true));
        signs(Sign.QUIET, 0, 4_000);
        time.atMs(3_500, Rank.USER, () -> adapter.muted(false));
        time.advanceTo(4_000_000_000L);
        assertEquals(List.of("connected 0", "muted 500", "unmuted 3500"), shown());
    }

    @Test
    void aLineWithoutASignStallsAndFlowsAgainAndWhatIsTypedMeanwhileIsLost() {
        signs(Sign.PROBE, 0, 1_000);
        time.atMs(1_500, Rank.USER, () -> session.offer(new SessionEvent.TextTyped("hello", "")));
        signs(Sign.PROBE, 1_700, 2_000);
        time.advanceTo(2_000_000_000L);
        assertEquals(List.of("connected 0", "stall 1300", "stall 1700"), shown());
        assertEquals(
                1,
                journal.runes().stream()
                        .filter(rune -> rune.kind().equals("text.lost"))
                        .count());
    }

    @Test
    void aLineWithoutASignForLongIsGoneEndsTheTurnAndComesBackWithTheFirstSign() {
        signs(Sign.PROBE, 0, 1_000);
        time.atMs(500, Rank.USER, () -> session.offer(new SessionEvent.TextTyped("hello", "")));
        time.atMs(9_000, Rank.USER, () -> adapter.alive(Sign.PROBE));
        time.atMs(9_100, Rank.USER, adapter::ended);
        time.atMs(9_200, Rank.USER, adapter::dropped);
        time.run();
        assertEquals(
                List.of("connected 0", "stall 1300", "disconnected 2900", "abort 2900", "connected 9000", "ended 9100"),
                shown());
    }
}
