package dev.parley.runelog;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import dev.parley.runelog.heads.HeadList;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A log of each format version is kept as it was written then. It must open, verify and fold to the same state for ever.
 * The files were written by {@link #write}.
 */
class GoldenLogTest {
    private static final List<String> FILES = List.of(
            "journal/0000000000000001.journal",
            "journal/0000000000000001.index",
            "journal/0000000000000002.journal",
            "heads/0000000000000001.heads");

    static void write(Disk disk) throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.inline().withFileBytesMax(1000))) {
            for (int i = 1; i <= 12; i++) {
                log.append(
                        RuneDraft.of(
                                        "golden",
                                        "test.counted",
                                        Json.Obj.EMPTY.with("n", i).with("text", "ünïcode " + i))
                                .withLane(Lane.CONTROL)
                                .withVisibility(i % 4 == 0 ? Visibility.SECRET : Visibility.PUBLIC)
                                .withTurn(i)
                                .withTimes(i * 1_000L, 1_767_225_600_000L + i)
                                .withSchemaVersion(1)
                                .withLeaseEpoch(3),
                        WriteClass.IRREVERSIBLE);
            }
            log.appendAll(List.of(Logs.draft("house:x", 1), Logs.draft("house:x", 2)), WriteClass.SPEECH);
        }
    }

    private static MemoryDisk golden(String version) throws IOException {
        MemoryDisk disk = new MemoryDisk();
        for (String file : FILES) {
            try (InputStream in =
                    GoldenLogTest.class.getClassLoader().getResourceAsStream("golden/" + version + "/" + file)) {
                disk.replace(file, Objects.requireNonNull(in, file).readAllBytes());
            }
        }
        return disk;
    }

    @ParameterizedTest
    @ValueSource(strings = {"v1", "v2", "v2-groups"})
    void theLogOfEachVersionOpensVerifiesAndFolds(String version) throws IOException {
        MemoryDisk disk = golden(version);
        HeadList heads = HeadList.parse(disk.readAll(FILES.getLast()));
        LogVerification verified = LogVerification.verify(disk, Progress.SILENT, heads);
        assertEquals(
                List.of(Finding.Kind.SIGNING_KEY),
                verified.findings().stream().map(Finding::kind).toList(),
                "the key was not kept with the golden logs, which is told");
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            BigDecimal sum = BigDecimal.ZERO;
            for (Rune rune : log.read("golden", 0).toList()) {
                sum = sum.add(Objects.requireNonNull(rune.payload().number("n")));
            }
            assertEquals(BigDecimal.valueOf(78), sum);
            assertEquals(
                    "5efa4925f73c9ab2b94a066d574f974ff14eea9c51df76b54ecac3e3ca6de8a8",
                    log.head("golden").hash().hex());
            assertEquals(2, log.head("house:x").eventId());
            assertEquals(
                    13,
                    log.append(Logs.draft("golden", 13), WriteClass.SPEECH)
                            .rune()
                            .eventId());
        }
        LogVerification grown = LogVerification.verify(disk, Progress.SILENT, heads);
        assertEquals(
                List.of(Finding.Kind.SIGNING_KEY, Finding.Kind.SIGNING_KEY),
                grown.findings().stream().map(Finding::kind).toList(),
                "what is new stands behind it, in today's format, and under a key that the old one did not vouch for;"
                        + " that the old one was lost is told until it is adopted");
        assertEquals(
                List.of(Comparison.How.EXTENDED, Comparison.How.SAME),
                grown.comparisons().stream().map(Comparison::how).toList());
    }

    @Test
    void whatIsWrittenTodayHasTheChainOfTheGoldenLog() throws IOException {
        MemoryDisk fresh = new MemoryDisk();
        write(fresh);
        for (String version : List.of("v1", "v2", "v2-groups")) {
            assertEquals(
                    HeadList.parse(golden(version).readAll(FILES.getLast())).heads(),
                    HeadList.parse(fresh.readAll(FILES.getLast())).heads());
        }
        for (String file : FILES.subList(0, 3)) {
            assertArrayEquals(golden("v2-groups").readAll(file), fresh.readAll(file), file + " is written as ever");
        }
    }

    @Test
    void aJournalOfANewerFormatIsRefusedByName() throws IOException {
        MemoryDisk disk = golden("v1");
        byte[] bytes = disk.readAll(FILES.getFirst());
        for (int at = 0; at < 128; at += 64) {
            ByteBuffer.wrap(bytes).putInt(at + 8, 3);
            CRC32C crc = new CRC32C();
            crc.update(bytes, at, 32);
            ByteBuffer.wrap(bytes).putInt(at + 32, (int) crc.getValue());
        }
        disk.replace(FILES.getFirst(), bytes);
        LogFault refused = assertThrows(LogFault.class, () -> Runelog.open(disk, Logs.inline()));
        assertTrue(String.valueOf(refused.getMessage()).contains("format version 3"), refused.getMessage());
    }
}
