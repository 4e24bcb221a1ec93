package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.replay.effect.Divergence;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A human takes over at every kind of moment: what may not be interrupted is not, and everything else is, at once. */
class TakeoverStoriesTest {
    private static final Set<String> OF_THE_FLOOR = Set.of("INTERRUPT", "CLAIM", "RELEASE", "TRANSFER");

    /** The first sentence is heard from 300 to 2300, the second can be heard from 2450 on. */
    private static final String TWO_SENTENCES = """
            name: between two sentences
            agents:
              - {id: joy, human: true}
              - {at_ms: 2350, agent: joy, does: take_over}
            user:
              - {at_ms: 0, types: "tell me"}
              %s
            agent:
              - {when: "tell", audio_ms: 4000, %s model: {deltas: [[100, "One two. "], [%d, "Three four."]]}}
            """;

    private static List<Rune> run(String yaml) throws BadScenario {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(ScenarioReader.yaml(yaml), journal);
        Replay replay = new Replay(new Rooms());
        journal.runes().forEach(replay::accept);
        replay.finish();
        assertNull(replay.divergence());
        return journal.runes();
    }

    /** When who asked for what on the floor, and whether they got it. */
    private static List<String> floor(List<Rune> runes) {
        return runes.stream()
                .filter(rune -> rune.kind().equals("verdict.stream"))
                .filter(rune ->
                        OF_THE_FLOOR.contains(String.valueOf(rune.payload().text("action"))))
                .map(rune -> rune.envelope().monotonicNanos() / 1_000_000 + " "
                        + rune.payload().text("actor") + " "
                        + rune.payload().text("action") + " "
                        + rune.payload().text("decision"))
                .toList();
    }

    private static List<String> refusals(List<Rune> runes) {
        return runes.stream()
                .filter(rune -> rune.kind().equals("system.invariant_violation"))
                .map(rune -> String.valueOf(rune.payload().text("reason")))
                .toList();
    }

    @Test
    void betweenTwoSentencesNothingHasToBeInterrupted() throws BadScenario {
        List<Rune> runes = run(TWO_SENTENCES.formatted("", "", 2250));
        assertEquals(List.of("2350 agent RELEASE allowed", "2350 joy CLAIM allowed"), floor(runes));
        assertEquals(List.of(), refusals(runes));
    }

    @Test
    void whileTheNextSentenceIsNotWrittenNothingHasToBeInterrupted() throws BadScenario {
        List<Rune> runes = run(TWO_SENTENCES.formatted("", "", 2400));
        assertEquals(List.of("2350 agent RELEASE allowed", "2350 joy CLAIM allowed"), floor(runes));
    }

    @Test
    void betweenTwoSentencesWhoMayNotInterruptDoesNotTakeOver() throws BadScenario {
        String override = "- {at_ms: 1000, override: {action: ENABLE_OVERRIDE, scope: session}}";
        List<Rune> runes = run(TWO_SENTENCES.formatted(override, "", 2250));
        assertEquals(List.of("2350 joy INTERRUPT denied"), floor(runes));
    }

    @Test
    void betweenTwoSentencesOfAProtectedReplyNobodyTakesOver() throws BadScenario {
        for (long writtenAt : List.of(2250, 2340, 2400)) {
            List<Rune> runes = run(TWO_SENTENCES.formatted("", "interruptible: false,", writtenAt));
            assertEquals(List.of(), floor(runes));
            assertEquals(List.of("joy may not interrupt what is being said"), refusals(runes));
        }
    }

    /** From 2000 on somebody is heard who may say nothing; what the agent was saying is paused for them. */
    @Test
    void whatIsPausedIsInterruptedLikeWhatIsHeard() throws BadScenario {
        String paused = """
                name: a pause
                agents:
                  - {id: agent, priority: %d}
                  - {id: joy, human: true}
                  - {at_ms: 2900, agent: joy, does: take_over}
                user:
                  - {at_ms: 0, types: "tell me"}
                  - {from_ms: 2000, to_ms: 4000, %s}
                agent:
                  - {when: "tell", says: "one two three four", audio_ms: 10000}
                """;
        List<String> taken =
                List.of("2900 joy INTERRUPT allowed", "2900 agent RELEASE allowed", "2900 joy CLAIM allowed");
        assertEquals(taken, floor(run(paused.formatted(5, "noise: true"))));
        assertEquals(taken, floor(run(paused.formatted(5, "says: \"well I\""))));
        assertEquals(List.of("2900 joy INTERRUPT denied"), floor(run(paused.formatted(9, "noise: true"))));
        assertEquals(
                "2900 joy INTERRUPT denied",
                floor(run(paused.formatted(9, "says: \"well I\""))).getFirst());
    }

