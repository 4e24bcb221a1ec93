package dev.parley.app.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.Parley;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tools that a configuration file names, in a typed conversation with a scripted agent. */
@Timeout(120)
class ConfiguredToolsTest {
    private static final String RULES = """
            - {when: "how many", calls: [{id: c1, tool: notes__count}]}
            - {when_result: c1, says: "I have counted."}
            - {when: "note", calls: [{id: c2, tool: notes__add, args: {note: tea}}]}
            - {when_result: c2, says: "I have answered about the note."}
            - {when: "read", calls: [{id: c3, tool: read_file, args: {path: a.txt}}]}
            - {when_result: c3, says: "I have read."}
            - {when: "peek", calls: [{id: c4, tool: read_file, args: {path: ../parley.yaml}}]}
            - {when_result: c4, says: "I have peeked."}
            - {when: "write", calls: [{id: c5, tool: write_file, args: {path: b.txt, content: new}}]}
            - {when_result: c5, says: "I have answered about the file."}
            - {when: "run", calls: [{id: c6, tool: run_command, args: {argv: [cat, a.txt]}}]}
            - {when_result: c6, says: "I have run."}
            """;

    @TempDir
    private Path folder = Path.of("");

    private record Ran(int code, List<String> out, String err) {}

    private Ran run(String input, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = new Parley(
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .run(args);
        return new Ran(
                code, out.toString(StandardCharsets.UTF_8).lines().toList(), err.toString(StandardCharsets.UTF_8));
    }

    private Ran talk(String config, String... lines) throws IOException {
        Files.writeString(folder.resolve("rules.yaml"), RULES);
        Path file = Files.writeString(
                folder.resolve("parley.yaml"),
                "agent: {kind: script, file: rules.yaml}\nsettings: {llm_total_ms: 0}\n" + config);
        return run(
                String.join("\n", lines) + "\n",
                "talk",
                "--as",
                "ana",
                "--config",
                file.toString(),
                "--data",
                folder.resolve("data").toString());
    }

    private List<String> results() {
        return run("", "log", "cat", "--data", folder.resolve("data").toString(), "talk-1").out().stream()
                .filter(line -> line.contains("\"tool.result\""))
                .toList();
    }

    private String mcp() {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                NotesServer.class.getName(),
                folder.resolve("notes.txt").toString());
        return "mcp: [{name: notes, trust_hints: true, command: [\"" + String.join("\", \"", command) + "\"]}]\n";
    }

    @Test
    void whatAServerOnlyReadsJustRunsAndWhatItWritesIsAskedFor() throws IOException {
        Ran ran = talk(mcp(), "how many", "take a note", "no", "take a note", "yes");
        assertEquals(0, ran.code(), ran.err());
        assertEquals("I have counted.", ran.out().getFirst());
        assertTrue(
                ran.out().get(1).contains("use notes to add with note tea"),
                ran.out().toString());
        List<String> results = results();
        assertEquals(3, results.size());
        assertTrue(results.get(0).contains("\"success\"") && results.get(0).contains("0 notes"), results.toString());
        assertTrue(results.get(1).contains("\"denied\""), results.toString());
        assertTrue(results.get(2).contains("\"success\"") && results.get(2).contains("1 notes"), results.toString());
        assertEquals(List.of("tea"), Files.readAllLines(folder.resolve("notes.txt")));
    }

    @Test
    void filesOfTheWorkspaceAreReadAndWhatLiesOutsideIsNot() throws IOException {
        Files.writeString(Files.createDirectory(folder.resolve("work")).resolve("a.txt"), "inside");
        Ran ran = talk("workspace: {root: work, write: true}\n", "read", "peek", "write", "yes");
        assertEquals(0, ran.code(), ran.err());
        List<String> results = results();
        assertTrue(results.get(0).contains("inside"), results.toString());
        assertTrue(results.get(1).contains("\"sandbox_violation\""), results.toString());
        assertTrue(results.get(2).contains("\"success\""), results.toString());
        assertEquals("new", Files.readString(folder.resolve("work/b.txt")));
        assertTrue(run("", "log", "cat", "--data", folder.resolve("data").toString(), "talk-1").out().stream()
                .anyMatch(line -> line.contains("INV-TOOL-SANDBOX")));
    }

    @Test
    void aWorkspaceThatIsOnlyReadOffersNoToolThatWrites() throws IOException {
        Files.createDirectory(folder.resolve("work"));
        talk("workspace: {root: work}\n", "write");
        assertTrue(
                results().getFirst().contains("no tool is called write_file"),
                results().toString());
        assertFalse(Files.exists(folder.resolve("work/b.txt")));
    }

    @Test
    void aListedCommandIsAskedForAndRunsConfined() throws IOException {
        Files.writeString(Files.createDirectory(folder.resolve("work")).resolve("a.txt"), "inside");
        Ran ran = talk("workspace: {root: work}\ncommands: [cat]\n", "run", "yes");
        assertEquals(0, ran.code(), ran.err());
        String result = results().getFirst();
        boolean refused = result.contains("cannot confine");
        assertTrue(refused || result.contains("inside"), result);
    }

    @Test
    void aServerThatDoesNotStartIsNamedInOneLine() throws IOException {
        Ran ran = talk("mcp: [{name: gone, command: [/nowhere/at/all]}]\n", "hello");
        assertEquals(2, ran.code());
        assertTrue(ran.err().contains("the MCP server 'gone' cannot be used"), ran.err());
    }

    @Test
    void commandsNeedAWorkspace() throws IOException {
        Ran ran = talk("commands: [cat]\n", "hello");
        assertEquals(2, ran.code());
        assertTrue(ran.err().contains("parley.yaml:3: commands: needs a 'workspace'"), ran.err());
    }
}
