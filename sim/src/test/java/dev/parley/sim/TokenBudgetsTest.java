package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is used settles budgets, of a turn and of an agent, and every outcome is recorded (stream pipeline item 19). */
class TokenBudgetsTest {
    private static final String WRITER = """
            user:
              - {at_ms: 0, types: "tell me"}
            agent:
              - {when: "tell", audio_ms: 5000, model: {deltas: [[100, "One two three. "], [1000, "Four five. "], [2000, "Six."]]}}
            """;

    private static List<Rune> run(String yaml) throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml("name: tokens\n" + yaml), journal);
        proven(journal.runes());
        return journal.runes();
    }

    private static void proven(List<Rune> runes) {
        Replay replay = new Replay(new Rooms());
        runes.forEach(replay::accept);
        replay.finish();
        assertNull(replay.divergence());
    }

    /** What was said about budgets, agents and ends, in order. */
    private static List<String> told(List<Rune> runes) {
        List<String> told = new ArrayList<>();
        for (Rune rune : runes) {
            Json.Obj payload = rune.payload();
            switch (rune.kind()) {
                case "control.budget_warning", "control.budget_exhausted" ->
                    told.add(String.join(
                            " ",
                            rune.kind().substring("control.budget_".length()),
                            payload.text("id"),
                            payload.text("resource"),
                            number(payload, "spent"),
                            "of",
                            number(payload, "limit"),
                            String.valueOf(payload.text("outcome"))));
                case "system.invariant_violation" -> told.add("violation " + payload.text("id"));
                case "agent.down" -> told.add("down " + payload.text("agent") + " " + payload.text("reason"));
                case "agent.spent" -> told.add("spent " + payload.text("agent") + " " + number(payload, "tokens"));
                case "turn.completed", "turn.interrupted", "turn.error" -> told.add("turn " + payload.text("reason"));
                default -> {}
            }
        }
        return told;
    }

    private static String number(Json.Obj payload, String field) {
        Json value = payload.get(field);
        return value == null ? "?" : value.canonical();
    }

    @Test
    void aTurnThatIsEndedByItsTokensSaysSo() throws BadScenario {
        assertEquals(
                List.of("exhausted turn tokens 5 of 4 terminate", "turn budget"),
                told(run("budget: {tokens: 4}\n" + WRITER)));
        assertEquals(
                List.of("warning turn tokens 5 of 6 null", "turn completed"),
                told(run("budget: {tokens: 6}\n" + WRITER)));
    }

    @Test
    void aTurnGoesOnBeyondItsTokensWhereItsBudgetSaysSo() throws BadScenario {
        assertEquals(
                List.of("exhausted turn tokens 5 of 4 continue", "violation INV-AGENT-BUDGET", "turn completed"),
                told(run("budget: {tokens: 4, on_exhausted: continue}\n" + WRITER)));
    }

    @Test
    void theNextQuestionOfATurnThatFallsBackGoesToTheNextModel() throws BadScenario {
        List<Rune> runes = run("""
                budget: {tokens: 2, on_exhausted: fallback}
                providers: {llm: [large, small]}
                user: [{at_ms: 0, types: "tell me"}, {at_ms: 9000, types: "hello"}]
                tools: {look: {takes_ms: 100}}
                agent:
                  - {when: tell, says: "I have a look.", audio_ms: 500, calls: [{id: c1, tool: look}]}
                  - {when_result: c1, says: "All is well.", audio_ms: 500}
                  - {when: hello, says: "Hi.", audio_ms: 500}
                """);
        assertEquals(
                List.of("large in turn 1", "small in turn 1", "large in turn 2"),
                runes.stream()
                        .filter(rune -> rune.kind().equals("provider.call")
                                && "llm".equals(rune.payload().text("provider")))
                        .map(rune -> rune.payload().text("name") + " in turn " + rune.turn())
                        .toList());
        assertEquals(
                List.of(
                        "exhausted turn tokens 4 of 2 fallback",
                        "violation INV-AGENT-BUDGET",
                        "turn completed",
                        "turn completed"),
                told(runes));
    }

    private static final String WARD = """
            agents:
              - {id: nurse, priority: 5, budget: {tokens: %s}}
              - {id: doctor, priority: 5}
            """;

    @Test
    void anAgentGoesOnBeyondItsOwnBudgetWhereThatSaysSo() throws BadScenario {
        List<Rune> runes = run(WARD.formatted("4, on_exhausted: continue") + WRITER);
        assertEquals(
                List.of(
                        "exhausted nurse tokens 5 of 4 continue",
                        "violation INV-AGENT-BUDGET",
                        "spent nurse 6",
                        "turn completed"),
                told(runes));
    }

    private static final String STOPPED = """
            user: [{at_ms: 0, types: "tell me"}, {at_ms: 500, stop: true}, {at_ms: 3000, types: "hello"}]
            agent:
              - {when: tell, audio_ms: 4000, model: {deltas: [[100, "One two three. "], [9000, "Four."]]}}
              - {when: hello, says: "Hi.", audio_ms: 500}
            """;

    @Test
    void anAnswerThatIsCutOffIsOnTheAccountOfItsAgent() throws BadScenario {
        assertEquals(
                List.of("spent nurse 3", "turn cancelled", "spent nurse 4", "turn completed"),
                told(run(WARD.formatted("9") + STOPPED)));
        assertEquals(
                List.of(
                        "spent nurse 3",
                        "turn cancelled",
                        "exhausted nurse tokens 3 of 2 terminate",
                        "down nurse budget",
                        "turn completed"),
                told(run(WARD.formatted("2") + STOPPED)),
                "the nurse ends at once, and the doctor answers the next words");
    }

    @Test
    void soIsAnAnswerThatWasThoughtAheadAndThrownAway() throws BadScenario {
        assertEquals(List.of("spent nurse 5", "turn completed"), told(run(WARD.formatted("9") + """
                        settings: {preemptive: llm, llm_total_ms: 100}
                        user:
                          - {from_ms: 0, to_ms: 1000, says: "tell me"}
                          - {from_ms: 1400, to_ms: 2000, says: "hello"}
                        agent:
                          - {when: hello, says: "Hi there.", audio_ms: 500}
                          - {when: tell, says: "One two three.", audio_ms: 500}
                        """)));
    }

    /** What an earlier runtime told about a budget is not told again. */
    @Test
    void anAgentThatHasEndedStaysEndedInTheNextRuntimeAndTheRecordIsProven() throws BadScenario {
        Scenario scenario = ScenarioReader.yaml("name: tokens\n" + WARD.formatted("4") + WRITER);
        MemoryJournal whole = new MemoryJournal();
        ScenarioRun.into(scenario, whole);
        List<Rune> before =
                whole.runes().stream().takeWhile(rune -> rune.turn() < 2).toList();
        assertEquals(
                "agent.down",
                before.reversed().stream()
                        .map(Rune::kind)
                        .filter(kind -> kind.startsWith("agent."))
                        .findFirst()
                        .orElse(""));
        MemoryJournal journal = new MemoryJournal(before);
        ScenarioRun.after(before, scenario, journal);
        proven(journal.runes());
        assertEquals(
                1,
                told(journal.runes()).stream()
                        .filter(line -> line.startsWith("exhausted"))
                        .count());
    }
}