    /** Ben comes in while a sentence about ana is paused: another is said in its place, before the one that is made ready. */
    @Test
    void whatIsHeardIsInterruptedAndNotWhatIsMadeReadyBehindIt() throws BadScenario {
        List<Rune> runes = run("""
                name: judged again
                seed: 607
                agents:
                  - {id: joy, human: true}
                  - {at_ms: 4900, agent: joy, does: take_over}
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
                """);
        assertEquals(
                List.of("4900 joy INTERRUPT allowed", "4900 agent RELEASE allowed", "4900 joy CLAIM allowed"),
                floor(runes));
    }

    /** The record without this event, with a chain that holds. */
    private static List<Rune> without(List<Rune> runes, Rune left) {
        List<Rune> others = new ArrayList<>();
        for (Rune rune : runes) {
            if (!rune.equals(left)) {
                Hash previous = others.isEmpty() ? Hash.ZERO : others.getLast().hash();
                others.add(Rune.of(new RuneDraft(rune.envelope(), rune.payload()), others.size() + 1L, previous));
            }
        }
        return others;
    }

    private static @Nullable String fault(List<Rune> runes) {
        Replay replay = new Replay(new Rooms());
        runes.forEach(replay::accept);
        replay.finish();
        Divergence found = replay.divergence();
        return found == null ? null : found.expected();
    }

    /** Joy was denied once, which is no right to the floor later. */
    @Test
    void aTakeoverThatWasDeniedLetsNobodyClaimTheFloorLater() throws BadScenario {
        List<Rune> runes = run("""
                name: denied first
                agents:
                  - {id: joy, human: true}
                  - {at_ms: 1000, agent: joy, does: take_over}
                  - {at_ms: 8000, agent: joy, does: take_over}
                user:
                  - {at_ms: 0, types: "read the terms"}
                agent:
                  - {when: "terms", says: "These are the terms.", audio_ms: 5000, interruptible: false}
                """);
        assertEquals(
                List.of("1000 joy INTERRUPT denied", "8000 agent RELEASE allowed", "8000 joy CLAIM allowed"),
                floor(runes));
        List<Rune> acts =
                runes.stream().filter(rune -> rune.kind().equals("human.acted")).toList();
        assertEquals("CLAIM by a human who takes over", fault(without(runes, acts.getLast())));
    }

    @Test
    void everyRefusalOfAHumanNamesWhoWantedWhat() throws BadScenario {
        List<Rune> runes = run("""
                name: refused
                agents:
                  - {id: joy, human: true}
                  - {at_ms: 1000, agent: joy, does: say, says: "Hello."}
                  - {at_ms: 2000, agent: joy, does: give_back}
                  - {at_ms: 3000, agent: max, does: take_over}
                  - {at_ms: 4000, agent: joy, does: claim}
                user: []
                agent: []
                """);
        List<String> told = runes.stream()
                .filter(rune -> rune.kind().equals("system.invariant_violation"))
                .map(rune -> rune.payload().text("actor") + " " + rune.payload().text("act"))
                .toList();
        assertEquals(List.of("joy say", "joy give_back", "max take_over", "joy claim"), told);
        for (Rune refused : runes) {
            if (refused.kind().equals("human.refused")) {
                assertEquals("something that a human wanted and was refused", fault(without(runes, refused)));
            }
        }
    }

    private static List<String> said(List<Rune> runes) {
        return runes.stream()
                .filter(rune -> rune.kind().equals("agent.reply"))
                .filter(rune -> !"".equals(rune.payload().text("pii_text")))
                .map(rune -> rune.envelope().agent() + ": " + rune.payload().text("pii_text"))
                .toList();
    }

    @Test
    void whoIsDeniedDoesNotKeepAnotherFromGivingTheFloorBack() throws BadScenario {
        List<Rune> runes = run("""
                name: two humans
                agents:
                  - {id: joy, human: true}
                  - {id: max, human: true, priority: 10}
                  - {at_ms: 0, agent: joy, does: take_over}
                  - {at_ms: 100, agent: joy, does: say, says: "This is Joy."}
                  - {at_ms: 200, agent: joy, does: say, says: "I am leaving now."}
                  - {at_ms: 300, agent: joy, does: give_back}
                  - {at_ms: 400, agent: max, does: take_over}
                  - {at_ms: 500, agent: max, does: say, says: "This is Max."}
                  - {at_ms: 600, agent: max, does: give_back}
                user:
                  - {at_ms: 20000, types: "thank you"}
                agent:
                  - {when: "thank", says: "You are welcome.", audio_ms: 1000}
                """);
        assertEquals(List.of("joy: This is Joy.", "joy: I am leaving now.", "agent: You are welcome."), said(runes));
        assertEquals(
                List.of("max does not have the floor", "max does not have the floor"),
                refusals(runes).stream()
                        .filter(reason -> reason.startsWith("max"))
                        .toList());
    }

