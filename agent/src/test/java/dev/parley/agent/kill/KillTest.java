package dev.parley.agent.kill;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.record.MemoryRecorder;
import dev.parley.agent.record.RunelogRecorder;
import dev.parley.agent.tool.ThreadTimers;
import dev.parley.agent.tool.ToolRouter;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.tool.ToolResult;
import dev.parley.kernel.tool.ToolStatus;
import dev.parley.runelog.Runelog;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** SIGKILL at every recorded step of a call: afterwards it has exactly one result, and the tool never ran twice (E4). */
@Timeout(180)
class KillTest {
    @TempDir
    Path directory;

    private static final List<String> ASKED_STEPS = List.of(
            "room.opened",
            "verdict.tool call",
            "verdict.tool ask",
            "verdict.tool approve",
            "verdict.tool admit",
            "verdict.tool dispatch",
            "tool.dispatched",
            "tool.progress",
            "verdict.tool result",
            "tool.result");

    private static final List<String> UNASKED_STEPS = List.of(
            "room.opened",
            "verdict.tool call",
            "verdict.tool permit",
            "verdict.tool admit",
            "verdict.tool dispatch",
            "tool.dispatched",
            "tool.progress",
            "verdict.tool result",
            "tool.result");

    static Stream<Arguments> cuts() {
        return Stream.concat(
                Stream.concat(ASKED_STEPS.stream(), Stream.of(KilledProcess.IN_THE_TOOL))
                        .map(step -> Arguments.of(KilledProcess.ASKED, step)),
                Stream.concat(UNASKED_STEPS.stream(), Stream.of(KilledProcess.IN_THE_TOOL))
                        .map(step -> Arguments.of(KilledProcess.UNASKED, step)));
    }

    @Test
    void noRecordedStepIsLeftOut() {
        assertEquals(ASKED_STEPS, stepsOf(KilledProcess.ASKED));
        assertEquals(UNASKED_STEPS, stepsOf(KilledProcess.UNASKED));
    }

    private List<String> stepsOf(String tool) {
        MemoryRecorder recorder = new MemoryRecorder();
        try (ThreadTimers timers = new ThreadTimers()) {
            ToolRouter router = KilledProcess.router(directory, recorder, timers, "");
            assertEquals(ToolStatus.SUCCESS, KilledProcess.call(router, tool).status());
        }
        return recorder.read(KilledProcess.CONVERSATION).stream()
                .map(rune -> KilledProcess.step(rune.kind(), rune.payload()))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("cuts")
    void hasOneResultAfterTheRestartAndRanAtMostOnce(String tool, String step) throws Exception {
        kill(tool, step);
        long runsBefore = KilledProcess.runs(directory);
        try (Runelog log = KilledProcess.open(directory);
                ThreadTimers timers = new ThreadTimers()) {
            RunelogRecorder recorder = new RunelogRecorder(log);
            ToolRouter router = KilledProcess.router(directory, recorder, timers, "");
            router.recover();
            ToolResult result = KilledProcess.call(router, tool);
            assertEquals(result, KilledProcess.call(router, tool));
            check(step, result.status(), runsBefore);
            router.close();
            assertEquals(1, count(log, "verdict.tool call"));
            assertEquals(1, count(log, "tool.result"));
            assertTrue(count(log, "tool.dispatched") <= 1);
        }
    }

    private void check(String step, ToolStatus status, long runsBefore) throws IOException {
        long runs = KilledProcess.runs(directory);
        switch (step) {
            case "verdict.tool dispatch", "tool.dispatched", "tool.progress", KilledProcess.IN_THE_TOOL -> {
                assertEquals(ToolStatus.UNKNOWN, status);
                assertEquals(runsBefore, runs, "what may have run is not run again");
            }
            case "verdict.tool result", "tool.result" -> {
                assertEquals(ToolStatus.SUCCESS, status);
                assertEquals(1, runs);
            }
            default -> {
                assertEquals(0, runsBefore, "nothing runs before its intent is durable");
                boolean permitLapsed = status == ToolStatus.DENIED;
                assertEquals(permitLapsed ? 0 : 1, runs);
            }
        }
    }

    private static long count(Runelog log, String kind) {
        log.commit();
        long count = 0;
        for (Rune rune : new RunelogRecorder(log).read(KilledProcess.CONVERSATION)) {
            count += KilledProcess.step(rune.kind(), rune.payload()).equals(kind) ? 1 : 0;
        }
        return count;
    }

    private void kill(String tool, String step) throws Exception {
        Process process = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        KilledProcess.class.getName(),
                        directory.toString(),
                        tool,
                        step))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            assertEquals("cut " + step, output.readLine());
        } finally {
            process.destroyForcibly();
        }
        assertTrue(process.waitFor(30, TimeUnit.SECONDS));
        assertEquals(137, process.exitValue(), "killed by SIGKILL");
    }
}
