package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.io.ExitCode;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A folder that is of no use is the caller's mistake: one line that says why, and exit code 2. */
@Timeout(180)
class FoldersTest {
    private static final List<String> READERS = List.of(
            "log ls",
            "log cat",
            "log show",
            "log verify",
            "log tail",
            "log export",
            "explain x 1",
            "replay x",
            "what-if");

    private final Commands commands = new Commands();

    @TempDir
    private Path folder = Path.of("");

    private void refuses(String command, Path data, String because) {
        String[] args = (command + " --data " + data).split(" ", -1);
        assertEquals(ExitCode.BAD_INPUT, commands.code("hello\n", args), command + commands.errors());
        assertEquals(List.of(), commands.lines(), command);
        assertEquals(1, commands.errors().size(), commands.errors().toString());
        assertTrue(
                commands.errors().getFirst().startsWith("parley: "),
                commands.errors().toString());
        assertTrue(
                commands.errors().getFirst().contains(because),
                commands.errors().toString());
    }

    @Test
    void noFolderAFileInsteadOfOneAndAFolderWithoutARecordAreOneLine() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");
        for (String command : READERS) {
            refuses(command, folder.resolve("nowhere"), "there is no folder");
            refuses(command, file, "is a file, not a folder");
            refuses(command, folder, "holds no record");
        }
        refuses("talk", file, "is a file, not a folder");
        refuses("serve --port 0", file, "is a file, not a folder");
        refuses("resume x --as operator --reason why", folder, "holds no record");
    }

    @Test
    void aPortThatSomebodyHasIsOneLine() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            refuses(
                    "serve --port " + taken.getLocalPort(),
                    folder.resolve("served"),
                    "is another server running there?");
        }
    }

    @Test
    void aFolderThatCannotBeMadeIsOneLine() {
        refuses("talk", Path.of("/proc/parley"), "/proc/parley cannot be used as the folder of a record");
    }

    @Test
    void talkTellsOfDamageWhatVerifyTellsOfIt() throws IOException {
        String data = folder.resolve("data").toString();
        commands.run("turn on the kitchen lights\n", "talk", "--as", "ana", "--data", data);
        Path journal = folder.resolve("data/journal/0000000000000001.journal");
        try (RandomAccessFile bytes = new RandomAccessFile(journal.toFile(), "rw")) {
            bytes.seek(bytes.length() / 2);
            int old = bytes.read();
            bytes.seek(bytes.length() / 2);
            bytes.write(old ^ 1);
        }
        commands.code("", "log", "verify", "--data", data);
        List<String> found = commands.lines().stream()
                .filter(line -> line.contains("\"finding\":\"quarantined\""))
                .map(line -> line.replaceAll(".*\"message\":\"(.*)\"}", "$1"))
                .toList();
        assertEquals(1, found.size(), commands.lines().toString());
        assertEquals(
                List.of("The hall lights are on."),
                commands.run("turn on the hall lights\n", "talk", "--as", "ana", "--data", data));
        assertTrue(
                commands.errors().stream().anyMatch(line -> line.contains(found.getFirst())),
                commands.errors() + " lacks " + found);
        assertTrue(
                commands.errors()
                        .contains("parley: you can talk all the same; ./parley log verify --data " + data
                                + " tells what is damaged"),
                commands.errors().toString());
        commands.code("", "replay", "talk-1", "--data", data);
        assertEquals(
                "The record is damaged there; ./parley log verify --data " + data + " tells more.",
                commands.lines().getLast());
        assertTrue(
                commands.lines().stream().noneMatch(line -> line.contains("..")),
                commands.lines().toString());
    }

    /** The process may write files of so many blocks and no more, which a disk that is full looks like from inside. */
    @Test
    void aDiskThatIsFullIsOneLineAndNothingIsSaidThatIsNotRecorded() throws Exception {
        Path data = folder.resolve("full");
        Process process = new ProcessBuilder(
                        "bash",
                        "-c",
                        "ulimit -f 40; exec \"$@\"",
                        "bash",
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-XX:-UsePerfData",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Main.class.getName(),
                        "talk",
                        "--as",
                        "ana",
                        "--data",
                        data.toString())
                .redirectInput(Files.writeString(folder.resolve("in"), "turn on the kitchen lights\n".repeat(200))
                        .toFile())
                .start();
        List<String> said = process.inputReader(StandardCharsets.UTF_8).lines().toList();
        List<String> told = process.errorReader(StandardCharsets.UTF_8).lines().toList();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(ExitCode.BAD_INPUT, process.exitValue(), told.toString());
        assertTrue(said.size() < 200, "it stopped");
        List<String> complaints =
                told.stream().filter(line -> !line.startsWith("You talk as")).toList();
        assertEquals(1, complaints.size(), told.toString());
        assertTrue(complaints.getFirst().contains("nothing can be recorded in " + data), complaints.toString());
        assertTrue(complaints.getFirst().contains("File too large"), complaints.toString());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "log",
                "log ls",
                "log cat",
                "log show",
                "log verify",
                "log tail",
                "log export",
                "log readmit",
                "scenario",
                "scenario run",
                "machines",
                "machines list",
                "machines diagram",
                "machines check",
                "events",
                "episode",
                "episode check",
                "drive",
                "talk",
                "serve",
                "replay",
                "explain",
                "what-if",
                "resume",
                "doctor",
                "listen",
                "models",
                "models list",
                "models get",
                "models remove"
            })
    void everyCommandHelps(String command) {
        List<String> help = commands.run("", (command + " --help").split(" ", -1));
        assertTrue(help.getFirst().startsWith("Usage: parley " + command), help.getFirst());
        assertEquals(List.of(), commands.errors());
    }
}
