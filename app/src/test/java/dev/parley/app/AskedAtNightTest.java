package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.record.RecordedConversation;
import dev.parley.app.record.ShownConversation;
import dev.parley.app.record.Why;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Somebody reads a record at three in the morning and wants to know why the agent said that. */
class AskedAtNightTest {
    private static final String NIGHT = """
            name: a night
            settings: {ask_aloud: true}
            people:
              - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
              - {id: chris, role: GUEST, birthdate: 2015-05-01, confirmed: true}
            agent:
              - {when: everything, says: "one two three four five six seven eight", audio_ms: 8000}
              - {when: enough, says: "Fine.", audio_ms: 700}
              - {when: weather, says: "Let me look.", audio_ms: 700, calls: [{id: c1, tool: weather, args: {city: Bonn}}]}
              - {when_result: c1, says: "I do not know.", audio_ms: 700}
              - {when: kettle, calls: [{id: c2, tool: kettle}, {id: c3, tool: weather, args: {city: Ulm}}]}
              - {when_result: c2, says: "There is water.", audio_ms: 700}
              - {when: order, calls: [{id: c4, tool: order, args: {item: tea}}]}
              - {when_result: c4, says: "That was the order.", audio_ms: 700}
            tools:
              weather: {takes_ms: 100, fails: true}
              kettle: {takes_ms: 100, returns: {water: hot}}
              order: {takes_ms: 1000, safety: WRITE, approval: required}
            user:
            """;

    private static RecordedConversation night(String... user) throws BadScenario {
        StringBuilder yaml = new StringBuilder(NIGHT);
        List.of(user).forEach(line -> yaml.append("  - {").append(line).append("}\n"));
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml(yaml.toString()), journal);
        return RecordedConversation.of("a night", journal.runes(), _ -> null);
    }

    private static Rune last(RecordedConversation recorded, String kind, Predicate<Rune> isMeant) {
        return recorded.runes().stream()
                .filter(rune -> rune.kind().equals(kind) && isMeant.test(rune))
                .toList()
                .getLast();
    }

    /** What is said about the last event of that kind, without the numbers of events and before the trees are drawn. */
    private static List<String> told(RecordedConversation recorded, String kind) {
        return told(recorded, last(recorded, kind, _ -> true));
    }

    private static List<String> told(RecordedConversation recorded, Rune event) {
        List<String> lines = Why.of(recorded, event).lines(true);
        return lines.subList(1, lines.indexOf("")).stream()
                .map(line -> line.replaceAll(" \\(event \\d+\\)", ""))
                .toList();
    }

    private static boolean isFirst(Rune rune) {
        return Json.of(1).equals(rune.payload().get("reply"));
    }

    private static boolean isOf(Rune rune, String call) {
        return call.equals(rune.payload().text("call_id"));
    }

    @Test
    void aToolThatFailedIsNotToldAsIfAllWereWell() throws BadScenario {
        RecordedConversation recorded = night("at_ms: 0, types: weather, by: ana");
        List<String> told = told(recorded, "playback.started");
        assertTrue(told.contains("It was allowed: no rule stood in the way."), told.toString());
        assertTrue(told.contains("It ran and did not succeed: error."), told.toString());
        List<String> result = told(recorded, "tool.result");
        assertEquals("The call ended: error.", result.getFirst());
        assertTrue(
                result.contains("Ana had said \"weather\", which was understood as: weather (city Bonn)."),
                result.toString());
        assertTrue(result.contains("It ran and did not succeed: error."), result.toString());
    }

    @Test
    void wordsThatComeWithAToolSayThatTheyDo() throws BadScenario {
        RecordedConversation recorded = night("at_ms: 0, types: weather, by: ana");
        Rune words = last(recorded, "playback.started", AskedAtNightTest::isFirst);
        assertEquals(
                "The agent said \"Let me look.\" and wanted: weather (city Bonn).",
                told(recorded, words).getFirst());
    }

    @Test
    void allCallsOfAWishAreTold() throws BadScenario {
        RecordedConversation recorded = night("at_ms: 0, types: kettle, by: ana");
        List<String> told = told(recorded, "playback.started");
        assertEquals("Ana had said \"kettle\", which was understood as: kettle; weather (city Ulm).", told.get(1));
        assertTrue(told.containsAll(List.of("About kettle:", "About weather (city Ulm):")), told.toString());
    }

    @Test
    void aReplyThatWasCutSaysByWhom() throws BadScenario {
        RecordedConversation recorded = night(
                "from_ms: 300, to_ms: 1300, says: \"Tell me everything\", by: ana",
                "from_ms: 4000, to_ms: 5000, says: \"Thanks, enough\", by: ana");
        Rune cut = last(recorded, "playback.started", AskedAtNightTest::isFirst);
        assertEquals(
                "It was cut off after 2200 of 8000 ms: Ana spoke.",
                told(recorded, cut).get(1));
        List<String> tree = new ArrayList<>(
                Why.of(recorded, last(recorded, "turn.interrupted", _ -> true)).lines(true));
        assertTrue(tree.toString().contains("ana begins to speak"), tree.toString());
    }

    @Test
    void aStopStandsInTheRecordWhereItFell() throws BadScenario {
        RecordedConversation recorded =
                night("at_ms: 0, types: everything, by: ana", "at_ms: 4000, stop: true, by: ana");
        List<String> shown = ShownConversation.of(recorded).plainLines();
        assertTrue(shown.stream().anyMatch(line -> line.contains("ana stopped the agent")), shown.toString());
        List<String> told = told(recorded, "playback.started");
        assertTrue(told.get(1).endsWith(" of 8000 ms: Ana stopped it."), told.toString());
    }

    @Test
    void aYesThatCameTooEarlySaysWhyItIsAskedAgain() throws BadScenario {
        RecordedConversation recorded =
                night("at_ms: 0, types: order, by: ana", "from_ms: 3000, to_ms: 3400, says: \"yes\", by: ana");
        Rune again =
                last(recorded, "agent.reply", rune -> "c4".equals(rune.payload().text("about")));
        List<String> told = told(recorded, again);
        assertTrue(
                told.contains("An answer came before the question had been heard to its end. It did not count, so the"
                        + " question is asked again."),
                told.toString());
        List<String> shown = ShownConversation.of(recorded).plainLines();
        assertTrue(
                shown.stream().anyMatch(line -> line.contains("before the question had been heard")), shown.toString());
    }

    @Test
    void aQuestionThatWasLeftOpenTellsItsCallWhy() throws BadScenario {
        RecordedConversation recorded =
                night("at_ms: 0, types: order, by: ana", "at_ms: 12000, types: enough, by: ana");
        Rune result = last(recorded, "tool.result", rune -> isOf(rune, "c4"));
        String tree = Why.of(recorded, result).lines(true).toString();
        assertTrue(tree.contains("somebody comes in between"), tree);
        List<String> told = told(recorded, result);
        assertEquals("The call ended: cancelled, interrupted.", told.getFirst());
        assertTrue(
                told.contains("It was not done: the question was dropped by what was said instead of a yes or no."),
                told.toString());
    }

    @Test
    void aRuleOfTheMachineItselfIsNotToldAsAMissingMove() throws BadScenario {
        RecordedConversation recorded =
                night("at_ms: 0, types: order, by: chris", "from_ms: 12000, to_ms: 12500, says: \"yes\", by: chris");
        List<String> told = told(recorded, "system.invariant_violation");
        assertTrue(told.toString().contains("tool.approval.minor"), told.toString());
        assertFalse(told.toString().contains("no such move"), told.toString());
    }
}
