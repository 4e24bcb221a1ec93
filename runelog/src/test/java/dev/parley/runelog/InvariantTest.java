package dev.parley.runelog;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.fault.Catalogues;
import dev.parley.runelog.fault.LogCatalogue;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Done-when 2: each invariant is provoked in a real log, and is missed when it is left out of the catalogue. */
class InvariantTest {
    private static final String FIRST = "journal/0000000000000001.journal";
    private static final int FRAMES_AT = 128;
    private static final int END_BYTES = 8;
    private static final int HEADER_BYTES = 52;

    private final MemoryDisk disk = new MemoryDisk();
    private byte[] whole = new byte[0];

    @BeforeEach
    void threeRunes() throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            for (int i = 1; i <= 3; i++) {
                log.append(Logs.draft("a", i), WriteClass.SPEECH);
            }
        }
        whole = disk.readAll(FIRST);
        for (String heads : disk.list("heads")) {
            disk.delete("heads/" + heads);
        }
    }

    private RuneArchive archive(LogCatalogue catalogue) throws IOException {
        return RuneArchive.open(disk, Progress.SILENT, catalogue, false);
    }

    private static List<Rune> read(RuneArchive archive) {
        return archive.read("a", 0).toList();
    }

    @Test
    void eventIdMonotonicHaltsAConversationThatSkipsAnId() throws IOException {
        byte[] bytes = disk.readAll(FIRST);
        Rune skipping = Rune.of(
                Logs.draft("a", 5), 5, archive(LogCatalogue.full()).head("a").hash());
        byte[] canonical = skipping.canonical();
        int end = bytes.length - END_BYTES;
        ByteBuffer longer = ByteBuffer.allocate(end + HEADER_BYTES + canonical.length);
        longer.put(bytes, 0, end)
                .putInt(0x52554E45)
                .putLong(0)
                .putInt(canonical.length)
                .putShort((short) 4)
                .putShort((short) 0);
        longer.put(skipping.previous().bytes()).put(canonical);
        bind(longer.array(), end);
        disk.replace(FIRST, longer.array());
        RuneArchive guarded = archive(LogCatalogue.full());
        assertEquals(4, guarded.head("a").haltedAt());
        assertTrue(guarded.findings().getFirst().message().contains("INV-EVENTID-MONOTONIC"));
        LogFault missed = assertThrows(LogFault.class, () -> archive(Catalogues.without("INV-EVENTID-MONOTONIC")));
        assertTrue(
                String.valueOf(missed.getMessage()).contains("INV-SEGMENT-CONTIGUOUS"),
                "without it the next line of defence stops the opening");
    }

    @Test
    void runeImmutableHaltsAConversationWhoseRuneWasEdited() throws IOException {
        editFirstRune();
        RuneArchive guarded = archive(LogCatalogue.full());
        assertEquals(2, guarded.head("a").haltedAt());
        assertThrows(LogFault.class, () -> read(guarded));
        RuneArchive unguarded = archive(Catalogues.without("INV-RUNE-IMMUTABLE"));
        assertEquals(0, unguarded.head("a").haltedAt());
        assertEquals(3, read(unguarded).size(), "without it the edit passes");
    }

    @Test
    void crcValidHaltsAConversationWithABadFrame() throws IOException {
        byte[] bytes = disk.readAll(FIRST);
        bytes[FRAMES_AT + frameLength(bytes, FRAMES_AT) - 1] ^= 1;
        disk.replace(FIRST, bytes);
        assertEquals(1, archive(LogCatalogue.full()).head("a").haltedAt());
        RuneArchive unguarded = archive(Catalogues.without("INV-CRC-VALID"));
        assertTrue(
                unguarded.findings().stream()
                        .noneMatch(finding -> finding.message().contains("INV-CRC-VALID")),
                "without it only the hole that follows is seen");
    }

    @Test
    void segmentContiguousHaltsAConversationThatLostAFile() throws IOException {
        MemoryDisk rotated = new MemoryDisk();
        try (Runelog log = Runelog.open(rotated, Logs.inline().withFileBytesMax(200))) {
            for (int i = 1; i <= 9; i++) {
                log.append(Logs.draft("a", i), WriteClass.SPEECH);
            }
        }
        rotated.list("heads").forEach(name -> rotated.delete("heads/" + name));
        rotated.delete("journal/0000000000000002.journal");
        rotated.delete("journal/0000000000000002.index");
        RuneArchive guarded = RuneArchive.open(rotated, Progress.SILENT, LogCatalogue.full(), true);
        long haltedAt = guarded.head("a").haltedAt();
        assertTrue(haltedAt > 1, "halted where the hole begins");
        RuneArchive unguarded =
                RuneArchive.open(rotated, Progress.SILENT, Catalogues.without("INV-SEGMENT-CONTIGUOUS"), true);
        assertFalse(
                unguarded.head("a").haltedAt() == haltedAt
                        && unguarded.head("a").eventId() == haltedAt - 1,
                "without it the hole is built upon");
    }

    @Test
    void resumeNoDuplicatesAndNoGapsHoldForEveryCursor() throws IOException {
        RuneArchive archive = archive(LogCatalogue.full());
        for (long cursor = 0; cursor <= 4; cursor++) {
            List<Long> ids = Logs.ids(archive.read("a", cursor).toList());
            long after = cursor;
            assertTrue(ids.stream().allMatch(id -> id > after), "INV-RESUME-NO-DUPLICATES");
            assertEquals(Math.max(0, 3 - cursor), ids.size(), "INV-RESUME-NO-GAPS");
        }
    }

    /** What a reader without the checksum's protection would meet if the frame of one event stood in the place of another. */
    private RuneReader misled(int place, int frameThere, String... off) throws IOException {
        byte[] bytes = whole.clone();
        int length = frameLength(bytes, FRAMES_AT);
        System.arraycopy(whole, FRAMES_AT + (frameThere - 1) * length, bytes, FRAMES_AT + (place - 1) * length, length);
        disk.replace(FIRST, whole);
        RuneArchive archive = archive(Catalogues.without(off));
        disk.replace(FIRST, bytes);
        return archive.read("a", 0, RuneReader.Mode.CHECKSUMS);
    }

    @Test
    void resumeNoDuplicatesStopsAReaderThatWouldDeliverARuneTwice() throws IOException {
        try (RuneReader guarded = misled(2, 1, "INV-CRC-VALID")) {
            assertEquals(1, requireNonNull(guarded.poll()).eventId());
            LogFault stopped = assertThrows(LogFault.class, guarded::poll);
            assertTrue(String.valueOf(stopped.getMessage()).contains("INV-RESUME-NO-DUPLICATES"));
        }
        try (RuneReader unguarded = misled(2, 1, "INV-CRC-VALID", "INV-RESUME-NO-DUPLICATES")) {
            assertEquals(List.of(1L, 1L), Logs.ids(unguarded.toList()).subList(0, 2));
        }
    }

    @Test
    void resumeNoGapsTellsAReaderOfRunesThatWouldBePassedOver() throws IOException {
        try (RuneReader guarded = misled(2, 3, "INV-CRC-VALID")) {
            assertEquals(1, requireNonNull(guarded.poll()).eventId());
            Rune gap = requireNonNull(guarded.poll());
            assertEquals("system.gap", gap.kind());
            assertEquals(Json.of(2), gap.payload().get("from"));
            assertEquals(3, requireNonNull(guarded.poll()).eventId());
        }
        try (RuneReader unguarded = misled(2, 3, "INV-CRC-VALID", "INV-RESUME-NO-GAPS")) {
            assertEquals(1, requireNonNull(unguarded.poll()).eventId());
            assertEquals(3, requireNonNull(unguarded.poll()).eventId(), "event 2 is passed over in silence");
        }
    }

    private void editFirstRune() throws IOException {
        byte[] bytes = disk.readAll(FIRST);
        int end = FRAMES_AT + frameLength(bytes, FRAMES_AT);
        bytes[end - 1] = 2 * 5;
        bind(bytes, FRAMES_AT);
        disk.replace(FIRST, bytes);
    }

    private static int frameLength(byte[] bytes, int frame) {
        return HEADER_BYTES + ByteBuffer.wrap(bytes).getInt(frame + 12);
    }

    /** Gives a frame the checksums it would have had, had it been written like this. */
    private static void bind(byte[] bytes, int frame) {
        ByteBuffer edit = ByteBuffer.wrap(bytes);
        int length = edit.getInt(frame + 12);
        int identity = edit.getShort(frame + 16);
        CRC32C crc = new CRC32C();
        crc.update(bytes, frame + HEADER_BYTES + identity, length - identity);
        edit.putInt(frame + 8, (int) crc.getValue());
        crc.reset();
        crc.update(
                ByteBuffer.allocate(16).putLong(edit.getLong(24)).putLong(frame).flip());
        crc.update(bytes, frame + 8, HEADER_BYTES - 8 + identity);
        edit.putInt(frame + 4, (int) crc.getValue());
    }

    @Test
    void theJournalOffersNoWayToChangeOrRemoveARune() {
        List<String> verbs = Arrays.stream(Runelog.class.getMethods())
                .map(method -> method.getName())
                .filter(name -> name.matches("(update|delete|set|put|remove|replace|edit).*"))
                .toList();
        assertEquals(List.of(), verbs, "INV-RUNE-IMMUTABLE: the surface only appends");
    }
}
