package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.record.History;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.math.BigDecimal;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A record that a second runtime goes on with reads as if one had written it. */
class ResumedRecordTest {

    private static List<Rune> run(Scenario scenario) {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(scenario, journal);
        return journal.runes();
    }

    private static List<Rune> goesOn(List<Rune> before, Scenario rest) {
        MemoryJournal journal = new MemoryJournal(before);
        assertTrue(ScenarioRun.after(before, rest, journal).isPresent());
        return journal.runes();
    }

    private static List<Rune> upTo(List<Rune> runes, String kind) {
        for (Rune rune : runes) {
            if (rune.kind().equals(kind)) {
                return runes.subList(0, (int) rune.eventId());
            }
        }
        throw new AssertionError("no " + kind);
    }

    private static final String DELICATE = """
        name: a fact and then the rest
        people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true, facts: {allergy: peanuts}}]
        user:
          - {at_ms: 0, types: "allergy", by: ana}
        agent:
          - {when: "allergy", says: "You are allergic to peanuts. The kettle is on.", audio_ms: 4500}
          - {when: "later", says: "The tea is ready now.", audio_ms: 2000}
        """;

    @Test
    void aReplyAfterARestartTakesNoNumberThatASentenceHad() throws Exception {
        Scenario scenario = ScenarioReader.yaml(DELICATE);
        List<Rune> before = upTo(run(scenario), "turn.closed");
        Json.Obj typed =
                Json.Obj.EMPTY.with("at_ms", 100).with("types", "later").with("by", "ana");
        Scenario rest = ScenarioReader.recorded(scenario.source().with("user", Json.of(List.of(typed))));
        List<Rune> after = goesOn(before, rest);
        Set<Long> numbers = new HashSet<>();
        for (Rune rune : after) {
            if (rune.kind().equals("agent.reply") || rune.kind().equals("agent.sentence")) {
                assertTrue(numbers.add(number(rune, "reply")), () -> "the number is taken: " + rune);
            }
        }
        History history = new History();
        after.forEach(history::add);
        assertEquals(
                List.of("You are allergic to peanuts. The kettle is on.", "The tea is ready now."),
                history.entries().stream()
                        .filter(entry -> entry.role().equals("assistant"))
                        .map(History.Entry::text)
                        .toList());
    }

    private static final String LONG = """
        name: one second of words
        start: "2026-03-01T10:00:00Z"
        user:
          - {at_ms: 0, types: "go", by: ana}
        agent:
          - {when: "go", says: "one two", audio_ms: 1000}
        """;

    @Test
    void whatWasPlayedToItsEndBeforeTheProcessWasLostIsNotInterrupted() throws Exception {
        List<Rune> before = upTo(run(ScenarioReader.yaml(LONG)), "playback.progress");
        assertEquals(1000, number(before.getLast(), "played_ms"));
        MemoryJournal journal = new MemoryJournal(before);
        new UnheldRecord(journal, new VirtualTime(0)).end();
        Rune ended = journal.runes().stream()
                .filter(rune -> rune.kind().equals("playback.ended"))
                .findFirst()
                .orElseThrow();
        assertEquals(1000, number(ended, "played_ms"));
        assertFalse(Boolean.TRUE.equals(ended.payload().flag("interrupted")), ended::toString);
    }

    @Test
    void timeDoesNotGoBackThoughTheWallClockOfTheNextMachineIsWrong() throws Exception {
        Scenario scenario = ScenarioReader.yaml(LONG);
        List<Rune> before = upTo(run(scenario), "playback.started");
        Scenario yesterday = ScenarioReader.recorded(scenario.source().with("start", Json.of("2026-02-28T10:00:00Z")));
        long newest = 0;
        for (Rune rune : goesOn(before, yesterday)) {
            assertTrue(rune.envelope().monotonicNanos() >= newest, () -> "time goes back: " + rune);
            newest = rune.envelope().monotonicNanos();
        }
    }

    @Test
    void timeGoesOnFromTheNewestMomentOfARecordInWhichItWentBackOnce() throws Exception {
        Scenario scenario = ScenarioReader.yaml(LONG);
        MemoryJournal journal = new MemoryJournal();
        List<Rune> first = upTo(run(scenario), "playback.started");
        first.forEach(rune -> journal.append(earlier(rune, first.size())));
        List<Rune> before = journal.runes();
        long newest = before.stream()
                .mapToLong(rune -> rune.envelope().monotonicNanos())
                .max()
                .orElseThrow();
        assertTrue(before.getLast().envelope().monotonicNanos() < newest);
        List<Rune> after = goesOn(before, scenario);
        for (Rune rune : after.subList(before.size(), after.size())) {
            assertTrue(rune.envelope().monotonicNanos() >= newest, () -> "time goes back: " + rune);
        }
    }

    /** The rune as it was, but the last one a little before the others. */
    private static RuneDraft earlier(Rune rune, int last) {
        RuneDraft draft = new RuneDraft(rune.envelope(), rune.payload());
        return rune.eventId() < last
                ? draft
                : draft.withTimes(1, rune.envelope().wallMillis());
    }

    @Test
    void everyVerdictAboutACommandNamesTheTurnInWhichItWasAskedFor() throws BadScenario {
        Scenario scenario = Library.read(Library.files().stream()
                .filter(file -> file.endsWith("command-confirmed.yaml"))
                .findFirst()
                .orElseThrow());
        int seen = 0;
        for (Rune rune : run(scenario)) {
            if (rune.kind().equals("verdict.household")
                    && "command".equals(rune.payload().text("machine"))) {
                assertEquals(1, rune.turn(), rune::toString);
                seen++;
            }
        }
        assertTrue(seen >= 4, "detected, authorised, confirmed, executed");
    }

    private static long number(Rune rune, String key) {
        BigDecimal found = rune.payload().number(key);
        return found == null ? 0 : found.longValue();
    }
}
