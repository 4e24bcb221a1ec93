package dev.parley.sim.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Rune;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.time.Rank;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Two humans and two agents want the floor at made-up moments, while people talk, and the process is lost at one of them. All of it
 * is proven, everything that a human wants has its answer, no word of theirs is said twice or by anybody else, and an agent answers
 * in the end.
 */
class RandomTakeoversTest {
    private static final int MANY = 150;
    private static final int SPAN_MS = 16_000;
    private static final SessionEvent.Role PROGRAM = SessionEvent.Role.OF_THE_PROGRAM;
    private static final List<String> ACTS = List.of(
            "joy, does: take_over",
            "joy, does: say, says: \"This is Joy.\"",
            "joy, does: say, says: \"Stay calm.\"",
            "joy, does: give_back",
            "max, does: take_over",
            "max, does: say, says: \"This is Max.\"",
            "max, does: give_back",
            "clerk, does: transfer, to: manager",
            "manager, does: transfer, to: joy",
            "manager, does: interrupt",
            "clerk, does: claim");

    private static Scenario madeUp(long seed) throws BadScenario {
        RandomSource random = RandomSource.seeded(seed);
        TreeMap<Integer, String> acts = new TreeMap<>();
        for (int i = 0; i < 16; i++) {
            acts.put(random.nextInt(SPAN_MS), ACTS.get(random.nextInt(ACTS.size())));
        }
        StringBuilder lines = new StringBuilder();
        acts.forEach((at, act) -> lines.append("  - {at_ms: " + at + ", agent: " + act + "}\n"));
        int noise = random.nextInt(SPAN_MS / 2);
        int voice = SPAN_MS / 2 + random.nextInt(SPAN_MS / 4);
        return ScenarioReader.yaml("""
            name: made up
            seed: %d
            agents:
              - {id: clerk, priority: 5}
              - {id: manager, priority: 6}
              - {id: joy, human: true}
              - {id: max, human: true, priority: 6}
            %suser:
              - {from_ms: %d, to_ms: %d, noise: true}
              - {from_ms: %d, to_ms: %d, says: "tell me more"}
              - {at_ms: 0, types: "tell me"}
              - {at_ms: %d, types: "the terms"}
              - {at_ms: %d, types: "measure it"}
            agent:
              - {when: "tell", audio_ms: 6000, model: {deltas: [[100, "One two. "], [1900, "Three four. "], [5000, "Five six."]]}}
              - {when: "terms", audio_ms: 3000, interruptible: false, model: {deltas: [[100, "These are. "], [1400, "The terms."]]}}
              - {when: "measure", says: "I measure.", audio_ms: 1000, calls: [{id: c1, tool: measure}]}
              - {when_result: c1, says: "It is long.", audio_ms: 1000}
              - {when: "thank", says: "You are welcome.", audio_ms: 1000}
              - {at_ms: %d, says: "The tea is ready.", audio_ms: 1000}
            tools: {measure: {takes_ms: 2000, returns: {size: 1}}}
            """.formatted(
                        seed,
                        lines,
                        noise,
                        noise + 1_500,
                        voice,
                        voice + 1_500,
                        random.nextInt(SPAN_MS),
                        random.nextInt(SPAN_MS),
                        random.nextInt(SPAN_MS)));
    }

    private static List<Rune> goOn(Scenario scenario, List<Rune> recorded) {
        VirtualTime time = new VirtualTime(0);
        MemoryJournal journal = new MemoryJournal(recorded);
        VirtualSession session =
                new VirtualSession(time, ScenarioRun.wanted(scenario, 0), (_, _) -> journal, journal.runes());
        session.open();
        time.atMs(60_000, Rank.USER, () -> session.offer(new SessionEvent.GivenBack("joy", PROGRAM)));
        time.atMs(60_000, Rank.USER, () -> session.offer(new SessionEvent.GivenBack("max", PROGRAM)));
        time.atMs(90_000, Rank.USER, () -> session.offer(new SessionEvent.TextTyped("thank you", "")));
        time.run();
        session.end();
        return journal.runes();
    }

    @Test
    void whoeverWantsTheFloorWheneverAllOfItIsProven() throws BadScenario {
        int said = 0;
        int lostInATakeover = 0;
        for (long seed = 1; seed <= MANY; seed++) {
            Scenario scenario = madeUp(seed);
            MemoryJournal whole = new MemoryJournal();
            ScenarioRun.into(scenario, whole);
            List<Rune> runes = whole.runes();
            String where = "seed " + seed;
            check(runes, where);
            said += words(runes).size();
            int lost = 20 + RandomSource.seeded(seed).nextInt(runes.size() - 25);
            List<Rune> after = goOn(scenario, runes.subList(0, lost));
            String there =
                    where + " lost after " + lost + " " + runes.get(lost - 1).kind();
            check(after, there);
            assertEquals(
                    "You are welcome.",
                    after.stream()
                            .filter(rune -> rune.kind().equals("agent.reply"))
                            .toList()
                            .getLast()
                            .payload()
                            .text("pii_text"),
                    there);
            assertEquals(wordsOf(after), words(after), there);
            lostInATakeover += wordsOf(after).isEmpty() ? 0 : 1;
        }
        assertTrue(said > MANY / 2, "words were said: " + said);
        assertTrue(lostInATakeover > MANY / 8, "processes were lost around takeovers: " + lostInATakeover);
    }

    private static Set<Long> wordsOf(List<Rune> runes) {
        Set<Long> all = new HashSet<>();
        runes.stream().filter(rune -> rune.kind().equals("human.words")).forEach(rune -> all.add(rune.eventId()));
        return all;
    }

    /** The words of humans that were said, each once and in a turn of theirs. */
    private static Set<Long> words(List<Rune> runes) {
        Set<Long> all = new HashSet<>();
        for (Rune rune : runes) {
            BigDecimal words = rune.payload().number("words");
            if (rune.kind().equals("agent.reply") && words != null) {
                assertTrue(all.add(words.longValue()), () -> "said twice: " + rune);
                assertTrue(Set.of("joy", "max").contains(rune.envelope().agent()), () -> "said by another: " + rune);
            }
        }
        return all;
    }

    private static void check(List<Rune> runes, String where) {
        Replay replay = new Replay(new Rooms());
        runes.forEach(replay::accept);
        replay.finish();
        assertNull(replay.divergence(), where);
        for (Rune rune : runes) {
            boolean ofHuman = Set.of("joy", "max").contains(rune.envelope().agent());
            boolean speaks = rune.kind().equals("agent.reply")
                    && !String.valueOf(rune.payload().text("pii_text")).isEmpty();
            if (ofHuman && speaks) {
                assertTrue(rune.payload().has("words"), () -> where + ": in the name of a human: " + rune);
            }
        }
    }
}
