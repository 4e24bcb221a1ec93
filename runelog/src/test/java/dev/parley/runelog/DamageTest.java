package dev.parley.runelog;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.journal.ConversationLog;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Done-when 3: every truncation and every flipped bit of a small log. */
class DamageTest {
    /** Every place is damaged; who runs these tests once for every mutant thins them out. */
    private static final int EVERY = Integer.getInteger("parley.damage.every", 1);

    private static final int END_BYTES = 8;
    private static final String FIRST = "journal/0000000000000001.journal";

    private final Map<String, List<Rune>> written = new TreeMap<>();
    private MemoryDisk whole = new MemoryDisk();

    @BeforeEach
    void writeASmallLog() throws IOException {
        whole = write(1 << 30);
    }

    private MemoryDisk write(long fileBytesMax) throws IOException {
        written.clear();
        MemoryDisk disk = new MemoryDisk();
        try (Runelog log = Runelog.open(disk, Logs.inline().withFileBytesMax(fileBytesMax))) {
            log.append(Logs.draft("a", 1), WriteClass.SPEECH);
            log.append(Logs.draft("b", 1), WriteClass.SPEECH);
            log.appendAll(List.of(Logs.draft("a", 2), Logs.draft("a", 3)), WriteClass.SPEECH);
            log.append(Logs.draft("b", 2), WriteClass.SPEECH);
            log.append(Logs.draft("a", 4), WriteClass.SPEECH);
            log.append(Logs.draft("b", 3), WriteClass.SPEECH);
            for (String name : log.conversations()) {
                written.put(name, log.read(name, 0).toList());
            }
        }
        return disk;
    }

    @Test
    void everyTruncationYieldsAPrefixWithAReportOrAHalt() throws IOException {
        byte[] bytes = whole.readAll(FIRST);
        each(bytes.length, length -> {
            byte[] cut = Arrays.copyOf(bytes, length);
            check(changed(whole, FIRST, cut, false), "cut at " + length + " after a crash");
            check(changed(whole, FIRST, cut, true), "cut at " + length + " with signed heads");
            check(changed(whole, FIRST, Arrays.copyOf(cut, bytes.length), false), "zeros from " + length + " on");
        });
    }

    @Test
    void everyFlippedBitYieldsAPrefixWithAReportOrAHalt() throws IOException {
        byte[] bytes = whole.readAll(FIRST);
        each(bytes.length * 8, bit -> {
            byte[] flipped = flipped(bytes, bit);
            check(changed(whole, FIRST, flipped, false), "bit " + bit + " after a crash");
            check(changed(whole, FIRST, flipped, true), "bit " + bit + " with signed heads");
            if (bit % 11 == 0) {
                reopens(changed(whole, FIRST, flipped, false), "bit " + bit);
            }
        });
    }

    @Test
    void everyFlippedBitOfAFinishedFileIsFoundByItsReaders() throws IOException {
        MemoryDisk rotated = write(300);
        for (String file : journal(rotated, ".journal")) {
            byte[] bytes = rotated.readAll(file);
            each(
                    bytes.length * 8,
                    bit -> check(changed(rotated, file, flipped(bytes, bit), false), file + " bit " + bit));
        }
    }

    @Test
    void everyTruncationOfAFinishedFileIsToldWithoutAnyHeads() throws IOException {
        MemoryDisk rotated = write(300);
        List<String> files = journal(rotated, ".journal");
        for (String file : files.subList(0, files.size() - 1)) {
            byte[] bytes = rotated.readAll(file);
            each(
                    bytes.length,
                    length -> check(
                            changed(rotated, file, Arrays.copyOf(bytes, length), false), file + " cut " + length));
        }
    }

