package dev.parley.app.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.Commands;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.runelog.snapshot.Snapshots;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Ana said no. An attacker who can write to the folder, and has no key, lets the record say something else or nothing, behind a
 * base that he invented. Verification finds it, with and without a list that was kept elsewhere, and so does opening; the next
 * honest start does not sign it.
 */
class ForgedBaseTest {
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

    private final Commands commands = new Commands();

    @TempDir
    private Path folder = Path.of("");

    private Path data = Path.of("");
    private Path kept = Path.of("");

    @BeforeEach
    void anaSaysNo() throws IOException {
        data = folder.resolve("data");
        assertEquals(0, talk(data, "order a pizza", "no"));
        try (Stream<Path> lists = Files.list(data.resolve("heads"))) {
            kept = Files.copy(lists.sorted().toList().getLast(), folder.resolve("kept"));
        }
        assertEquals(0, verify());
        assertEquals(0, verify("--head", kept.toString()));
    }

    private int talk(Path where, String... lines) {
        return commands.code(String.join("\n", lines) + "\n", "talk", "--as", "ana", "--data", where.toString());
    }

    private int verify(String... more) {
        List<String> args = new ArrayList<>(List.of("log", "verify", "--data", data.toString()));
        args.addAll(List.of(more));
        return commands.code("", args.toArray(String[]::new));
    }

    private long lastEvent() throws IOException {
        return ForgedJournal.frames(data).stream()
                .filter(frame -> frame.conversation().equals("talk-1"))
                .count();
    }

    private void isFoundNowAndAfterTheNextStart() {
        for (int i = 0; i < 2; i++) {
            assertEquals(1, verify(), commands.lines().toString());
            assertTrue(commands.lines().toString().contains("unsigned_base"), commands.lines()::toString);
            assertEquals(1, verify("--head", kept.toString()), commands.lines().toString());
            assertTrue(
                    commands.lines().stream()
                            .anyMatch(line -> line.contains("\"conversation\":\"talk-1\"")
                                    && line.contains("\"comparison\":\"incomparable\"")),
                    commands.lines()::toString);
            assertEquals(0, talk(data, "what time is it"));
            assertTrue(commands.errors().toString().contains("talk-1 begins after event"), commands.errors()::toString);
        }
        assertNotEquals(0, commands.code("", "replay", "--data", data.toString(), "talk-1"));
    }

    @Test
    void theConversationIsRemovedAndItsBaseLineWritten() throws IOException {
        String hash = headHash();
        long last = lastEvent();
        List<ForgedJournal.Frame> others = ForgedJournal.frames(data).stream()
                .filter(frame -> !frame.conversation().equals("talk-1"))
                .toList();
        ForgedJournal.write(data, others);
        ForgedJournal.table(data, "compacted", List.of(last + " " + hash + " talk-1"));
        isFoundNowAndAfterTheNextStart();
    }

    private String headHash() {
        return commands.run("", "log", "ls", "--data", data.toString(), "talk-1")
                .getFirst()
                .replaceAll(".*\"hash\":\"([0-9a-f]{64})\".*", "$1");
    }

    @Test
    void theConversationStandsBehindAnInventedBase() throws IOException {
        ForgedJournal.table(data, "compacted", List.of((lastEvent() + 50) + " " + "ab".repeat(32) + " talk-1"));
        isFoundNowAndAfterTheNextStart();
    }

    @Test
    void aConversationWithAYesIsMadeElsewhereAndCarriedOver() throws IOException {
        Path scratch = folder.resolve("scratch");
        assertEquals(0, talk(scratch, "order a pizza", "yes", "order a pizza", "yes"));
        long base = lastEvent() + 1;
        try (Runelog log = Runelog.open(new RealDisk(scratch), RunelogSettings.inline(STILL, RandomSource.seeded(1)))) {
            assertTrue(log.head("talk-1").eventId() > base, "there is something behind it");
            log.keepSnapshot("talk-1", base, new byte[] {1});
            log.compact("talk-1", base);
        }
        List<ForgedJournal.Frame> all = new ArrayList<>();
        ForgedJournal.frames(data).stream()
                .filter(frame -> !frame.conversation().equals("talk-1"))
                .forEach(all::add);
        ForgedJournal.frames(scratch).stream()
                .filter(frame -> frame.conversation().equals("talk-1"))
                .forEach(all::add);
        ForgedJournal.write(data, all);
        Files.copy(scratch.resolve("compacted"), data.resolve("compacted"));
        Path snapshot = data.resolve(Snapshots.nameOf("talk-1", base));
        Files.createDirectories(Objects.requireNonNull(snapshot.getParent()));
        Files.copy(scratch.resolve(Snapshots.nameOf("talk-1", base)), snapshot);
        isFoundNowAndAfterTheNextStart();
    }
}
