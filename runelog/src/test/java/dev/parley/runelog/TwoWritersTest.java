package dev.parley.runelog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Violation;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.disk.LockedException;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A folder has one writer, whatever other processes and this one try. */
class TwoWritersTest {
    @TempDir
    Path folder;

    private RealDisk disk = new RealDisk(Path.of("/"));

    @BeforeEach
    void choose() {
        disk = new RealDisk(folder);
    }

    /** An attempt of the same process, by whatever path, must not let go of the lock that keeps other processes out. */
    @Test
    void refusesAnotherProcessAfterThisOneHasTriedTwice() throws Exception {
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            append(log, "first", 1);
            assertThrows(LockedException.class, () -> Runelog.open(disk, Logs.inline()));
            Path link = Files.createSymbolicLink(folder.resolveSibling(folder.getFileName() + "-link"), folder);
            assertThrows(LockedException.class, () -> Runelog.open(new RealDisk(link), Logs.inline()));
            Files.delete(link);
            assertEquals(SecondWriter.REFUSED, second());
            append(log, "first", 2);
        }
        assertSound(2);
        assertEquals(SecondWriter.WROTE, second(), "a log that was closed is free");
    }

    /** Whoever takes the file for a leftover lets a second process in; from then on the first one writes nothing more. */
    @Test
    void stopsWritingWhenItsLockFileWasRemoved() throws Exception {
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            append(log, "first", 1);
            Files.delete(folder.resolve("lock"));
            assertEquals(SecondWriter.WROTE, second());
            assertThrows(CompletionException.class, () -> append(log, "first", 2));
            assertTrue(log.haltedBecause().contains("lock file"), log.haltedBecause());
        }
        assertEquals(SecondWriter.WROTE, second());
        assertSound(1);
        assertEquals(2, RuneArchive.open(disk, Progress.SILENT).head("second").durable());
    }

    /** It cuts nothing off and signs nothing either. */
    @Test
    void leavesTheFolderAsItIsWhenItClosesWithoutItsLockFile() throws Exception {
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            append(log, "first", 1);
            Files.delete(folder.resolve("lock"));
            assertEquals(SecondWriter.WROTE, second());
            assertThrows(LogFault.class, log::close);
        }
        assertSound(1);
        assertEquals(1, RuneArchive.open(disk, Progress.SILENT).head("second").durable());
    }

    private static void append(Runelog log, String conversation, long n) {
        log.append(Logs.draft(conversation, n), WriteClass.IRREVERSIBLE).awaitDurable();
    }

    private void assertSound(long first) throws IOException {
        List<Finding> findings = LogVerification.verify(disk, Progress.SILENT).findings();
        assertTrue(findings.stream().allMatch(Finding::isHarmless), findings.toString());
        assertEquals(
                first, RuneArchive.open(disk, Progress.SILENT).head("first").durable());
    }

    private String second() throws IOException, InterruptedException, URISyntaxException {
        String classPath = String.join(
                System.getProperty("path.separator"),
                placeOf(Runelog.class),
                placeOf(Rune.class),
                placeOf(Violation.class),
                placeOf(SecondWriter.class));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx64m",
                        "-cp",
                        classPath,
                        SecondWriter.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
        process.waitFor();
        return said;
    }

    private static String placeOf(Class<?> type) throws URISyntaxException {
        return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI())
                .toString();
    }
}
