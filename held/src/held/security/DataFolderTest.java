package held.security;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import held.Commands;
import held.Given;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The folder of a record is its owner's, leads nowhere else, and does not lose its seals unnoticed. */
class DataFolderTest {
    @TempDir
    private Path folder;

    private void talked(Path data) {
        Commands.Ran ran = Commands.talk(data, "ana", "turn on the kitchen lights");
        Given.that(ran.code() == 0, ran.all());
    }

    @Test
    void aFolderOfARecordIsItsOwnersAlone() throws IOException {
        Path data = folder.resolve("data");
        talked(data);
        assertEquals(
                List.of("rwx------", "rwx------"),
                List.of(mode(data), mode(data.resolve("journal"))),
                "everyone on the machine may look in");
    }

    @Test
    void aFileOfARecordIsReadByItsOwnerAlone() throws IOException {
        Path data = folder.resolve("data");
        talked(data);
        assertEquals("rw-------", mode(in(data.resolve("journal")).getFirst()), "what was said lies open to everyone");
    }

    private static String mode(Path path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
    }

    @Test
    void aLinkCalledLockDestroysNoFile() throws IOException {
        Path data = Files.createDirectories(folder.resolve("data"));
        Path precious = Files.writeString(folder.resolve("precious.txt"), "precious");
        Files.createSymbolicLink(data.resolve("lock"), precious);
        Commands.talk(data, "ana", "turn on the kitchen lights");
        assertEquals("precious", Files.readString(precious), "a file outside the folder was overwritten");
    }

    @Test
    void deletedHeadsAndKeysAreFound() throws IOException {
        Path data = folder.resolve("data");
        talked(data);
        Given.that(
                !in(data.resolve("heads")).isEmpty()
                        && !in(data.resolve("keys")).isEmpty(),
                "heads and keys are there");
        for (String sealed : List.of("heads", "keys")) {
            for (Path file : in(data.resolve(sealed))) {
                Files.delete(file);
            }
        }
        Commands.Ran verified = Commands.run("", "log", "verify", "--data", data.toString());
        assertNotEquals(
                0,
                verified.code(),
                "nothing is found missing: " + verified.out().strip());
    }

    private static List<Path> in(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }
}
