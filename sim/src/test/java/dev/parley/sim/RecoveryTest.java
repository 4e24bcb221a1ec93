package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.session.record.Journal;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** A process that is lost after any of its runes: what it left open is closed with an honest reason. */
class RecoveryTest {
    private static final List<String> FILES = List.of(
            "tool-while-speaking",
            "tool-two-calls",
            "approval-granted",
            "approval-cancelled",
            "interrupt-short-words",
            "command-confirmed",
            "provider-switch-in-playback",
            "tool-ignores-cancel",
            "stream-sentence-by-sentence",
            "stream-call-in-the-middle",
            "stream-model-fails");

    @TestFactory
    Stream<DynamicTest> everyTurnAndCallEndsOnceWhereverTheProcessWasLost() {
        return FILES.stream()
                .map(name -> DynamicTest.dynamicTest(name, () -> {
                    Path file = Library.files().stream()
                            .filter(path -> path.endsWith(name + ".yaml"))
                            .findFirst()
                            .orElseThrow();
                    Scenario scenario = Library.read(file);
                    int whole = lostAfter(scenario, Integer.MAX_VALUE).size();
                    Scenario rest = rest(scenario);
                    for (int lost = 1; lost < whole; lost++) {
                        check(scenario, lost);
                        goesOn(scenario, rest, lost);
                    }
                }));
    }

    /** What stands in the log when nothing can be written after so many runes. */
    private static List<Rune> lostAfter(Scenario scenario, int many) {
        MemoryJournal memory = new MemoryJournal();
        Journal failing = new Journal() {
            @Override
            public Rune append(RuneDraft draft) {
                if (memory.runes().size() >= many) {
                    throw new EvidenceUnavailable("the process is gone");
                }
                return memory.append(draft);
            }

            @Override
            public boolean isDurable(long eventId) {
                return memory.isDurable(eventId);
            }
        };
        ScenarioRun.into(scenario, failing);
        return memory.runes();
    }

    private static void check(Scenario scenario, int lost) {
        List<Rune> before = lostAfter(scenario, lost);
        assertEquals(lost, before.size(), "D3: nothing goes on without its record");
        MemoryJournal journal = new MemoryJournal(before);
        new UnheldRecord(journal, new VirtualTime(0)).end();
        List<Rune> after = journal.runes();
        Map<String, Integer> ends = new LinkedHashMap<>();
        for (Rune rune : after) {
            count(ends, rune);
        }
        ends.forEach((what, many) -> assertEquals(1, many, () -> what + " when lost after " + lost));
        assertTrue(
                after.subList(lost, after.size()).stream()
                        .noneMatch(rune -> rune.kind().startsWith("playback.")
                                && !rune.kind().equals("playback.ended")),
                "nothing is spoken again");
        Replay replay = new Replay(new Rooms());
        after.forEach(replay::accept);
        assertNull(replay.divergence(), () -> "lost after " + lost);
    }

    /** The same world, in which somebody types one more line. */
    private static Scenario rest(Scenario scenario) throws BadScenario {
        Json.Obj typed = Json.Obj.EMPTY.with("at_ms", 1000).with("types", "nobody has a rule for this");
        List<Json> rules = scenario.source().get("agent") instanceof Json.Arr(List<Json> all) ? all : List.of();
        List<Json> answers = rules.stream()
                .filter(rule -> rule instanceof Json.Obj fields && fields.get("at_ms") == null)
                .toList();
        return ScenarioReader.recorded(scenario.source()
                .with("user", Json.of(List.of(typed)))
                .with("agent", Json.of(answers))
                .with("faults", Json.of(List.of())));
    }

    /** Another runtime takes the conversation up after any of its runes and holds one more turn in it. */
    private static void goesOn(Scenario scenario, Scenario rest, int lost) {
        List<Rune> before = lostAfter(scenario, lost);
        MemoryJournal journal = new MemoryJournal(before);
        assertTrue(ScenarioRun.after(before, rest, journal).isPresent());
        List<Rune> after = journal.runes();
        List<Rune> later = after.subList(lost, after.size());
        Map<String, Integer> ends = new LinkedHashMap<>();
        after.forEach(rune -> count(ends, rune));
        ends.forEach((what, many) -> assertEquals(1, many, () -> what + " when taken up after " + lost));
        assertTrue(
                later.stream()
                        .noneMatch(rune -> Set.of("playback.started", "playback.resumed", "tool.dispatched")
                                .contains(rune.kind())),
                () -> "something was done twice when taken up after " + lost);
        assertEquals(
                1,
                later.stream()
                        .filter(rune -> rune.kind().equals("turn.completed"))
                        .filter(rune -> "empty".equals(rune.payload().text("reason")))
                        .count(),
                () -> "it goes on when taken up after " + lost);
        assertEquals(
                scenario.people().size(),
                after.stream()
                        .filter(rune -> "person_added".equals(rune.payload().text("action")))
                        .count(),
                () -> "everybody moves in once when taken up after " + lost);
        assertEquals(
                1,
                after.stream()
                        .filter(rune -> "CREATE".equals(rune.payload().text("action")))
                        .filter(rune -> "voice".equals(rune.payload().text("target")))
                        .count(),
                () -> "the voice when taken up after " + lost);
        Replay replay = new Replay(new Rooms());
        after.forEach(replay::accept);
        assertNull(replay.divergence(), () -> "taken up after " + lost);
    }

    private static void count(Map<String, Integer> ends, Rune rune) {
        String call = rune.payload().text("call_id");
        switch (String.valueOf(rune.payload().text("signal"))) {
            case "turn_open" -> {
                ends.putIfAbsent("end of turn " + rune.turn(), 0);
                ends.putIfAbsent("close of turn " + rune.turn(), 0);
            }
            case "commit", "abort" -> ends.merge("end of turn " + rune.turn(), 1, Integer::sum);
            case "close" -> ends.merge("close of turn " + rune.turn(), 1, Integer::sum);
            default -> {
                if (rune.kind().equals("verdict.tool")
                        && "call".equals(rune.payload().text("action"))) {
                    ends.putIfAbsent("result of " + rune.payload().text("target"), 0);
                } else if (rune.kind().equals("tool.result")) {
                    ends.merge("result of " + call, 1, Integer::sum);
                }
            }
        }
    }
}
