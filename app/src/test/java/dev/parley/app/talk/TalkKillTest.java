package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.Children;
import dev.parley.app.Main;
import dev.parley.app.Parley;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The program itself is killed in the middle of a conversation and started again on the same folder. */
@Timeout(180)
class TalkKillTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path data = Path.of("");

    /** Types a line into a process of its own, waits for its answer, and kills it. */
    private String killAfter(String line) throws Exception {
        Process process = Children.start(new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Main.class.getName(),
                        "talk",
                        "--as",
                        "ana",
                        "--data",
                        data.toString()))
                .redirectError(ProcessBuilder.Redirect.DISCARD));
        try (Writer input = process.outputWriter(StandardCharsets.UTF_8);
                BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            input.write(line + "\n");
            input.flush();
            String said = output.readLine();
            process.destroyForcibly();
            assertTrue(process.waitFor(30, TimeUnit.SECONDS));
            assertEquals(137, process.exitValue(), "killed by SIGKILL");
            return said;
        } finally {
            process.destroyForcibly();
        }
    }

    private List<String> run(String input, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        err.reset();
        int code = new Parley(
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .run(args);
        assertEquals(0, code, err.toString(StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private List<String> said() {
        return err.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.contains("unfinished"))
                .toList();
    }

    /** The kill may come before or after the record says that the question was shown to its end. */
    private List<String> saidWithoutTheQuestion() {
        return said().stream()
                .map(line -> line.replace("reply 2 counts as far as it was heard, ", ""))
                .toList();
    }

    @Test
    void aQuestionThatWasPendingIsCancelledAndTheNextStartSaysSo() throws Exception {
        assertTrue(killAfter("order some tea").startsWith("May I order"));
        assertEquals(
                List.of("The kitchen lights are on."),
                run("turn on the kitchen lights\n", "talk", "--as", "ana", "--data", data.toString()));
        assertEquals(
                List.of("talk-1 was left unfinished: turn 1 closed (recording_evidence_unavailable), call c1"
                        + " cancelled before it ran."),
                saidWithoutTheQuestion());
        run("", "talk", "--as", "ana", "--data", data.toString());
        assertEquals(List.of(), said(), "it is closed once");
        verified();
    }

    @Test
    void aProcessKilledBetweenTurnsLeftNothingOpen() throws Exception {
        assertEquals("The kitchen lights are on.", killAfter("turn on the kitchen lights"));
        run("", "talk", "--as", "ana", "--data", data.toString());
        assertTrue(said().getFirst().startsWith("talk-1 was left unfinished: "), said().toString());
        assertFalse(said().getFirst().contains("unknown"), said().toString());
        verified();
    }

    private void verified() {
        assertTrue(run("", "log", "verify", "--data", data.toString()).getLast().contains("\"ok\":true"));
        assertTrue(run("", "replay", "--data", data.toString(), "talk-1", "--json")
                .getFirst()
                .contains("\"verified\":true"));
        List<String> record = run("", "log", "cat", "--data", data.toString(), "talk-1");
        assertTrue(record.getLast().contains("\"ended\""), record.getLast());
        assertEquals(
                record.stream()
                        .filter(line -> line.contains("\"turn.started\""))
                        .count(),
                record.stream().filter(line -> line.contains("\"turn.closed\"")).count());
    }
}
