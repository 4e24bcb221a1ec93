package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.Visibility;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.session.record.History;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who may hear what, told as stories through the real session; the guard is asked for every sentence. */
class PrivacyStoriesTest {
    private static final String HOUSE = """
            name: a story
            people:
              - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true, memories: ["I like camomile tea"]}
              - {id: ben, role: OPERATOR, birthdate: 1985-09-12, confirmed: true}
              - {id: dora, role: GUEST, birthdate: 2018-06-21, confirmed: true}
            tools: {diary: {takes_ms: 100, returns: {with: dentist}, personal: true}}
            agent:
              - {when: diary, calls: [{id: c1, tool: diary}]}
              - {when_result: c1, says: "I looked it up.", audio_ms: 500}
              - {when: plans, says: "You see the dentist. Have some camomile tea.", audio_ms: 3200}
              - when: story
                says: "The bear went over the hill and saw another hill, and behind it a lake and a boat."
                audio_ms: 5000
            """;

    private static Scenario story(String people) throws BadScenario {
        return ScenarioReader.yaml(HOUSE + "user:\n" + people);
    }

    private static List<String> heard(List<Rune> runes) {
        History history = new History();
        runes.forEach(history::add);
        return history.entries().stream()
                .filter(entry -> entry.role().equals("assistant"))
                .map(History.Entry::text)
                .toList();
    }

