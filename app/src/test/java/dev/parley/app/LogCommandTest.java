package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.app.io.ExitCode;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
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
import java.nio.file.LinkOption;
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

    /** U+009B opens a control sequence, as ESC [ does; U+202E shows what follows backwards. */
    @Test
    void printsNothingThatATerminalObeys() throws Exception {
        String said = "a\u009b2Jb\u202ec\u2028d\u001b[2J\u007f\n{\"kind\":\"verdict\"}";
        try (Runelog log = open()) {
            log.append(RuneDraft.of("d", "user.words", Json.Obj.EMPTY.with("pii_text", said)), WriteClass.SPEECH);
        }
        for (String form : List.of("cat", "export")) {
            assertEquals(ExitCode.ACCEPTED, run("log", form, "--data", data.toString(), "d"));
            String line = lines().getFirst();
            assertEquals(1, lines().size());
            assertTrue(line.chars().allMatch(c -> c >= ' ' && c <= '~'), line);
            Json.Obj rune = (Json.Obj) JsonDecoder.decode(line);
            assertEquals(Json.Obj.EMPTY.with("pii_text", said), rune.get("payload"));
        }
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
        assertEquals(ExitCode.DENIED, run("log", "verify", "--data", data.toString()));
        assertTrue(lines().stream().anyMatch(line -> line.contains("unaccounted")), "a key without lists is a finding");
        Files.delete(data.resolve("keys/heads.key"));
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

    private String kept(String name) {
        Path file = data.resolveSibling(data.getFileName() + name);
        assertEquals(ExitCode.ACCEPTED, run("log", "head", "--data", data.toString(), "--out", file.toString()));
        return file.toString();
    }

    private String compared(String conversation) {
        return lines().stream()
                .filter(line -> line.contains("\"conversation\":\"" + conversation + "\""))
                .findFirst()
                .orElse("")
                .replaceAll(".*\"comparison\":\"([a-z]+)\".*", "$1");
    }

    @Test
    void headIsWrittenBesideARunningWriterAndComparedLater() throws IOException {
        String kept;
        try (Runelog log = open()) {
            append(log, "a", 5);
            kept = kept(".head");
            append(log, "new", 1);
        }
        assertEquals(ExitCode.ACCEPTED, run("log", "verify", "--data", data.toString(), "--head", kept));
        assertEquals("extended", compared("a"));
        assertEquals("same", compared("b c"));
        assertEquals("new", compared("new"));
        try (Runelog log = open()) {
            log.keepSnapshot("a", 5, new byte[] {1});
            log.compact("a", 5, "old");
        }
        assertEquals(ExitCode.ACCEPTED, run("log", "verify", "--data", data.toString(), "--head", kept));
        assertEquals("compacted", compared("a"));
        assertTrue(lines().getFirst().contains("\"compacted_at\":5"), lines()::toString);
        expectsOneLineOfComplaint("log", "head", "--data", data.toString());
        expectsOneLineOfComplaint("log", "head", "--data", data.toString(), "--out", data.toString());
    }

    @Test
    void aHeadFileReplacesNothingInTheFolderOfTheRecordAndFollowsNoLink() throws IOException {
        for (String own : List.of("journal/0000000000000001.journal", "keys/heads.key", "pinned", "elsewhere")) {
            Path file = data.resolve(own);
            byte[] before = Files.exists(file) ? Files.readAllBytes(file) : new byte[0];
            expectsOneLineOfComplaint("log", "head", "--data", data.toString(), "--out", file.toString());
            assertTrue(before.length == 0 || Arrays.equals(before, Files.readAllBytes(file)), own);
        }
        Path link = data.resolveSibling(data.getFileName() + ".link");
        Files.createSymbolicLink(link, data.resolve("pinned"));
        byte[] pinned = Files.readAllBytes(data.resolve("pinned"));
        assertEquals(
                ExitCode.ACCEPTED,
                run("log", "head", "--data", data.toString(), "--out", link.toString()),
                err::toString);
        assertTrue(Arrays.equals(pinned, Files.readAllBytes(data.resolve("pinned"))), "the link is not followed");
        assertTrue(Files.isRegularFile(link, LinkOption.NOFOLLOW_LINKS));
    }

    @Test
    void aFileThatIsNoneOfOursIsToldInOneLine() throws IOException {
        Files.createDirectory(data.resolve("opened"));
        expectsOneLineOfComplaint("log", "verify", "--data", data.toString());
        Files.delete(data.resolve("opened"));
        Files.write(data.resolve("journal/abc.journal"), new byte[] {1});
        expectsOneLineOfComplaint("log", "verify", "--data", data.toString());
    }

    @Test
    void adoptSignsACompactionFromBeforeTheyWereSigned() throws IOException {
        compactedWithoutLists();
        Files.delete(data.resolve("keys/heads.key"));
        isFoundUntilItIsAdopted();
    }

    @Test
    void adoptSignsACompactionWhoseListsWereLost() throws IOException {
        compactedWithoutLists();
        isFoundUntilItIsAdopted();
    }

    private void compactedWithoutLists() throws IOException {
        try (Runelog log = open()) {
            log.keepSnapshot("a", 2, new byte[] {1});
            log.compact("a", 2, "old");
        }
        try (Stream<Path> lists = Files.list(data.resolve("heads"))) {
            for (Path list : lists.toList()) {
                Files.delete(list);
            }
        }
        Files.delete(data.resolve("pinned"));
    }

    private void isFoundUntilItIsAdopted() throws IOException {
        for (int i = 0; i < 2; i++) {
            assertEquals(ExitCode.DENIED, run("log", "verify", "--data", data.toString()));
            assertTrue(lines().toString().contains("unsigned_base"), lines()::toString);
            open().close();
        }
        expectsOneLineOfComplaint("log", "adopt", "--data", data.toString());
        expectsOneLineOfComplaint("log", "adopt", "--data", data.toString(), "--reason", " ");
        assertEquals(ExitCode.ACCEPTED, run("log", "adopt", "--data", data.toString(), "--reason", "moved here"));
        assertTrue(
                lines().getFirst().contains("\"conversation\":\"a\",\"adopted\":\"base\",\"from\":2"),
                lines()::toString);
        assertEquals(ExitCode.ACCEPTED, run("log", "verify", "--data", data.toString()), lines()::toString);
        assertEquals(ExitCode.ACCEPTED, run("log", "cat", "--data", data.toString(), "house:log"));
        assertTrue(lines().toString().contains("operator.adopted"), lines()::toString);
    }

    @Test
    void aRotatedKeyIsVouchedForByTheOneBefore() throws IOException {
        String before = kept(".before");
        byte[] key = Files.readAllBytes(data.resolve("keys/heads.key"));
        assertEquals(
                ExitCode.ACCEPTED, run("log", "rotate-key", "--data", data.toString(), "--reason", "an admin left"));
        assertEquals(ExitCode.ACCEPTED, run("log", "verify", "--data", data.toString()), lines()::toString);
        assertEquals(ExitCode.ACCEPTED, run("log", "verify", "--data", data.toString(), "--head", before));
        assertEquals("same", compared("a"));
        String after = kept(".after");
        assertEquals(ExitCode.ACCEPTED, run("log", "verify", "--data", data.toString(), "--head", after));
        Files.write(data.resolve("keys/heads.key"), key);
        try (Runelog log = open()) {
            append(log, "a", 5);
        }
        assertEquals(ExitCode.DENIED, run("log", "verify", "--data", data.toString(), "--head", after));
        assertTrue(lines().toString().contains("signing_key"), lines()::toString);
    }
}
