package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Somebody sets the clock on the wall in the middle of a conversation: nothing is decided otherwise (ruling X6). */
class ClockJumpTest {
    private static final long YEAR_MS = 31_536_000_000L;
    private static final long NANOS_PER_MILLI = 1_000_000;

    @TestFactory
    Stream<DynamicTest> everyConversationGoesOnAsIfTheClockHadNotBeenSet() {
        return Library.files().stream()
                .map(file -> DynamicTest.dynamicTest(String.valueOf(file.getFileName()), () -> compare(file)));
    }

    private static void compare(Path file) throws BadScenario {
        Scenario scenario = Library.read(file);
        List<Rune> plain = run(scenario);
        List<Rune> jumped = run(jumping(scenario, plain.getLast().envelope().monotonicNanos() / NANOS_PER_MILLI));
        assertEquals(decided(plain), decided(jumped));
        assertNotEquals(
                plain.getLast().envelope().wallMillis(),
                jumped.getLast().envelope().wallMillis());
    }

    private static Scenario jumping(Scenario scenario, long lastsMs) throws BadScenario {
        List<Json> faults = new ArrayList<>();
        if (scenario.source().get("faults") instanceof Json.Arr given) {
            faults.addAll(given.items());
        }
        faults.add(Json.Obj.EMPTY.with("at_ms", lastsMs / 3).with("clock_jump_ms", -YEAR_MS));
        faults.add(Json.Obj.EMPTY.with("at_ms", lastsMs * 2 / 3).with("clock_jump_ms", 30 * YEAR_MS));
        return ScenarioReader.recorded(scenario.source().with("faults", Json.of(faults)));
    }

    /** Every rune after the first, which holds the scenario itself, without what the clock on the wall showed. */
    private static List<String> decided(List<Rune> runes) {
        return runes.stream()
                .skip(1)
                .map(rune -> rune.envelope().monotonicNanos() + " " + rune.kind() + " "
                        + rune.payload().canonical())
                .toList();
    }

    private static List<Rune> run(Scenario scenario) {
        MemoryJournal journal = new MemoryJournal();
        ScenarioRun.into(scenario, journal);
        return journal.runes();
    }
}
