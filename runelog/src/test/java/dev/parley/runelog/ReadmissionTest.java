package dev.parley.runelog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.LogFault;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Rulings X4 and E1: a quarantined conversation goes on only when an operator says so, and never in silence. */
class ReadmissionTest {
    private static final String FIRST = "journal/0000000000000001.journal";

    private final MemoryDisk disk = new MemoryDisk();

    /** Five runes each of two conversations, of which the third of b is damaged. */
    private void damaged(long fileBytesMax) throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.inline().withFileBytesMax(fileBytesMax))) {
            for (int i = 1; i <= 5; i++) {
                log.append(Logs.draft("a", i), WriteClass.SPEECH);
                log.append(Logs.draft("b", i), WriteClass.SPEECH);
            }
        }
        byte[] bytes = disk.readAll(FIRST);
        int frame = (bytes.length - 128) / 10;
        bytes[128 + 6 * frame - 1] ^= 1;
        disk.replace(FIRST, bytes);
    }

    private static String halt(Runelog log) {
        return String.valueOf(
                assertThrows(LogFault.class, () -> log.read("b", 0).toList()).getMessage());
    }

    /** The damage is found at opening in the first case, and by a reader of a finished file in the second. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void goesOnBehindANamedGapAndStaysReadableEverAfter(boolean isFinished) throws IOException {
        damaged(1 << 30);
        if (isFinished) {
            finishTheFile();
        }
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            assertTrue(halt(log).contains("b"));
            assertThrows(LogFault.class, () -> log.append(Logs.draft("b", 9), WriteClass.SPEECH));
            Rune readmitted = log.readmit("b", "operator", "the disk was replaced");
            assertEquals("system.readmitted", readmitted.kind());
            assertEquals(Json.of(3), readmitted.payload().get("from"));
            assertEquals(Json.of(5), readmitted.payload().get("to"));
            assertEquals(6, readmitted.eventId(), "no event id is given twice");
            Rune attested = log.read(House.LOG, 0).toList().getLast();
            assertEquals("operator.readmitted", attested.kind());
            assertEquals("b", attested.payload().text("conversation"));
            assertEquals(
                    7, log.append(Logs.draft("b", 9), WriteClass.SPEECH).rune().eventId());
            reads(log.read("b", 0).toList());
        }
        for (int i = 0; i < 2; i++) {
            try (Runelog log = Runelog.open(disk, Logs.inline().withFileBytesMax(10))) {
                assertTrue(log.findings().stream().anyMatch(finding -> finding.kind() == Finding.Kind.READMITTED));
                assertEquals(0, log.head("b").haltedAt());
                reads(log.read("b", 0).toList().subList(0, 5));
                log.append(Logs.draft("b", 10), WriteClass.SPEECH);
            }
        }
        LogVerification verified = LogVerification.verify(disk, (what, done, total) -> {}, null);
        assertTrue(verified.isSound(), verified.findings().toString());
    }

    private static void reads(List<Rune> runes) {
        assertEquals(
                List.of("test.counted", "test.counted", "system.gap", "system.readmitted", "test.counted"),
                runes.stream().map(Rune::kind).toList());
        assertEquals(List.of(1L, 2L, 5L, 6L, 7L), Logs.ids(runes));
        assertEquals(Json.of(3), runes.get(2).payload().get("from"));
    }

    /** Writes the damaged frame's file out as if it had been finished while it was sound. */
    private void finishTheFile() throws IOException {
        byte[] bad = disk.readAll(FIRST);
        byte[] good = bad.clone();
        good[128 + 6 * ((bad.length - 128) / 10) - 1] ^= 1;
        disk.replace(FIRST, good);
        try (Runelog log = Runelog.open(disk, Logs.inline().withFileBytesMax(10))) {
            log.append(Logs.draft("a", 6), WriteClass.SPEECH);
        }
        disk.replace(FIRST, bad);
    }

    @Test
    void refusesWhoIsNoOperatorAndWhatIsNotQuarantined() throws IOException {
        damaged(1 << 30);
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            assertThrows(LogFault.class, () -> log.readmit("b", "agent_a", "please"));
            assertThrows(LogFault.class, () -> log.readmit("a", "operator", "it is well"));
            assertEquals(3, log.head("b").haltedAt());
        }
    }

    @Test
    void aCutTailThatASignedHeadKnowsOfIsNamedToo() throws IOException {
        damaged(1 << 30);
        byte[] bytes = disk.readAll(FIRST);
        disk.replace(FIRST, Arrays.copyOf(bytes, 128 + 4 * ((bytes.length - 128) / 10)));
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            Rune readmitted = log.readmit("b", "operator", "cut");
            assertEquals(Json.of(3), readmitted.payload().get("from"));
            assertEquals(6, readmitted.eventId(), "the head tells of event 5");
        }
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            assertEquals(0, log.head("b").haltedAt());
            assertEquals(3, log.head("a").haltedAt(), "readmission is for one conversation");
        }
    }
}
