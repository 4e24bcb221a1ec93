package dev.parley.agent.sandbox;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SandboxViolation;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** INV-TOOL-SANDBOX between look and use: whatever takes the file's place at the worst moment stops the tool at once. */
@Timeout(30)
class SwappedFileTest {
    private static final byte[] NEW = "new".getBytes(StandardCharsets.UTF_8);
    private static final String SECRET = "nobody may see this";

    @TempDir
    Path directory;

    private Path root = Path.of("/");
    private Path secret = Path.of("/");

    @BeforeEach
    void layOut() throws IOException {
        directory = directory.toRealPath();
        root = Files.createDirectories(directory.resolve("work"));
        secret = Files.writeString(directory.resolve("secret.txt"), SECRET);
    }

    @FunctionalInterface
    private interface Use {
        void of(Workspace workspace) throws Exception;
    }

    private record Named<T>(String name, T what) {}

    @FunctionalInterface
    private interface Planting {
        void at(Path place) throws Exception;
    }

    private List<Named<Planting>> plantings() {
        return List.of(
                new Named<>("a pipe", SwappedFileTest::pipe),
                new Named<>("a pipe that may only be read", place -> {
                    pipe(place);
                    Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("r--r--r--"));
                }),
                new Named<>("a link to a file outside", place -> Files.createSymbolicLink(place, secret)),
                new Named<>("a second name of a file outside", place -> Files.createLink(place, secret)),
                new Named<>("a link to a device", place -> Files.createSymbolicLink(place, Path.of("/dev/zero"))),
                new Named<>("a directory", Files::createDirectory));
    }

    private static void pipe(Path place) throws Exception {
        assertEquals(0, new ProcessBuilder("mkfifo", place.toString()).start().waitFor());
    }

    private Workspace swapping(Planting planting) throws IOException {
        Path file = Files.writeString(root.resolve("file.txt"), "plain");
        return Workspace.open(root, () -> {
            try {
                Files.delete(file);
                planting.at(file);
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @TestFactory
    Stream<DynamicTest> nothingPutInPlaceOfAFileIsReadOrWritten() {
        List<Named<Use>> uses = List.of(
                new Named<>("read", workspace -> workspace.read("file.txt")),
                new Named<>("written", workspace -> workspace.write("file.txt", NEW)));
        return plantings().stream()
                .flatMap(planting -> uses.stream()
                        .map(use -> DynamicTest.dynamicTest(planting.name() + " is not " + use.name(), () -> {
                            try (Workspace workspace = swapping(planting.what())) {
                                assertThrows(Exception.class, () -> use.what().of(workspace));
                            }
                            assertEquals(SECRET, Files.readString(secret));
                            Files.deleteIfExists(root.resolve("file.txt"));
                        })));
    }

    @Test
    void aPipeAndASecondNameAreNamedAsViolations() throws Exception {
        for (Planting planting : List.<Planting>of(SwappedFileTest::pipe, place -> Files.createLink(place, secret))) {
            try (Workspace workspace = swapping(planting)) {
                assertThrows(SandboxViolation.class, () -> workspace.read("file.txt"));
            }
            Files.delete(root.resolve("file.txt"));
            try (Workspace workspace = swapping(planting)) {
                assertThrows(SandboxViolation.class, () -> workspace.write("file.txt", NEW));
            }
            Files.delete(root.resolve("file.txt"));
        }
    }

    @Test
    void aPipeThatWasThereBeforeIsRefusedUnopened() throws Exception {
        pipe(root.resolve("pipe"));
        try (Workspace workspace = Workspace.open(root)) {
            assertThrows(SandboxViolation.class, () -> workspace.read("pipe"));
            assertThrows(SandboxViolation.class, () -> workspace.write("pipe", NEW));
            assertThrows(SandboxViolation.class, () -> workspace.delete("pipe"));
        }
    }

    @Test
    void aLinkPutInPlaceOfAFileIsDeletedItselfAndNotWhatItLeadsTo() throws Exception {
        try (Workspace workspace = swapping(place -> Files.createSymbolicLink(place, secret))) {
            workspace.delete("file.txt");
        }
        assertTrue(Files.notExists(root.resolve("file.txt"), LinkOption.NOFOLLOW_LINKS));
        assertEquals(SECRET, Files.readString(secret));
    }

    @Test
    void aFileThatMayOnlyBeReadIsReadAndAShorterTextReplacesALonger() throws Exception {
        Path locked = Files.writeString(root.resolve("locked.txt"), "locked");
        Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r--r--r--"));
        Files.writeString(root.resolve("long.txt"), "a longer text");
        try (Workspace workspace = Workspace.open(root)) {
            assertArrayEquals("locked".getBytes(StandardCharsets.UTF_8), workspace.read("locked.txt"));
            workspace.write("long.txt", NEW);
            assertArrayEquals(NEW, workspace.read("long.txt"));
        }
    }
}
