package held.live;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.record.History;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import held.Given;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A record that a second process goes on with reads as if one had written it. */
class RestartedRecordTest {
    private static final String DELICATE = """
            name: a fact and then the rest
            people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true, facts: {allergy: peanuts}}]
            user:
              - {at_ms: 0, types: "allergy", by: ana}
            agent:
              - {when: "allergy", says: "You are allergic to peanuts. The kettle is on.", audio_ms: 4500}
              - {when: "later", says: "The tea is ready now.", audio_ms: 2000}
            """;

    /** One turn whose reply is said in two pieces, a restart, and one more turn. */
    private static List<Rune> restarted() throws Exception {
        Scenario scenario = ScenarioReader.yaml(DELICATE);
        MemoryJournal first = new MemoryJournal();
        ScenarioRun.into(scenario, first);
        List<Rune> before = first.runes().stream()
                .filter(rune -> rune.kind().equals("turn.closed"))
                .findFirst()
                .map(closed -> first.runes().subList(0, (int) closed.eventId()))
                .orElseThrow();
        Json.Obj typed =
                Json.Obj.EMPTY.with("at_ms", 100).with("types", "later").with("by", "ana");
        Scenario rest = ScenarioReader.recorded(scenario.source().with("user", Json.of(List.<Json>of(typed))));
        MemoryJournal second = new MemoryJournal(before);
        Given.that(
                ScenarioRun.after(before, rest, second, "recording_evidence_unavailable")
                        .isPresent(),
                "the conversation goes on");
        return second.runes();
    }

    @Test
    void aReplyAfterARestartTakesNoNumberThatASentenceHad() throws Exception {
        List<String> numbers = restarted().stream()
                .filter(rune -> rune.kind().equals("agent.reply") || rune.kind().equals("agent.sentence"))
                .map(rune -> String.valueOf(rune.payload().number("reply")))
                .toList();
        Given.that(numbers.size() >= 4, numbers);
        assertEquals(numbers.stream().distinct().toList(), numbers, "a number is given twice");
    }

    @Test
    void aReplyAfterARestartIsInTheHistory() throws Exception {
        List<Rune> runes = restarted();
        Given.that(World.texts(runes, "agent.reply").contains("The tea is ready now."), "it was said");
        History history = new History();
        runes.forEach(history::add);
        assertEquals(
                List.of("You are allergic to peanuts. The kettle is on.", "The tea is ready now."),
                history.entries().stream()
                        .filter(entry -> entry.role().equals("assistant"))
                        .map(History.Entry::text)
                        .toList(),
                "what was said after the restart");
    }
}
