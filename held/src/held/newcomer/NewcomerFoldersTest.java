package held.newcomer;

import static held.newcomer.Newcomer.talk;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import held.Commands;
import held.Commands.Ran;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Row 18: a folder that is of no use is told in one line, and a damaged one is not passed over. */
class NewcomerFoldersTest {
    @TempDir
    private Path folder = Path.of("");

    private static void isRefusedInOneLine(Ran ran) {
        assertEquals(2, ran.code(), ran.all());
        assertEquals(1, ran.err().lines().count(), ran.err());
    }

    @Test
    void aFileInsteadOfAFolderIsOneLine() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");
        isRefusedInOneLine(Commands.talk(file, "ana", "hello"));
    }

    @Test
    void aFolderThatCannotBeMadeIsOneLine() {
        isRefusedInOneLine(Commands.talk(Path.of("/proc/parley"), "ana", "hello"));
    }

    @Test
    void aFolderBelowAFileIsOneLine() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");
        isRefusedInOneLine(Commands.talk(file.resolve("data"), "ana", "hello"));
    }

    @Test
    void talkTellsOfDamageWhatVerifyTellsOfIt() throws IOException {
        Path data = folder.resolve("data");
        talk(data, "ana", "turn on the kitchen lights");
        try (RandomAccessFile bytes = new RandomAccessFile(
                data.resolve("journal/0000000000000001.journal").toFile(), "rw")) {
            bytes.seek(bytes.length() / 2);
            int old = bytes.read();
            bytes.seek(bytes.length() / 2);
            bytes.write(old ^ 1);
        }
        Ran verified = Commands.run("", "log", "verify", "--data", data.toString());
        String found = verified.lines().stream()
                .filter(line -> line.contains("\"finding\":\"quarantined\""))
                .map(line -> line.replaceAll(".*\"message\":\"(.*)\"}", "$1"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(verified.all()));
        Ran talked = Newcomer.accepted(Commands.talk(data, "ana", "turn on the hall lights"));
        assertTrue(
                talked.err().contains(found), "told was only: " + talked.err().strip());
    }
}