    @Test
    void whatAHumanGivesBackInAHaltIsGivenBackAfterIt() throws BadScenario {
        List<Rune> runes = run("""
                name: halted
                agents:
                  - {id: joy, human: true}
                  - {at_ms: 1000, agent: joy, does: take_over}
                  - {at_ms: 3000, agent: joy, does: say, says: "Is anybody there?"}
                  - {at_ms: 3100, agent: joy, does: take_over}
                  - {at_ms: 3200, agent: joy, does: give_back}
                  - {at_ms: 3300, agent: joy, does: give_back}
                people:
                  - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
                plugins:
                  - {at_ms: 2000, id: plugin_hurry, change: {override_active: false}}
                user:
                  - {at_ms: 0, override: {action: ENABLE_OVERRIDE, speech_rate: 0.5}, by: ana}
                  - {at_ms: 4000, resumes: "the plugin is switched off"}
                  - {at_ms: 5000, types: "and now", by: ana}
                agent:
                  - {when: "now", says: "I am here again.", audio_ms: 1000}
                """);
        assertEquals(
                List.of(
                        "1000 agent RELEASE allowed",
                        "1000 joy CLAIM allowed",
                        "4000 joy RELEASE allowed",
                        "4000 agent CLAIM allowed"),
                floor(runes));
        assertEquals(List.of("agent: I am here again."), said(runes));
        assertEquals(
                1,
                runes.stream()
                        .filter(rune -> "give_back".equals(rune.payload().text("act")))
                        .count(),
                "the floor is given back once, however often that is asked for");
        assertEquals(
                List.of("joy say", "joy take_over"),
                runes.stream()
                        .filter(rune -> rune.kind().equals("system.invariant_violation")
                                && rune.payload().has("act"))
                        .map(rune -> rune.payload().text("actor") + " "
                                + rune.payload().text("act"))
                        .toList());
    }

    @Test
    void anAgentThatSpeaksUnaskedWaitsUntilTheHumanHasGivenTheFloorBack() throws BadScenario {
        List<Rune> runes = run("""
                name: unasked
                agents:
                  - {id: joy, human: true}
                  - {at_ms: 0, agent: joy, does: take_over}
                  - {at_ms: 5000, agent: joy, does: say, says: "This is Joy."}
                  - {at_ms: 9000, agent: joy, does: give_back}
                user: []
                agent:
                  - {at_ms: 1000, says: "The tea is ready.", audio_ms: 1000}
                """);
        assertEquals(List.of("joy: This is Joy.", "agent: The tea is ready."), said(runes));
    }

    @Test
    void theFloorGoesBackToTheAgentThatGaveItToTheHuman() throws BadScenario {
        List<Rune> runes = run("""
                name: given to a human
                agents:
                  - {id: clerk, priority: 5}
                  - {id: manager, priority: 6}
                  - {id: joy, human: true}
                  - {at_ms: 100, agent: clerk, does: transfer, to: manager}
                  - {at_ms: 200, agent: manager, does: transfer, to: joy}
                  - {at_ms: 300, agent: joy, does: give_back}
                user: []
                agent: []
                """);
        assertEquals(
                List.of(
                        "100 clerk TRANSFER allowed",
                        "200 manager TRANSFER allowed",
                        "300 joy RELEASE allowed",
                        "300 manager CLAIM allowed"),
                floor(runes));
    }

    /** What was asked about is not done, though somebody says yes to it later; what runs ends by itself and nobody tells it. */
    @Test
    void aTakeoverEndsAQuestionAndLeavesACallThatChangesSomethingToItsEnd() throws BadScenario {
        String calls = """
                name: calls
                agents:
                  - {id: joy, human: true}
                  - {at_ms: 3000, agent: joy, does: take_over}
                people:
                  - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
                user:
                  - {at_ms: 0, types: "order tea", by: ana}
                  - {at_ms: %d, approves: c1, by: ana}
                agent:
                  - {when: "order", calls: [{id: c1, tool: order}]}
                  - {when_result: c1, says: "Ordered.", audio_ms: 1000}
                tools:
                  order: {takes_ms: 5000, returns: {ordered: tea}, approval: required}
                """;
        List<Rune> asked = run(calls.formatted(4000));
        assertEquals(List.of("cancelled"), results(asked));
        assertEquals(
                0,
                asked.stream()
                        .filter(rune -> rune.kind().equals("tool.dispatched"))
                        .count());
        List<Rune> running = run(calls.formatted(2000));
        assertEquals(1, results(running).size());
        assertEquals(List.of(), said(asked));
        assertEquals(List.of(), said(running));
    }

    private static List<String> results(List<Rune> runes) {
        return runes.stream()
                .filter(rune -> rune.kind().equals("tool.result"))
                .map(rune -> String.valueOf(rune.payload().text("status")))
                .toList();
    }
}
