package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.io.ExitCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A recorded conversation is stepped through, moment by moment, by turn and by lane. */
class ReplayStepsTest {
    private static final Path SCENARIOS =
            Path.of(System.getProperty("parley.root", "..")).resolve("scenarios");

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private String conversation = "";

    @TempDir
    private Path folder = Path.of("");

    private int run(String... args) {
        out.reset();
        err.reset();
        PrintStream toOut = new PrintStream(out, true, StandardCharsets.UTF_8);
        PrintStream toErr = new PrintStream(err, true, StandardCharsets.UTF_8);
        return new Parley(new ByteArrayInputStream(new byte[0]), toOut, toErr).run(args);
    }

    private List<String> lines() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @BeforeEach
    void record() {
        String scenario = SCENARIOS.resolve("turn-typed.yaml").toString();
        assertEquals(ExitCode.ACCEPTED, run("scenario", "run", scenario, "--record", folder.toString()));
        run("log", "ls", "--data", folder.toString());
        conversation = lines().getFirst().replaceAll(".*\"conversation\":\"([^\"]+)\".*", "$1");
    }

    @Test
    void momentsArePrintedInOrderWithControlFirst() {
        assertEquals(ExitCode.ACCEPTED, run("replay", "--data", folder.toString(), conversation, "--steps"));
        List<String> times =
                lines().stream().filter(line -> line.endsWith(" s")).toList();
        assertEquals(List.of("0.000 s", "0.700 s", "1.000 s", "1.200 s", "2.100 s"), times);
        List<String> opening = lines().subList(lines().indexOf("0.700 s") + 1, lines().indexOf("1.000 s"));
        List<String> lanes = opening.stream()
                .map(line -> line.strip().replaceAll(" .*", ""))
                .distinct()
                .toList();
        assertEquals(List.of("control", "data"), lanes);
        assertTrue(opening.stream().anyMatch(line -> line.endsWith("turn 1 begins")), opening.toString());
        assertTrue(lines().stream().anyMatch(line -> line.startsWith("Verified: ")), "the fold follows");
    }

    @Test
    void aTurnALaneAndAPositionNarrowThem() {
        String[] narrowed = {
            "replay",
            "--data",
            folder.toString(),
            conversation,
            "--steps",
            "--turn",
            "1",
            "--lane",
            "data",
            "--after",
            "21",
            "--json"
        };
        assertEquals(ExitCode.ACCEPTED, run(narrowed));
        List<String> moments =
                lines().stream().filter(line -> line.startsWith("{\"at_ms\"")).toList();
        assertTrue(moments.getFirst().startsWith("{\"at_ms\":1200,"), moments.toString());
        assertTrue(moments.stream().noneMatch(line -> line.contains("\"lane\":\"control\"")), moments.toString());
        assertTrue(lines().getLast().contains("\"verified\":true"));
    }

    @Test
    void whatNarrowsStepsWithoutStepsAndAnUnknownLaneAreRefused() {
        assertEquals(ExitCode.BAD_INPUT, run("replay", "--data", folder.toString(), conversation, "--turn", "1"));
        assertEquals(
                ExitCode.BAD_INPUT,
                run("replay", "--data", folder.toString(), conversation, "--steps", "--lane", "fast"));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("control, data or telemetry"));
    }
}