    @Test
    void aConversationWhoseEndWasCutOffAFinishedFileIsHalted() throws IOException {
        MemoryDisk disk = new MemoryDisk();
        long kept;
        try (Runelog log = Runelog.open(disk, Logs.inline().withFileBytesMax(480))) {
            log.append(Logs.draft("a", 1), WriteClass.SPEECH);
            log.append(Logs.draft("b", 1), WriteClass.SPEECH);
            kept = (long) disk.readAll(FIRST).length - END_BYTES;
            log.append(Logs.draft("b", 2), WriteClass.SPEECH);
            log.append(Logs.draft("b", 3), WriteClass.SPEECH);
            assertEquals(1, journal(disk, ".journal").size(), "all of b is in the first file");
            for (int i = 2; i < 9; i++) {
                log.append(Logs.draft("a", i), WriteClass.SPEECH);
            }
        }
        assertTrue(journal(disk, ".journal").size() > 1, "the file that is cut is a finished one");
        MemoryDisk cut = changed(disk, FIRST, Arrays.copyOf(disk.readAll(FIRST), (int) kept), false);
        try (Runelog log = Runelog.open(cut, Logs.inline())) {
            assertEquals(2, log.head("b").haltedAt(), "only the index knows that b went on");
            assertThrows(LogFault.class, () -> log.append(Logs.draft("b", 4), WriteClass.IRREVERSIBLE));
            ConversationLog.Quarantine halted =
                    requireNonNull(requireNonNull(RuneArchive.open(cut, (what, done, total) -> {})
                                    .logs()
                                    .find("b"))
                            .quarantine());
            assertEquals(3, halted.upTo(), "an operator who readmits b gives up all that the index told of");
        }
    }

    @Test
    void everyDamageToAnIndexIsReportedAndTheIndexIsMadeAgain() throws IOException {
        MemoryDisk rotated = write(300);
        for (String file : journal(rotated, ".index")) {
            byte[] bytes = rotated.readAll(file);
            each(bytes.length * 8, bit -> remakes(changed(rotated, file, flipped(bytes, bit), true), file, bytes));
            each(bytes.length, cut -> remakes(changed(rotated, file, Arrays.copyOf(bytes, cut), true), file, bytes));
        }
    }

