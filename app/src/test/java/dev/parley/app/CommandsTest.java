package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.io.ExitCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandsTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String input, String... args) {
        return run(input.getBytes(StandardCharsets.UTF_8), args);
    }

    private int run(byte[] input, String... args) {
        return run(new ByteArrayInputStream(input), args);
    }

    private int run(InputStream in, String... args) {
        PrintStream toOut = new PrintStream(out, true, StandardCharsets.UTF_8);
        return new Parley(in, toOut, new PrintStream(err, true, StandardCharsets.UTF_8)).run(args);
    }

    private static String line(String action) {
        return "{\"at\":\"2026-03-01T10:00:00Z\",\"actor\":\"system\",\"target\":\"t1\",\"action\":\"" + action
                + "\"}\n";
    }

    private String outText() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String errText() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--bad",
                "no-such-command",
                "drive",
                "drive nothing",
                "drive turn --reading loud",
                "drive turn --from /no/such/file",
                "drive turn --attestations /no/such/folder/file",
                "machines",
                "machines diagram",
                "machines diagram nothing",
                "machines diagram turn --format svg",
                "events nothing",
                "events --schema nothing"
            })
    void answersBadUsageWithOneLineAndExitCode2(String args) {
        assertEquals(ExitCode.BAD_INPUT, run("", args.split(" ")), errText());
        assertEquals("", outText());
        assertEquals(1, errText().lines().count(), errText());
        assertTrue(errText().startsWith("parley: "), errText());
    }

    @Test
    void exitsWith0WhenEverythingWasAllowedAndWith1WhenSomethingWasDenied() {
        assertEquals(
                ExitCode.ACCEPTED, run(line("turn_open_proposed") + "\n  \n" + line("turn_open"), "drive", "turn"));
        assertEquals(2, outText().lines().count());
        assertEquals(ExitCode.DENIED, run(line("commit"), "drive", "turn"));
    }

    @Test
    void answersEveryLineHoweverBad() {
        String lines = "{\n[]\n\"\"\n{\"at\":1}\n{\"a\":1,\"a\":2}\n{\"at\":\"2026-03-01T10:00:00Z\"}\n" + line("x")
                + "\u0000\n";
        assertEquals(ExitCode.DENIED, run(lines, "drive", "turn"));
        assertEquals(8, outText().lines().count());
        assertTrue(outText().lines().allMatch(answer -> answer.contains("\"id\":\"request.malformed\"")), outText());
    }

    @Test
    void survivesLinesThatBreakReaders() {
        String deep = "[".repeat(2_000);
        String far = line("x")
                .replace("\"x\"", "\"x\",\"parameters\":{\"epoch\":1e2147483648}")
                .strip();
        String longNumber = line("x")
                .replace("\"x\"", "\"x\",\"parameters\":{\"epoch\":" + "1".repeat(2_000) + "}")
                .strip();
        String half = line("commit").replace("t1", "\\ud800").strip();
        String lines = String.join("\n", deep, far, longNumber, half) + "\n" + line("turn_open_proposed");
        assertEquals(ExitCode.DENIED, run(lines, "drive", "turn"), errText());
        assertEquals(5, outText().lines().count(), outText());
        assertTrue(outText().lines().toList().getLast().contains("\"decision\":\"allowed\""), outText());
    }

    @Test
    void refusesALineThatIsNotUtf8InsteadOfReplacingItsBytes() {
        String bad = line("turn_open_proposed").replace("system", "agent_\u00ff");
        String good = line("turn_open_proposed").replace("\"t1\"", "\"t1\",\"parameters\":{\"note\":\"\u00c3\u00a9\"}");
        String lines = bad + "\n" + bad.replace('\n', '\r') + "\u00ff\r\n" + good;
        assertEquals(ExitCode.DENIED, run(lines.getBytes(StandardCharsets.ISO_8859_1), "drive", "turn"));
        List<String> answers = outText().lines().toList();
        assertEquals(4, answers.size(), outText());
        for (int n = 1; n <= 3; n++) {
            String answer = answers.get(n - 1);
            assertTrue(answer.startsWith("{\"n\":" + n + ",\"decision\":\"denied\""), answer);
            assertTrue(answer.contains("request.malformed") && answer.contains("not UTF-8"), answer);
        }
        assertTrue(answers.getLast().startsWith("{\"n\":4,\"decision\":\"allowed\""), outText());
    }

    @Test
    void namesWhyStandardInputCannotBeReadInOneLine() {
        InputStream folder = new FilterInputStream(InputStream.nullInputStream()) {
            @Override
            public int read(byte[] into, int from, int length) throws IOException {
                throw new IOException("Is a directory");
            }
        };
        assertEquals(ExitCode.BAD_INPUT, run(folder, "drive", "turn"));
        assertEquals("parley: cannot read standard input: Is a directory\n", errText());
    }

    @Test
    void goesOnFromExportedAttestationsAndRefusesEditedOnes(@TempDir Path folder) throws IOException {
        String file = folder.resolve("attestations.json").toString();
        run(line("turn_open_proposed") + line("close"), "drive", "turn", "--attestations", file);
        out.reset();
        assertEquals(
                ExitCode.ACCEPTED, run(line("turn_open"), "drive", "turn", "--from", file, "--attestations", file));
        assertTrue(outText().contains("\"attestation_id\":\"att_3\""), outText());
        assertTrue(outText().contains("\"state\":\"Active\""), outText());
        Path path = Path.of(file);
        Files.writeString(path, Files.readString(path).replace("\"action\":\"close\"", "\"action\":\"commit\""));
        assertEquals(ExitCode.BAD_INPUT, run("", "drive", "turn", "--from", file));
        assertTrue(errText().contains("index 1"), errText());
    }

    @Test
    void namesWhatIsWrongWithTheFileToRebuildFrom(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("attestations.json");
        assertEquals(ExitCode.BAD_INPUT, run("", "drive", "turn", "--from", file.toString()));
        assertEquals("parley: there is no file " + file + "\n", errText());
        err.reset();
        Files.write(file, new byte[] {'[', '"', (byte) 0xff, '"', ']'});
        assertEquals(ExitCode.BAD_INPUT, run("", "drive", "turn", "--from", file.toString()));
        assertEquals("parley: " + file + ": not UTF-8\n", errText());
        err.reset();
        Files.writeString(file, "[{},\n{},\n {oops}]\n");
        assertEquals(ExitCode.BAD_INPUT, run("", "drive", "turn", "--from", file.toString()));
        assertTrue(errText().startsWith("parley: " + file + ": not JSON: "), errText());
        assertTrue(errText().contains("(line 3, column "), errText());
        assertEquals(1, errText().lines().count(), errText());
    }

    @Test
    void playsAScriptAsAConversationToBeRead(@TempDir Path folder) throws IOException {
        Path script = Files.writeString(folder.resolve("tea.yaml"), """
                name: tea
                people:
                  - {id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}
                user:
                  - {at_ms: 500, types: "Order tea", by: ana}
                  - {at_ms: 2000, approves: c1, by: ana}
                  - {at_ms: 4000, stop: true}
                agent:
                  - {when: "tea", calls: [{id: c1, tool: order}]}
                  - {when_result: c1, says: "Tea is on its way.", audio_ms: 2000}
                tools:
                  order: {takes_ms: 500, returns: {ok: true}, approval: required}
                """);
        assertEquals(ExitCode.ACCEPTED, run("", "talk", "--script", script.toString()), errText());
        assertEquals("""
                   0.500 s  ana: Order tea
                   0.800 s  (c1 waits for a yes)
                   2.000 s  (order runs)
                   2.500 s  (order: done)
                   3.000 s  agent: Tea is on its way.
                   4.000 s  (stop)
                   4.000 s  (the agent falls silent after 1000 ms)
                """, outText());
    }

    @Test
    void helpsWithEveryCommand() {
        assertEquals(ExitCode.ACCEPTED, run("", "--help"));
        assertTrue(outText().contains("drive"), outText());
        assertEquals(ExitCode.ACCEPTED, run("", "drive", "--help"));
        assertTrue(outText().contains("--attestations"), outText());
    }
}