    private static List<Rune> told(String people) throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(story(people), journal);
        return journal.runes();
    }

    @Test
    void aMemoryAndAToolsAnswerAreTheirsWhoeverIsTold() throws BadScenario {
        List<Rune> runes = told("""
                  - {at_ms: 0, types: "diary", by: ana}
                  - {at_ms: 2000, types: "plans", by: ana}
                  - {at_ms: 8000, types: "plans", by: ben}
                  - {at_ms: 12000, arrives: unknown}
                  - {at_ms: 13000, types: "plans", by: ana}
                """);
        assertEquals(
                List.of(
                        "I looked it up.",
                        "You see the dentist. Have some camomile tea.",
                        "I would rather tell you that another time."),
                heard(runes));
    }

    /** The mode acts at once: who comes in during the first sentence hears neither the rest of it nor the second. */
    @Test
    void aStrangerInTheMiddleOfASentenceHearsNoMoreOfIt() throws BadScenario {
        List<Rune> runes = told("""
                  - {at_ms: 0, types: "diary", by: ana}
                  - {at_ms: 2000, types: "plans", by: ana}
                  - {at_ms: 3000, arrives: unknown}
                """);
        assertEquals(List.of("I looked it up.", "You"), heard(runes));
        assertEquals(
                List.of("say", "withhold", "withhold"),
                runes.stream()
                        .filter(rune -> rune.kind().equals("speech.judged"))
                        .map(rune -> rune.payload().text("say"))
                        .toList());
    }

    private static final String WRITING = """
            name: a writer
            people:
              - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true, facts: {allergy: peanuts, pet: Rufus}}
              - {id: ben, role: OPERATOR, birthdate: 1985-09-12, confirmed: true}
            agent:
              - when: allergy
                audio_ms: 6000
                model: {deltas: [[100, "You are allergic to peanuts. "], [200, "The kettle is on. "], [9000, "It is late."]]}
              - when: pet
                audio_ms: 6000
                model: {deltas: [[100, "Your dog is Rufus. "], [200, "The kettle is on. "], [9000, "It is late."]]}
            user:
              - {at_ms: 0, types: "ASKED", by: ana}
            """;

    private static List<Rune> written(String asked, String people) throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml(WRITING.replace("ASKED", asked) + people), journal);
        Replay replay = new Replay(new Rooms());
        journal.runes().forEach(replay::accept);
        replay.finish();
        assertNull(replay.divergence());
        return journal.runes();
    }

    private static List<Long> beganMs(List<Rune> runes) {
        return runes.stream()
                .filter(rune -> rune.kind().equals("playback.started"))
                .map(rune -> rune.envelope().monotonicNanos() / 1_000_000)
                .toList();
    }

    /** The sentence after it is ready while it waits for a voice to fall silent, and is said in its own time. */
    @Test
    void aSentenceThatIsWithdrawnKeepsItsPlace() throws BadScenario {
        List<Rune> withheld = written("allergy", """
                  - {from_ms: 50, to_ms: 2000, noise: true}
                  - {at_ms: 1000, arrives: unknown}
                """);
        assertEquals(List.of("The kettle is on. It is late."), heard(withheld));
        assertEquals(List.of(2_500L, 9_200L), beganMs(withheld), "2000 of noise and 500 of silence");
        List<Rune> neutral = written("pet", """
                  - {from_ms: 50, to_ms: 2000, noise: true}
                  - {at_ms: 1000, arrives: ben}
                """);
        assertEquals(
                List.of("I would rather tell you that another time. The kettle is on. It is late."), heard(neutral));
        assertEquals(2_700, beganMs(neutral).getFirst(), "200 more of synthesis");
    }

    /** Whoever comes in while a noise has stopped the sentence does not hear its rest; what was heard stays heard. */
    @Test
    void aSentenceThatWasPausedIsJudgedAgainBeforeItGoesOn() throws BadScenario {
        String paused = """
                  - {from_ms: 500, to_ms: 1900, noise: true}
                  - {at_ms: 1500, arrives: %s}
                """;
        assertEquals(
                List.of("You The kettle is on. It is late."), heard(written("allergy", paused.formatted("unknown"))));
        assertEquals(
                List.of("Your I would rather tell you that another time. The kettle is on. It is late."),
                heard(written("pet", paused.formatted("ben"))));
    }

    /** What became known before a process was lost is known to the one that takes the conversation up. */
    @Test
    void anotherRuntimeKnowsWhatIsToBeGuarded() throws BadScenario {
        List<Rune> before = told("""
                  - {at_ms: 0, types: "diary", by: ana}
                """);
        MemoryJournal journal = new MemoryJournal(before.subList(0, before.size() - 2));
        ScenarioRun.after(journal.runes(), story("""
                  - {at_ms: 100, types: "plans", by: ben}
                """), journal);
        assertEquals(List.of("I looked it up.", "I would rather tell you that another time."), heard(journal.runes()));
    }

    /** A noise stops the sentence, ben comes in before it goes on, and it is taken back: also where no words are kept. */
    @Test
    void aSentenceThatIsTakenBackIsProvenWhereNoTextIsKept() throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml("""
                name: a paused sentence where no text is kept
                settings: {recording: L0}
                people:
                  - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true, facts: {pet: Rufus}}
                  - {id: ben, role: OPERATOR, birthdate: 1985-09-12, confirmed: true}
                user:
                  - {at_ms: 0, types: "dog", by: ana}
                  - {from_ms: 500, to_ms: 1900, noise: true}
                  - {at_ms: 1500, arrives: ben}
                agent:
                  - when: "dog"
                    audio_ms: 6000
                    model: {deltas: [[100, "Your dog is Rufus. "], [200, "The kettle is on. "], [9000, "It is late."]]}
                """), journal);
        Replay replay = new Replay(new Rooms());
        journal.runes().forEach(replay::accept);
        replay.finish();
        assertNull(replay.firstFault());
    }

    /** At the level that keeps no text the guard forgets nothing either: what it guards is written out, for the house only. */
    @Test
    void anotherRuntimeKnowsItWhereNoTextIsKept() throws BadScenario {
        String noText = "settings: {recording: L0}\n";
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml(HOUSE + noText + """
                user:
                  - {at_ms: 0, types: "diary", by: ana}
                """), journal);
        List<Rune> before = journal.runes().subList(0, journal.runes().size() - 2);
        assertEquals(
                List.of(),
                before.stream()
                        .filter(rune -> rune.kind().equals("tool.result"))
                        .filter(rune -> rune.payload().canonical().contains("dentist"))
                        .toList());
        MemoryJournal after = new MemoryJournal(before);
        ScenarioRun.after(before, ScenarioReader.yaml(HOUSE + noText + """
                user:
                  - {at_ms: 100, types: "plans", by: ben}
                """), after);
        assertEquals(
                List.of("neutrally", "withhold"),
                after.runes().stream()
                        .skip(before.size())
                        .filter(rune -> rune.kind().equals("speech.judged"))
                        .map(rune -> rune.payload().text("say"))
                        .toList());
        assertEquals(
                List.of(),
                after.runes().stream()
                        .filter(rune -> rune.kind().equals("knowledge.learned"))
                        .filter(rune -> rune.envelope().visibility() == Visibility.PUBLIC)
                        .toList());
    }

    private static List<String> tones(List<Rune> runes) {
        return runes.stream()
                .filter(rune -> rune.kind().equals("speech.tone"))
                .map(rune -> rune.payload().text("manner"))
                .toList();
    }

    /** Age affects tone: the model is told, and where it does not listen the sentence is cut; UNKNOWN gets the child's (B5). */
    @Test
    void mannerAndLengthGoByTheYoungestWhoHears() throws BadScenario {
        List<Rune> runes = told("""
                  - {at_ms: 0, types: "story", by: ana}
                  - {at_ms: 8000, arrives: dora}
                  - {at_ms: 9000, types: "story", by: ana}
                  - {at_ms: 17000, leaves: dora}
                  - {at_ms: 18000, types: "story", by: zed}
                """);
        String story = "The bear went over the hill and saw another hill, and behind it a lake and a boat.";
        String gentle = "The bear went over the hill and saw another hill. And behind it a lake and a boat.";
        assertEquals(List.of("plain", "simple and gentle"), tones(runes));
        assertEquals(List.of(story, story, story), heard(runes));
        assertEquals(
                List.of(gentle, gentle),
                runes.stream()
                        .filter(rune -> rune.kind().equals("speech.phrased"))
                        .map(rune -> rune.payload().text("pii_text"))
                        .toList());
    }
}