    private void remakes(MemoryDisk disk, String file, byte[] original) throws IOException {
        check(disk, file);
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            assertEquals(
                    List.of(Finding.Kind.INDEX_REBUILT),
                    log.findings().stream().map(Finding::kind).toList());
            for (String name : written.keySet()) {
                assertEquals(runes(name), log.read(name, 0).toList(), "an index is only a hint");
            }
        }
        assertArrayEquals(original, disk.readAll(file), "the index is made again");
    }

    /** A sector that became zeros later, of groups that were acknowledged, is no power cut, wherever it lies. */
    @Test
    void aLostSectorOfEarlierGroupsHaltsAndIsNotTakenForAnUnfinishedWrite() throws IOException {
        MemoryDisk disk = new MemoryDisk();
        try (Runelog log = Runelog.open(disk, Logs.manual())) {
            for (int group = 0; group < 4; group++) {
                for (int i = 1; i <= 5; i++) {
                    log.append(Logs.draft("a", i), WriteClass.SPEECH);
                }
                log.commit();
            }
        }
        disk.list("heads").forEach(name -> disk.delete("heads/" + name));
        byte[] bytes = disk.readAll(FIRST);
        for (int sector = 0; sector + 1024 < bytes.length; sector += 8) {
            byte[] zeroed = bytes.clone();
            int from = Math.max(sector, 512) / 512 * 512;
            Arrays.fill(zeroed, from, from + 512, (byte) 0);
            disk.replace(FIRST, zeroed);
            assertTrue(
                    RuneArchive.open(disk, (what, done, total) -> {}).head("a").haltedAt() > 0,
                    "zeros from byte " + from + " of " + bytes.length);
        }
    }

    @Test
    void reclaimingLeavesAFileAloneThatLostItsEnd() throws IOException {
        MemoryDisk rotated = write(300);
        for (int cut = 1; cut <= 40; cut++) {
            byte[] bytes = rotated.readAll(FIRST);
            MemoryDisk disk = changed(rotated, FIRST, Arrays.copyOf(bytes, bytes.length - cut), false);
            try (Runelog log = Runelog.open(disk, Logs.inline())) {
                assertEquals(0, log.reclaim(), "cut by " + cut);
            }
            check(disk, "cut by " + cut);
        }
    }

    @Test
    void everyFlippedBitOfAListOfHeadsIsReported() throws IOException {
        String file = "heads/" + whole.list("heads").getLast();
        byte[] bytes = whole.readAll(file);
        each(bytes.length, index -> {
            MemoryDisk disk = changed(whole, file, flipped(bytes, index * 8 + index % 8), true);
            check(disk, file + " byte " + index);
        });
    }

    /** One damage at a time, on as many threads as there are cores; each has a disk of its own. */
    private static void each(int count, Damaging damaging) {
        IntStream.range(0, (count - 1) / EVERY + 1).parallel().forEach(i -> {
            try {
                damaging.check(i * EVERY);
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        });
    }

    private interface Damaging {
        void check(int place) throws IOException;
    }

    private static List<String> journal(MemoryDisk disk, String ending) {
        return disk.list("journal").stream()
                .filter(name -> name.endsWith(ending))
                .map(name -> "journal/" + name)
                .toList();
    }

    private static byte[] flipped(byte[] bytes, int bit) {
        byte[] flipped = bytes.clone();
        flipped[bit / 8] ^= (byte) (1 << bit % 8);
        return flipped;
    }

    private List<Rune> runes(String name) {
        return requireNonNull(written.get(name));
    }

    private static MemoryDisk changed(MemoryDisk from, String file, byte[] content, boolean keepsHeads)
            throws IOException {
        MemoryDisk copy = new MemoryDisk();
        for (String folder : List.of("journal", "heads", "keys")) {
            if (keepsHeads || !folder.equals("heads")) {
                for (String name : from.list(folder)) {
                    copy.replace(folder + "/" + name, from.readAll(folder + "/" + name));
                }
            }
        }
        if (keepsHeads) {
            copy.replace("pinned", from.readAll("pinned"));
        }
        copy.replace(file, content);
        return copy;
    }

    /** A valid prefix of each conversation, and never damage without a word, even where nothing is lost by it. */
    private void check(MemoryDisk disk, String damage) throws IOException {
        boolean isTold;
        try {
            RuneArchive archive = RuneArchive.open(disk, (what, done, total) -> {});
            isTold = !archive.findings().isEmpty();
            for (String name : written.keySet()) {
                List<Rune> found = new ArrayList<>();
                isTold |= readInto(archive, name, found);
                List<Rune> expected = runes(name);
                assertTrue(found.size() <= expected.size(), damage);
                assertEquals(expected.subList(0, found.size()), found, damage);
                assertFalse(name.equals("a") && found.size() == 2, damage + ": half a batch of a (E6)");
            }
        } catch (LogFault refused) {
            assertTrue(String.valueOf(refused.getMessage()).contains("Journal file"), damage);
            return;
        }
        assertTrue(isTold, damage + " was passed over in silence");
    }

    private static void reopens(MemoryDisk disk, String damage) throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            log.append(Logs.draft("new", 1), WriteClass.SPEECH);
        } catch (LogFault refused) {
            throw new AssertionError(damage, refused);
        }
        assertEquals(
                1, RuneArchive.open(disk, (what, done, total) -> {}).head("new").eventId(), damage);
    }

    private static boolean readInto(RuneArchive archive, String name, List<Rune> found) {
        try (RuneReader reader = archive.read(name, 0)) {
            reader.forEach(found::add);
            return false;
        } catch (LogFault halted) {
            return true;
        }
    }

    @Test
    void aDamagedMiddleHaltsOnlyItsOwnConversation() throws IOException {
        byte[] bytes = whole.readAll(FIRST);
        Rune second = runes("b").get(1);
        byte[] canonical = second.canonical();
        int at = indexOf(bytes, canonical);
        bytes[at + canonical.length - 1] ^= 1;
        MemoryDisk disk = changed(whole, FIRST, bytes, true);
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            assertEquals(2, log.head("b").haltedAt());
            assertEquals(0, log.head("a").haltedAt());
            assertEquals(4, log.read("a", 0).toList().size());
            assertThrows(LogFault.class, () -> log.append(Logs.draft("b", 9), WriteClass.IRREVERSIBLE));
            assertEquals(
                    5,
                    log.append(Logs.draft("a", 9), WriteClass.IRREVERSIBLE)
                            .rune()
                            .eventId());
            List<Rune> salvaged = log.read("b", 0, RuneReader.Mode.SALVAGING).toList();
            assertEquals(
                    List.of("test.counted", "system.gap", "test.counted"),
                    salvaged.stream().map(Rune::kind).toList());
            assertEquals(List.of(1L, 2L, 3L), Logs.ids(salvaged));
            Rune told = log.read(House.LOG, 0).toList().getFirst();
            assertEquals(
                    "system.invariant_violation", told.kind(), "a broken invariant is told in the house's log (X1)");
            assertEquals("INV-CRC-VALID", told.payload().text("id"));
            assertEquals("HALT", told.payload().text("level"));
            assertEquals("b", told.payload().text("conversation"));
        }
    }

    @Test
    void aDamagedMiddleIsStillKnownWhenItsFileIsFinished() throws IOException {
        byte[] bytes = whole.readAll(FIRST);
        byte[] canonical = runes("b").get(1).canonical();
        bytes[indexOf(bytes, canonical) + canonical.length - 1] ^= 1;
        MemoryDisk disk = changed(whole, FIRST, bytes, false);
        try (Runelog log = Runelog.open(disk, Logs.inline().withFileBytesMax(bytes.length + 100))) {
            for (int i = 5; i <= 9; i++) {
                log.append(Logs.draft("a", i), WriteClass.SPEECH);
            }
        }
        assertTrue(journal(disk, ".journal").size() > 1, "the damaged file is no longer the last");
        disk.list("heads").forEach(name -> disk.delete("heads/" + name));
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            assertEquals(2, log.head("b").haltedAt());
            assertThrows(LogFault.class, () -> log.append(Logs.draft("b", 9), WriteClass.IRREVERSIBLE));
        }
    }

    @Test
    void damageThatAReaderMeetsIsToldInTheHousesLogToo() throws IOException {
        MemoryDisk rotated = write(300);
        byte[] bytes = rotated.readAll(FIRST);
        bytes[bytes.length - END_BYTES - 1] ^= 1;
        try (Runelog log = Runelog.open(changed(rotated, FIRST, bytes, true), Logs.inline())) {
            assertEquals(List.of(), log.findings(), "a finished file is not read at opening");
            List<String> halted = new ArrayList<>();
            for (String name : written.keySet()) {
                try (RuneReader reader = log.read(name, 0)) {
                    reader.toList();
                } catch (LogFault met) {
                    halted.add(name);
                }
            }
            assertEquals(1, halted.size());
            Rune told = log.read(House.LOG, 0).toList().getFirst();
            assertEquals(halted.getFirst(), told.payload().text("conversation"));
        }
    }

    @Test
    void aBadHeaderHaltsTheConversationsWithAHoleThereAndNoOther() throws IOException {
        byte[] bytes = whole.readAll(FIRST);
        int frame = indexOf(bytes, runes("b").get(1).canonical()) - 52;
        bytes[frame + 5] ^= 64;
        RuneArchive archive = RuneArchive.open(changed(whole, FIRST, bytes, true), (what, done, total) -> {});
        assertEquals(2, archive.head("b").haltedAt());
        assertEquals(0, archive.head("a").haltedAt());
    }

    @Test
    void anEditWithCorrectedChecksumsIsFoundByTheChain() throws IOException {
        byte[] bytes = whole.readAll(FIRST);
        byte[] canonical = runes("a").getFirst().canonical();
        int at = indexOf(bytes, canonical);
        int frame = at - 52;
        bytes[at + canonical.length - 1] = 2 * 5;
        int identity = bytes[frame + 17];
        CRC32C crc = new CRC32C();
        crc.update(bytes, at + identity, canonical.length - identity);
        ByteBuffer edit = ByteBuffer.wrap(bytes);
        edit.putInt(frame + 8, (int) crc.getValue());
        crc.reset();
        crc.update(
                ByteBuffer.allocate(16).putLong(edit.getLong(24)).putLong(frame).flip());
        crc.update(bytes, frame + 8, 44 + identity);
        edit.putInt(frame + 4, (int) crc.getValue());
        MemoryDisk disk = changed(whole, FIRST, bytes, false);
        List<Finding> findings =
                LogVerification.verify(disk, (what, done, total) -> {}, null).findings();
        assertTrue(findings.getFirst().message().contains("INV-RUNE-IMMUTABLE"), findings.toString());
        List<Rune> found = new ArrayList<>();
        assertTrue(readInto(RuneArchive.open(disk, (what, done, total) -> {}), "a", found));
    }

    private static int indexOf(byte[] bytes, byte[] part) {
        String all = new String(bytes, StandardCharsets.ISO_8859_1);
        return all.indexOf(new String(part, StandardCharsets.ISO_8859_1));
    }
}
