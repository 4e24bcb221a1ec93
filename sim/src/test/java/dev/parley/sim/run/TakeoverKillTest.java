package dev.parley.sim.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.rune.Rune;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.time.Rank;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A process that is lost after any event of a takeover: nobody is left without an answer, and no word of a human is lost. */
class TakeoverKillTest {
    private static final String WORLD = """
            name: lost in a takeover
            seed: 1806
            agents:
              - {id: clerk, priority: 5}
              - {id: manager, priority: 6}
              - {id: joy, human: true}
              - {at_ms: 10, agent: clerk, does: transfer, to: manager}
              - {at_ms: 2000, agent: joy, does: take_over}
              - {at_ms: 2500, agent: joy, does: say, says: "This is Joy."}
              - {at_ms: 2600, agent: joy, does: say, says: "I look after you."}
              - {at_ms: 2700, agent: joy, does: give_back}
            user:
              - {at_ms: 100, types: "tell me a story"}
              - {at_ms: 2200, types: "who is there"}
            agent:
              - {when: "story", says: "Once upon a time there was a king.", audio_ms: 10000}
              - {when: "who is there", says: "Nobody.", audio_ms: 1000}
              - {when: "thank", agent: manager, says: "You are welcome.", audio_ms: 1000}
            """;

    private final Scenario scenario;

    TakeoverKillTest() throws BadScenario {
        scenario = ScenarioReader.yaml(WORLD);
    }

    private static List<Rune> of(List<Rune> runes, String kind) {
        return runes.stream().filter(rune -> rune.kind().equals(kind)).toList();
    }

    /** Another process takes it up; joy gives the floor back if she has it, and somebody says thank you. */
    private List<Rune> goOn(List<Rune> recorded) {
        VirtualTime time = new VirtualTime(0);
        MemoryJournal journal = new MemoryJournal(recorded);
        VirtualSession session =
                new VirtualSession(time, ScenarioRun.wanted(scenario, 0), (_, _) -> journal, journal.runes());
        session.open();
        SessionEvent givenBack = new SessionEvent.GivenBack("joy", SessionEvent.Role.OF_THE_PROGRAM);
        time.atMs(60_000, Rank.USER, () -> session.offer(givenBack));
        time.atMs(90_000, Rank.USER, () -> session.offer(new SessionEvent.TextTyped("thank you", "")));
        time.run();
        session.end();
        return journal.runes();
    }

    @Test
    void theAgentThatHadTheFloorAnswersAndEveryWordOfTheHumanIsSaidOnce() {
        MemoryJournal whole = new MemoryJournal();
        ScenarioRun.into(scenario, whole);
        List<Rune> runes = whole.runes();
        long from = of(runes, "human.acted").getFirst().eventId();
        long to = of(runes, "control.ended").getFirst().eventId();
        assertTrue(to > from + 50, "from " + from + " to " + to);
        for (int lost = (int) from; lost < to; lost++) {
            List<Rune> after = goOn(runes.subList(0, lost));
            String where = "lost after " + runes.get(lost - 1).kind() + " " + lost;
            assertEquals(
                    "You are welcome.",
                    of(after, "agent.reply").getLast().payload().text("pii_text"),
                    where);
            List<String> words = of(after, "human.words").stream()
                    .map(rune -> String.valueOf(rune.eventId()))
                    .toList();
            List<String> said = of(after, "agent.reply").stream()
                    .filter(rune -> rune.payload().has("words"))
                    .map(rune -> String.valueOf(rune.payload().number("words")))
                    .toList();
            assertEquals(words, said, where);
            Replay replay = new Replay(new Rooms());
            after.forEach(replay::accept);
            replay.finish();
            assertNull(replay.divergence(), where);
        }
    }
}
