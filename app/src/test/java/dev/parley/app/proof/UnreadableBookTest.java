package dev.parley.app.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.Commands;
import dev.parley.app.record.UnfoundedProfiles;
import dev.parley.kernel.rune.Hash;
import dev.parley.runelog.Head;
import dev.parley.runelog.LogVerification;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A book of the house whose profiles cannot be checked is never passed over in silence. */
class UnreadableBookTest {
    private static final String BOOK = "house:people";
    private static final int FRAMES_AT = 128;

    private final Commands commands = new Commands();

    @TempDir
    private Path folder = Path.of("");

    @BeforeEach
    void talk() {
        assertEquals(
                0,
                commands.code("remember that my tea is green\n", "talk", "--as", "ana", "--data", folder.toString()));
    }

    private List<Head> verified() throws IOException {
        return LogVerification.verify(new RealDisk(folder), Progress.SILENT).heads();
    }

    private List<Finding> unfounded(List<Head> heads) {
        return UnfoundedProfiles.in(new RealDisk(folder), heads);
    }

    @Test
    void aBookThatIsReadToItsEndHasNoFinding() throws IOException {
        assertEquals(List.of(), unfounded(verified()));
    }

    @Test
    void aDamagedBookIsAFinding() throws IOException {
        byte[] journal = Files.readAllBytes(ForgedJournal.file(folder));
        int end = FRAMES_AT;
        for (ForgedJournal.Frame frame : ForgedJournal.frames(folder)) {
            end += frame.bytes().length;
            if (frame.conversation().equals(BOOK)) {
                break;
            }
        }
        journal[end - 1] ^= 1;
        Files.write(ForgedJournal.file(folder), journal);
        List<Finding> found = unfounded(verified());
        assertTrue(
                found.stream().anyMatch(finding -> finding.message().contains("house:people: event 1 cannot be read")),
                found::toString);
        assertEquals(1, commands.code("", "log", "verify", "--data", folder.toString()));
        assertTrue(commands.lines().toString().contains("no profile from there on is checked"));
    }

    /** What the index leads to must be what a reading of the whole journal found. */
    @Test
    void anotherBookThanTheVerifiedOneIsAFinding() throws IOException {
        Head own = verified().stream()
                .filter(head -> head.conversation().equals(BOOK))
                .findFirst()
                .orElseThrow();
        Head longer = new Head(BOOK, own.eventId() + 1, own.hash(), own.durable() + 1, 1, 0);
        Head other = new Head(BOOK, own.eventId(), Hash.ZERO, own.durable(), 1, 0);
        for (Head wrong : List.of(longer, other)) {
            List<Finding> found = unfounded(List.of(wrong));
            assertEquals(1, found.size(), found::toString);
            assertTrue(found.getFirst().message().contains("is not read as it stands"), found::toString);
        }
    }
}
