package dev.parley.runelog.disk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real folder keeps what is recorded to its owner, and leads to no file outside it. */
class RealDiskTest {
    @TempDir
    Path directory;

    private Path root = Path.of("/");
    private Path outside = Path.of("/");
    private RealDisk disk = new RealDisk(root);

    @BeforeEach
    void layOut() throws IOException {
        root = directory.resolve("data");
        outside = directory.resolve("outside.txt");
        Files.writeString(outside, "precious");
        disk = new RealDisk(root);
    }

    private String mode(String name) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(root.resolve(name)));
    }

    @Test
    void whatIsRecordedIsForItsOwnerOnly() throws IOException {
        disk.lock("lock").close();
        disk.open("journal/1.log").close();
        disk.replacePrivately("keys/key", new byte[] {1});
        disk.replace("index", new byte[] {1});
        assertEquals("rwx------", mode(""));
        assertEquals("rwx------", mode("journal"));
        for (String file : List.of("lock", "journal/1.log", "keys/key", "index")) {
            assertEquals("rw-------", mode(file), file);
        }
    }

    /** A folder that somebody else prepared truncates nothing of ours. */
    @Test
    void aLockThatIsALinkIsNotOpened() throws IOException {
        Files.createDirectories(root);
        Files.createSymbolicLink(root.resolve("lock"), outside);
        assertThrows(IOException.class, () -> disk.lock("lock"));
        assertEquals("precious", Files.readString(outside));
    }

    @Test
    void aDataFileThatIsALinkIsNeitherReadNorWrittenNorListed() throws IOException {
        Files.createDirectories(root);
        Files.createSymbolicLink(root.resolve("1.log"), outside);
        assertThrows(IOException.class, () -> disk.open("1.log"));
        assertThrows(IOException.class, () -> disk.openForReading("1.log"));
        assertEquals(List.of(), disk.list(""));
        assertEquals("precious", Files.readString(outside));
    }

    @Test
    void aFileOfItsOwnIsReadAndWrittenAsEver() throws IOException {
        try (DiskFile file = disk.open("1.log")) {
            file.write(ByteBuffer.wrap("hello".getBytes(StandardCharsets.UTF_8)), 0);
            file.force();
            assertEquals(5, file.size());
        }
        assertTrue(disk.exists("1.log"));
        assertEquals(List.of("1.log"), disk.list(""));
    }
}
