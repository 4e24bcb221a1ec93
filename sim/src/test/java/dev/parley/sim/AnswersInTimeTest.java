package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Ruling E7 to the millisecond: an answer that is begun in the moment in which its question ends is in time, live and in replay. */
class AnswersInTimeTest {
    private static final String WORLD = """
            name: in time
            seed: 3
            settings: {ask_aloud: true}
            people:
              - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
            agent:
              - {when: "order", calls: [{id: c1, tool: order, args: {item: tea}}]}
              - {when_result: c1, says: "Done.", audio_ms: 500}
            tools:
              order: {takes_ms: 100, safety: WRITE, approval: required}
            user:
              - {at_ms: 0, types: "order tea", by: ana}
            """;

    private static List<Rune> run(String yes) throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml(WORLD + yes), journal);
        return journal.runes();
    }

    private static List<Rune> answeredFrom(long ms) throws BadScenario {
        return run("  - {from_ms: " + ms + ", to_ms: " + (ms + 400) + ", says: \"yes\", by: ana}\n");
    }

    private static boolean isStep(Rune rune, String action) {
        return rune.kind().equals("verdict.tool")
                && action.equals(rune.payload().text("action"));
    }

    private static long heardMs() throws BadScenario {
        Rune told = run("").stream()
                .filter(rune -> isStep(rune, "heard"))
                .findFirst()
                .orElseThrow();
        return told.envelope().monotonicNanos() / 1_000_000;
    }

    private static Json.Obj fault(List<Rune> runes) {
        Replay replay = new Replay(new Rooms(), Replay.Chain.IGNORED);
        runes.forEach(replay::accept);
        Json.Obj fault = replay.firstFault();
        return fault == null ? Json.Obj.EMPTY : fault;
    }

    @Test
    void anAnswerThatIsBegunAsItsQuestionEndsCounts() throws BadScenario {
        long heardMs = heardMs();
        for (long fromMs : new long[] {heardMs - 1, heardMs, heardMs + 1}) {
            List<Rune> runes = answeredFrom(fromMs);
            assertEquals(fromMs >= heardMs, runes.stream().anyMatch(rune -> isStep(rune, "approve")), "from " + fromMs);
            assertEquals(Json.Obj.EMPTY, fault(runes));
        }
    }

    @Test
    void aRecordIsWrongInWhichSuchAnAnswerIsPassedOver() throws BadScenario {
        List<Rune> runes = answeredFrom(heardMs());
        Rune approved = runes.stream()
                .filter(rune -> isStep(rune, "approve"))
                .findFirst()
                .orElseThrow();
        List<Rune> without = runes.stream()
                .filter(rune ->
                        rune.eventId() < approved.eventId() || rune.kind().equals("agent.reply"))
                .toList();
        assertTrue(fault(without).canonical().contains("a verdict about the answer"), fault(without)::canonical);
    }
}
