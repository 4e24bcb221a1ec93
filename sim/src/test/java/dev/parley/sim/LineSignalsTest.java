package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;

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

/** Stream pipeline item 32: a transport tells quiet, muted, stalled and gone as events, and the session does what follows. */
class LineSignalsTest {
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

    LineSignalsTest() throws Exception {
        Scenario scenario = ScenarioReader.yaml(WORLD);
        session = new VirtualSession(time, ScenarioRun.wanted(scenario, 0), (_, _) -> journal, List.of());
        session.open();
    }

    private void tell(long atMs, SessionEvent event) {
        time.atMs(atMs, Rank.USER, () -> session.offer(event));
    }

    private List<String> shown() {
        return journal.runes().stream()
                .filter(rune -> SHOWN.contains(String.valueOf(rune.payload().text("signal"))))
                .map(rune ->
                        rune.payload().text("signal") + " " + rune.envelope().monotonicNanos() / 1_000_000)
                .toList();
    }

    private long lost() {
        return journal.runes().stream()
                .filter(rune -> rune.kind().equals("text.lost"))
                .count();
    }

    @Test
    void aQuietPersonIsNotAStalledLine() {
        tell(1_000, new SessionEvent.FellSilent());
        tell(1_500, new SessionEvent.TextTyped("hello", ""));
        time.advanceTo(2_000_000_000L);
        assertEquals(List.of("connected 0", "silence 1000"), shown());
        assertEquals(0, lost());
    }

    @Test
    void aMutedPersonIsNotQuietAndMayType() {
        tell(500, new SessionEvent.Muted());
        tell(600, new SessionEvent.TextTyped("hello", ""));
        tell(3_500, new SessionEvent.Unmuted());
        time.advanceTo(4_000_000_000L);
        assertEquals(List.of("connected 0", "muted 500", "unmuted 3500"), shown());
        assertEquals(0, lost());
    }

    @Test
    void aLineThatStallsFlowsAgainAndWhatIsTypedMeanwhileIsLost() {
        tell(1_300, new SessionEvent.Stalled(1_600));
        tell(1_500, new SessionEvent.TextTyped("hello", ""));
        tell(1_700, new SessionEvent.TransportFlowed());
        tell(1_800, new SessionEvent.TextTyped("hello", ""));
        time.advanceTo(2_000_000_000L);
        assertEquals(List.of("connected 0", "stall 1300", "stall 1700"), shown());
        assertEquals(1, lost());
    }

    @Test
    void anotherLineInPlaceOfTheOneThatStallsFlows() {
        tell(1_300, new SessionEvent.Stalled(7_500));
        tell(1_700, new SessionEvent.Reconnected());
        tell(1_800, new SessionEvent.TextTyped("hello", ""));
        tell(1_900, new SessionEvent.Reconnected());
        time.advanceTo(2_000_000_000L);
        assertEquals(List.of("connected 0", "stall 1300", "stall 1700"), shown());
        assertEquals(0, lost());
    }

    @Test
    void aLineThatIsGoneEndsTheTurnAndComesBack() {
        tell(500, new SessionEvent.TextTyped("hello", ""));
        tell(2_900, new SessionEvent.Disconnected());
        tell(9_000, new SessionEvent.Reconnected());
        time.atMs(9_100, Rank.USER, session::end);
        time.run();
        assertEquals(
                List.of("connected 0", "disconnected 2900", "abort 2900", "connected 9000", "ended 9100"), shown());
    }
}
