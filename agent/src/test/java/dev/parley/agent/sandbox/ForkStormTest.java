package dev.parley.agent.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.CancelToken;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A confined program whose processes start processes, a bounded number here, stays within its limits and ends. */
@Timeout(120)
class ForkStormTest {
    /** 511 shells with one sleep each, of which every shell but the last ones starts two more. */
    private static final String STORM = """
            storm() { if [ "$1" -gt 0 ]; then storm $(($1 - 1)) & storm $(($1 - 1)) & fi; sleep 20 & wait; }
            storm 8
            """;

    private static final String CROWD = "i=0; while [ $i -lt 600 ]; do sleep 30 & i=$((i + 1)); done; echo all; wait";

    @TempDir
    Path directory;

    private Stream<DynamicTest> each(Trial trial) {
        return Stream.of(Confinement.values())
                .filter(Confinement::works)
                .map(confinement -> DynamicTest.dynamicTest(confinement.printed(), () -> {
                    Path work = Files.createDirectories(directory.toRealPath().resolve(confinement.printed()));
                    trial.run(confinement, work);
                }));
    }

    @FunctionalInterface
    private interface Trial {
        void run(Confinement confinement, Path work) throws Exception;
    }

    /**
     * The budget is above what the storm takes, so that nothing but the kernel keeps it small. A look at all processes takes
     * its time, and some end and others begin meanwhile; those that are seen in two looks were all there between the two. A
     * handle is equal to another if process and starting time are.
     */
    @TestFactory
    Stream<DynamicTest> theKernelLetsAConfinedProgramHaveSoManyProcessesAndNotMore() {
        return each((confinement, work) -> {
            AtomicBoolean isOver = new AtomicBoolean();
            AtomicLong most = new AtomicLong();
            Thread counting = Thread.ofPlatform().daemon().start(() -> {
                Set<ProcessHandle> before = Set.of();
                while (!isOver.get()) {
                    Set<ProcessHandle> now =
                            ProcessHandle.current().descendants().collect(Collectors.toSet());
                    most.accumulateAndGet(now.stream().filter(before::contains).count(), Math::max);
                    before = now;
                }
            });
            try (Workspace workspace = Workspace.open(work)) {
                CommandRunner runner = new CommandRunner(
                        workspace, confinement, Set.of("sh"), new CommandRunner.Limits(60_000, 2_000, 4L << 30));
                CommandRunner.Finished finished = runner.run(List.of("sh", "-c", CROWD), CancelToken.NEVER);
                assertNotEquals("all\n", finished.stdout());
                runner.run(List.of("sh", "-c", STORM), CancelToken.NEVER);
            } finally {
                isOver.set(true);
                counting.join();
            }
            assertTrue(most.get() > ProcessBudget.USUAL.processes(), "the storm came to " + most);
            assertTrue(most.get() <= TaskLimit.TASKS_MAX, "there were " + most + " processes");
        });
    }

    @TestFactory
    Stream<DynamicTest> aCommandThatForksAndForksIsEndedWithTheReason() {
        return each((confinement, work) -> {
            try (Workspace workspace = Workspace.open(work)) {
                CommandRunner runner = new CommandRunner(workspace, confinement, Set.of("sh"));
                IOException stopped = assertThrows(
                        IOException.class, () -> runner.run(List.of("sh", "-c", STORM), CancelToken.NEVER));
                assertEquals("the program had more than 256 processes", stopped.getMessage());
            }
        });
    }

    /** With its first process all are gone, however many there are, and none of them is looked for. */
    @TestFactory
    Stream<DynamicTest> theCountStopsAboveTheBudgetAndTheEndTakesAllOfThem() {
        return each((confinement, work) -> {
            String ready = "i=0; while [ $i -lt 300 ]; do sleep 60 & i=$((i + 1)); done; echo ready; wait";
            try (Confinement.Confined confined = confinement.confine(work, List.of("sh", "-c", ready))) {
                Process process = new ProcessBuilder(confined.command()).start();
                assertEquals("ready", process.inputReader().readLine());
                List<ProcessHandle> all = process.descendants().toList();
                assertTrue(all.size() > 300, "there are " + all.size());
                ProcessBudget few = new ProcessBudget(20, 4L << 30);
                Footprint taken = Footprint.of(process, few);
                assertEquals(21, taken.processes());
                assertEquals("had more than 20 processes", few.excess(taken));
                Confinement.end(process);
                process.waitFor();
                for (ProcessHandle each : all) {
                    each.onExit().join();
                }
            }
        });
    }
}
