package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.append.WriteClass;
import dev.parley.runelog.disk.RealDisk;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogCommandTest {
    private static final int END_MARK_BYTES = 8;

    private static final TimeSource STILL = new TimeSource() {
        @Override
        public long monotonicNanos() {
            return 0;
        }

        @Override
        public long wallMillis() {
            return 0;
        }
    };

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    @SuppressWarnings("NullAway.Init") // The test framework sets it.
    private Path data;

    @BeforeEach
    void aRecordOfTwoConversations() throws IOException {
        try (Runelog log = open()) {
            for (int i = 1; i <= 4; i++) {
                append(log, "a", i);
                append(log, "b c", i);
            }
        }
    }

    private Runelog open() throws IOException {
        return Runelog.open(new RealDisk(data), RunelogSettings.inline(STILL, RandomSource.seeded(1)));
    }

    private static void append(Runelog log, String conversation, int n) {
        log.append(RuneDraft.of(conversation, "test.counted", Json.Obj.EMPTY.with("n", n)), WriteClass.SPEECH);
    }

    private int run(String... args) {
        out.reset();
        err.reset();
        return new Parley(
                        new ByteArrayInputStream(new byte[0]),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .run(args);
    }

    private List<String> lines() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private void expectsOneLineOfComplaint(String... args) {
        assertEquals(ExitCode.BAD_INPUT, run(args), err.toString(StandardCharsets.UTF_8));
        assertEquals(List.of(), lines());
        assertEquals(1, err.toString(StandardCharsets.UTF_8).lines().count());
    }

    @Test
    void listsConversationsWithTheirHeads() {
        assertEquals(ExitCode.ACCEPTED, run("log", "ls", "--data", data.toString()));
        assertEquals(2, lines().size());
        assertTrue(lines().getFirst().startsWith("{\"conversation\":\"a\",\"event_id\":4,\"earliest\":1,\"hash\":\""));
    }

    @Test
    void printsTheRunesAfterACursorAndTheSameBytesEveryTime() {
        assertEquals(ExitCode.ACCEPTED, run("log", "cat", "--data", data.toString(), "b c", "--after", "2"));
        List<String> first = lines();
        assertEquals(2, first.size());
        assertTrue(first.getFirst().contains("\"event_id\":3,\"kind\":\"test.counted\""), first.getFirst());
        run("log", "cat", "--data", data.toString(), "b c", "--after", "2");
        assertEquals(first, lines());
        run("log", "export", "--data", data.toString(), "a");
        assertTrue(lines().getFirst().contains("\"canonical\":\""));
    }

    @Test
    void verifiesAndFindsACutTailOnlyWithAHeadKeptElsewhere() throws IOException {
        Path heads;
        try (Stream<Path> files = Files.list(data.resolve("heads"))) {
            heads = files.findFirst().orElseThrow();
        }
        Path kept = Files.copy(heads, data.resolve("kept"));
        assertEquals(ExitCode.ACCEPTED, run("log", "verify", "--data", data.toString(), "--head", kept.toString()));
        assertTrue(lines().getLast().contains("\"ok\":true"));
        Files.delete(heads);
        assertEquals(ExitCode.DENIED, run("log", "verify", "--data", data.toString()));
        assertTrue(lines().stream().anyMatch(line -> line.contains("signing_key")), "deleted heads are a finding");
        Files.delete(data.resolve("pinned"));
        Path journal = data.resolve("journal/0000000000000001.journal");
        byte[] bytes = Files.readAllBytes(journal);
        for (int cut = 1; cut <= 20; cut++) {
            Files.write(journal, Arrays.copyOf(bytes, bytes.length - cut));
            assertEquals(ExitCode.ACCEPTED, run("log", "verify", "--data", data.toString()), "it is only told");
            String kind = cut <= END_MARK_BYTES ? "missing_end" : "torn_tail";
            assertTrue(lines().stream().anyMatch(line -> line.contains(kind)), "cut by " + cut + ": " + lines());
            assertEquals(ExitCode.DENIED, run("log", "verify", "--data", data.toString(), "--head", kept.toString()));
            assertTrue(lines().stream().anyMatch(line -> line.contains("head_mismatch")), "cut by " + cut);
        }
    }

    @Test
    void readsOnPastDamageOnlyWhenAskedToSalvage() throws IOException {
        Path journal = data.resolve("journal/0000000000000001.journal");
        byte[] bytes = Files.readAllBytes(journal);
        int second = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("test.counted", 300);
        bytes[second] ^= 1;
        Files.write(journal, bytes);
        assertEquals(ExitCode.DENIED, run("log", "cat", "--data", data.toString()));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("INV-CRC-VALID"));
        assertEquals(ExitCode.ACCEPTED, run("log", "cat", "--data", data.toString(), "--salvage"));
        assertTrue(lines().stream().anyMatch(line -> line.contains("system.gap")));
        assertEquals(ExitCode.DENIED, run("log", "verify", "--data", data.toString()));
    }

    @Test
    void followsWhatAnotherWriterAppends() throws Exception {
        PipedInputStream printed = new PipedInputStream(1 << 16);
        PrintStream toReader = new PrintStream(new PipedOutputStream(printed), true, StandardCharsets.UTF_8);
        Thread command = Thread.ofPlatform()
                .start(() -> new Parley(new ByteArrayInputStream(new byte[0]), toReader, new PrintStream(err))
                        .run("log", "tail", "--data", data.toString(), "a", "--after", "3"));
        try (BufferedReader reader = new BufferedReader(new InputStreamReader(printed, StandardCharsets.UTF_8))) {
            assertTrue(reader.readLine().contains("\"event_id\":4"));
            try (Runelog log = open()) {
                append(log, "a", 5);
                assertTrue(reader.readLine().contains("\"event_id\":5"));
            }
        } finally {
            command.interrupt();
            command.join();
        }
    }

    @Test
    void answersBadUsageWithOneLineAndExitCode2() {
        expectsOneLineOfComplaint("log");
        expectsOneLineOfComplaint("log", "cat");
        expectsOneLineOfComplaint("log", "cat", "--data", "/no/such/folder");
        expectsOneLineOfComplaint("log", "ls", "--data", data.resolve("heads").toString());
        expectsOneLineOfComplaint("log", "cat", "--data", data.toString(), "nobody");
        expectsOneLineOfComplaint("log", "cat", "--data", data.toString(), "a", "--after", "-1");
        expectsOneLineOfComplaint("log", "cat", "--data", data.toString(), "a", "--after", "x");
        expectsOneLineOfComplaint("log", "verify", "--data", data.toString(), "--head", "/no/such/file");
        expectsOneLineOfComplaint("log", "verify", "--data", data.toString(), "nobody");
    }

    @Test
    void readmitLetsAQuarantinedConversationGoOnAndNamesTheGap() throws IOException {
        Path journal = data.resolve("journal/0000000000000001.journal");
        byte[] bytes = Files.readAllBytes(journal);
        bytes[128 + (bytes.length - 128 - END_MARK_BYTES) / 2 - 3] ^= 1;
        Files.write(journal, bytes);
        assertEquals(1, run("log", "verify", "--data", data.toString()));
        assertEquals(2, run("log", "readmit", "--data", data.toString(), "a", "--reason", "it is well"));
        assertTrue(err.toString(StandardCharsets.UTF_8).contains("not quarantined"));
        assertEquals(2, run("log", "readmit", "--data", data.toString(), "b c"), "a reason is needed");
        assertEquals(0, run("log", "readmit", "--data", data.toString(), "b c", "--reason", "disk replaced"));
        String line = out.toString(StandardCharsets.UTF_8);
        assertTrue(line.contains("system.readmitted") && line.contains("disk replaced"), line);
        assertEquals(0, run("log", "cat", "--data", data.toString(), "b c"));
        assertTrue(out.toString(StandardCharsets.UTF_8).contains("system.gap"), "readers are told of the gap");
        assertEquals(0, run("log", "verify", "--data", data.toString()));
    }
}
