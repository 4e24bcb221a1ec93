package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** INV-CHECKPOINT-RESTORE in a conversation: what tools change in a workspace comes back byte for byte. */
@Timeout(120)
class WorkspaceCommandTest {
    private static final String RULES = """
        - {when: "write", calls: [{id: c1, tool: write_file, args: {path: a.txt, content: new}},
            {id: c2, tool: write_file, args: {path: b.txt, content: more}}]}
        - {when_result: c2, says: "I have written."}
        - {when: "delete", calls: [{id: c3, tool: delete_file, args: {path: a.txt}}]}
        - {when_result: c3, says: "I have deleted."}
        """;
    private static final byte[] BYTES = {0, 1, 2, -1, '\r', '\n'};
    private static final Pattern DIGEST = Pattern.compile("\"digest\":\"([0-9a-f]{64})\"");

    @TempDir
    private Path folder = Path.of("");

    private Path work = Path.of("");
    private Path data = Path.of("");
    private Path config = Path.of("");

    private record Ran(int code, List<String> out, String err) {}

    private static Ran run(String input, String... args) {
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

    @BeforeEach
    void aWorkspace() throws IOException {
        data = folder.resolve("data");
        work = Files.createDirectory(folder.resolve("work"));
        Files.write(work.resolve("a.txt"), BYTES);
        Files.setAttribute(work.resolve("a.txt"), "unix:mode", 0640);
        Files.createDirectories(work.resolve("inner/empty"));
        Files.createSymbolicLink(work.resolve("inner/link"), Path.of("../a.txt"));
        Files.writeString(Files.createDirectory(work.resolve(".git")).resolve("HEAD"), "before");
        Files.writeString(folder.resolve("rules.yaml"), RULES);
        configure("workspace: {root: work, write: true}");
    }

    private void configure(String workspace) throws IOException {
        config = Files.writeString(
                folder.resolve("parley.yaml"),
                "agent: {kind: script, file: rules.yaml}\nsettings: {llm_total_ms: 0}\n" + workspace + "\n");
    }

    private Ran talk(String... lines) {
        Ran ran = run(
                String.join("\n", lines) + "\n",
                "talk",
                "--as",
                "ana",
                "--config",
                config.toString(),
                "--data",
                data.toString());
        assertEquals(0, ran.code(), ran.err());
        return ran;
    }

    private Ran workspace(String what, String... more) {
        List<String> args = List.of("workspace", what, "--config", config.toString(), "--data", data.toString());
        return run("", Stream.concat(args.stream(), Stream.of(more)).toArray(String[]::new));
    }

    private List<String> recorded(String conversation, String kind) {
        return run("", "log", "cat", "--data", data.toString(), conversation).out().stream()
                .filter(line -> line.contains('"' + kind + '"'))
                .toList();
    }

    private static String digest(String rune) {
        return DIGEST.matcher(rune).results().findFirst().orElseThrow().group(1);
    }

    @Test
    void aTurnKeepsTheWorkspaceOnceBeforeItsFirstChangeAndAPersonBringsItBack() throws IOException {
        talk("write", "yes", "yes", "delete", "yes");
        assertFalse(Files.exists(work.resolve("a.txt")));
        List<String> kept = recorded("talk-1", "workspace.kept");
        assertEquals(2, kept.size(), "one for each turn, not for each call");
        assertTrue(kept.getFirst().contains("\"call_id\":\"c1\""), kept.toString());
        assertEquals(2, workspace("ls").out().size());

        Files.writeString(work.resolve(".git/HEAD"), "committed meanwhile");
        Ran restored = workspace("restore", digest(kept.getFirst()).substring(0, 12));
        assertEquals(0, restored.code(), restored.err());
        assertArrayEquals(BYTES, Files.readAllBytes(work.resolve("a.txt")));
        assertEquals(0640, (Integer) Files.getAttribute(work.resolve("a.txt"), "unix:mode") & 07777);
        assertFalse(Files.exists(work.resolve("b.txt")), "what came later is gone");
        assertTrue(Files.isDirectory(work.resolve("inner/empty")));
        assertEquals(Path.of("../a.txt"), Files.readSymbolicLink(work.resolve("inner/link")));
        assertEquals("committed meanwhile", Files.readString(work.resolve(".git/HEAD")), "not the tools' to change");
        assertEquals(
                digest(kept.getFirst()),
                digest(recorded("house:workspace", "workspace.restored").getFirst()));
        for (String conversation : List.of("talk-1", "house:workspace")) {
            assertEquals(
                    0,
                    run("", "replay", "--data", data.toString(), conversation).code(),
                    conversation);
        }
        try (Stream<Path> beside = Files.list(folder)) {
            assertEquals(
                    0,
                    beside.filter(path -> path.toString().contains("parley-")).count(),
                    "nothing is left over");
        }
    }

    @Test
    void theNewestStateIsBroughtBackIfNoneIsNamedAndARestoreCanBeUndone() throws IOException {
        talk("write", "yes", "yes");
        Ran restored = workspace("restore");
        assertArrayEquals(BYTES, Files.readAllBytes(work.resolve("a.txt")), restored.err());
        assertEquals(0, workspace("restore").code());
        assertEquals("new", Files.readString(work.resolve("a.txt")));
        assertEquals("more", Files.readString(work.resolve("b.txt")));
    }

    @Test
    void onlySoManyStatesAreKeptAndTheObjectsOfTheOthersAreGone() throws IOException {
        configure("workspace: {root: work, write: true, keep: 2}");
        talk("write", "yes", "yes");
        List<String> first = workspace("ls").out();
        talk("delete", "yes");
        Files.writeString(work.resolve("a.txt"), "again");
        talk("delete", "yes");
        List<String> last = workspace("ls").out();
        assertEquals(2, last.size());
        Ran gone = workspace("restore", first.getFirst().substring(0, 64));
        assertEquals(2, gone.code());
        assertTrue(gone.err().contains("no kept state begins with"), gone.err());
        try (Stream<Path> objects = Files.walk(data.resolve("workspace/objects"))) {
            byte[][] contents = objects.filter(Files::isRegularFile)
                    .map(WorkspaceCommandTest::bytes)
                    .toArray(byte[][]::new);
            assertTrue(Stream.of(contents).noneMatch(content -> Arrays.equals(content, BYTES)));
        }
    }

    private static byte[] bytes(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatCannotBeKeptIsNotChangedUnlessTheConfigurationSaysSo() throws IOException {
        try (RandomAccessFile large = new RandomAccessFile(work.resolve("large").toFile(), "rw")) {
            large.setLength(200L << 20);
        }
        talk("delete", "yes");
        assertTrue(Files.exists(work.resolve("a.txt")));
        assertTrue(recorded("talk-1", "tool.result").getFirst().contains("cannot be kept: The workspace holds more"));
        configure("workspace: {root: work, write: true, keep: 0}");
        talk("delete", "yes");
        assertFalse(Files.exists(work.resolve("a.txt")));
        assertEquals(List.of(), recorded("talk-2", "workspace.kept"));
    }

    @Test
    void statesAreNeverKeptInsideTheWorkspaceAndBadInputIsOneLine() throws IOException {
        data = work.resolve("data");
        Ran inside = run("hello\n", "talk", "--config", config.toString(), "--data", data.toString());
        assertEquals(2, inside.code());
        assertTrue(inside.err().contains("would be kept inside it"), inside.err());
        data = folder.resolve("data");
        assertEquals(2, workspace("restore").code(), "no record yet");
        talk("hello");
        assertTrue(workspace("restore").err().contains("no state was kept"));
        configure("network: []");
        assertEquals(2, workspace("ls").code());
    }

    @Test
    void aDamagedStateIsRefusedAndTheWorkspaceStaysAsItIs() throws IOException {
        talk("delete", "yes");
        Path damaged;
        try (Stream<Path> objects = Files.walk(data.resolve("workspace/objects"))) {
            damaged = objects.filter(Files::isRegularFile)
                    .filter(file -> Arrays.equals(bytes(file), BYTES))
                    .findFirst()
                    .orElseThrow();
        }
        Files.writeString(damaged, "other");
        Ran refused = workspace("restore");
        assertEquals(2, refused.code());
        assertTrue(refused.err().contains("INV-CHECKPOINT-RESTORE"), refused.err());
        assertFalse(Files.exists(work.resolve("a.txt")));
        assertTrue(Files.exists(work.resolve(".git/HEAD")));
    }
}
