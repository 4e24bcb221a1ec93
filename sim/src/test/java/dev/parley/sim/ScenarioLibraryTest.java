package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.RandomSource;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.sim.result.ScenarioResult;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.ScenarioRun;
import dev.parley.sim.run.VirtualTime;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Items 5, 7 and 32 of the pipeline: whole conversations, their turns, their connections. */
class ScenarioLibraryTest {
    @Test
    void theLibraryIsLargeAndItsNamesAreUnique() {
        Set<String> conversations = new HashSet<>();
        for (Path file : Library.files()) {
            assertTrue(conversations.add(Library.read(file).conversation()), file.toString());
        }
        assertTrue(conversations.size() >= 40);
    }

    @TestFactory
    Stream<DynamicTest> everyScenarioIsAsItExpects() {
        return Library.files().stream()
                .map(file -> DynamicTest.dynamicTest(
                        file.getFileName().toString(),
                        () -> assertEquals(
                                List.of(), Scenarios.run(Library.read(file)).failures())));
    }

    @TestFactory
    Stream<DynamicTest> everyScenarioLeavesTheSameLogTwiceAndOnceMoreFromItsRecord() {
        return Library.files().stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> runsThrice(file)));
    }

    private static void runsThrice(Path file) throws IOException, BadScenario {
        Scenario scenario = Library.read(file);
        String first = sha256(Scenarios.run(scenario));
        RunelogSettings settings = RunelogSettings.inline(new VirtualTime(0), RandomSource.seeded(0));
        try (Runelog log = Runelog.open(new MemoryDisk(), settings)) {
            assertEquals(first, sha256(Scenarios.run(scenario, log)));
            Resimulation again =
                    Resimulation.of(log.read(scenario.conversation(), 0).toList());
            assertNull(again.divergence());
            assertEquals(first, again.logSha256());
        }
    }

    private static String sha256(ScenarioResult result) {
        return String.valueOf(result.json().text("log_sha256"));
    }

    @TestFactory
    Stream<DynamicTest> everyVerdictOfEveryScenarioIsDerivedAgainFromTheLogAlone() {
        return Library.files().stream()
                .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> {
                    MemoryJournal journal = new MemoryJournal();
                    ScenarioRun.into(Library.read(file), journal);
                    Replay replay = new Replay(new Rooms());
                    journal.runes().forEach(replay::accept);
                    assertNull(replay.divergence());
                    assertTrue(replay.verdicts() > 0);
                }));
    }
}
