package dev.parley.runelog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.WriteClass;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import dev.parley.runelog.heads.HeadFile;
import dev.parley.runelog.heads.HeadFolder;
import dev.parley.runelog.heads.HeadList;
import dev.parley.runelog.heads.OldLists;
import dev.parley.runelog.journal.TextTable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Folders whose lists of heads are of version 1 or 2. The first start signs a list of today's format and replaces the key,
 * so that the old lists vouch for nothing once they are put back.
 */
class OldListsTest {
    private static final String JOURNAL = "journal/0000000000000001.journal";
    private static final String KEY = "keys/heads.key";

    /** What an attacker does to a folder, given it as it was before the first start of today's program. */
    private interface Change {
        void on(MemoryDisk forged, MemoryDisk before) throws IOException;
    }

    private static void session(MemoryDisk disk, String conversation, int from, int to) throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            for (int i = from; i <= to; i++) {
                log.append(Logs.draft(conversation, i), WriteClass.SPEECH);
            }
        }
    }

    /** A folder of three sessions; where all lists are of version 1, each names all conversations. */
    private static MemoryDisk old(int version) throws IOException {
        MemoryDisk disk = new MemoryDisk();
        session(disk, "a", 1, 3);
        session(disk, "b", 1, 3);
        session(disk, "a", 4, 4);
        session(disk, "a", 5, 5);
        OldLists.rewrite(disk, version);
        for (String name : disk.list("heads").subList(0, version == 1 ? 3 : 0)) {
            disk.delete("heads/" + name);
        }
        return disk;
    }

    private static MemoryDisk copy(MemoryDisk disk) throws IOException {
        MemoryDisk copy = new MemoryDisk();
        for (String in : List.of("", "journal", "heads", "keys")) {
            for (String name : disk.list(in)) {
                String path = in.isEmpty() ? name : in + "/" + name;
                copy.replace(path, disk.readAll(path));
            }
        }
        return copy;
    }

    private static Set<Finding.Kind> found(MemoryDisk disk) throws IOException {
        return LogVerification.verify(copy(disk), Progress.SILENT).findings().stream()
                .filter(finding -> !finding.isHarmless())
                .map(Finding::kind)
                .collect(Collectors.toSet());
    }

    private static String keyOf(MemoryDisk disk) throws IOException {
        return new String(disk.readAll(KEY), StandardCharsets.US_ASCII);
    }

    private static String publicKey(MemoryDisk disk) throws IOException {
        return keyOf(disk).lines().findFirst().orElseThrow().substring("public ".length());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void theFirstStartSignsAllAndReplacesTheKey(int version) throws IOException {
        MemoryDisk disk = old(version);
        assertEquals(Set.of(), found(disk));
        HeadFile kept = HeadFile.parse(HeadFolder.exported(disk));
        String before = keyOf(disk);
        for (int i = 6; i < 9; i++) {
            session(disk, "a", i, i);
            assertEquals(Set.of(), found(disk), "after event " + i);
        }
        assertNotEquals(before, keyOf(disk));
        for (long number : HeadFolder.numbers(disk)) {
            assertTrue(Objects.requireNonNull(HeadFolder.read(disk, number)).signsFacts(), "list " + number);
        }
        String once = keyOf(disk);
        session(disk, "b", 4, 4);
        assertEquals(once, keyOf(disk), "the key is replaced once");
        LogVerification verified = LogVerification.compare(disk, Progress.SILENT, kept);
        assertTrue(verified.isSound(), verified.findings()::toString);
        assertEquals(
                List.of(Comparison.How.EXTENDED, Comparison.How.EXTENDED),
                verified.comparisons().stream().map(Comparison::how).toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aFirstStartThatDiesAnywhereIsFinishedByTheNext(int version) throws IOException {
        MemoryDisk disk = old(version);
        String before = keyOf(disk);
        HookedDisk hooked = new HookedDisk(disk);
        List<MemoryDisk> crashes = new ArrayList<>();
        hooked.hook((change, name) -> crashes.add(copy(disk)));
        Runelog.open(hooked, Logs.inline()).close();
        assertTrue(crashes.size() > 10, crashes.size() + " changes");
        for (MemoryDisk crashed : crashes) {
            assertEquals(Set.of(), found(crashed));
            for (int i = 6; i < 8; i++) {
                session(crashed, "a", i, i);
                assertEquals(Set.of(), found(crashed));
            }
            assertNotEquals(before, keyOf(crashed));
            assertFalse(crashed.exists("keys/next.key"));
        }
    }

    /** Old lists are put back after a rune was appended, and this is done to hide it. */
    private static MemoryDisk putBack(int version, Change change) throws IOException {
        MemoryDisk before = old(version);
        MemoryDisk folder = copy(before);
        session(folder, "b", 4, 4);
        MemoryDisk elsewhere = copy(folder);
        session(elsewhere, "a", 6, 6);
        MemoryDisk forged = copy(folder);
        forged.replace(JOURNAL, elsewhere.readAll(JOURNAL));
        forged.list("heads").forEach(name -> forged.delete("heads/" + name));
        for (String name : before.list("heads")) {
            forged.replace("heads/" + name, before.readAll("heads/" + name));
        }
        change.on(forged, before);
        return forged;
    }

    /** It is found, now and after honest starts. */
    private static void isFound(int version, Change change) throws IOException {
        MemoryDisk forged = putBack(version, change);
        boolean hasKey = forged.exists(KEY);
        for (int i = 0; i < 3; i++) {
            Set<Finding.Kind> found = found(forged);
            assertTrue(found.contains(Finding.Kind.SIGNING_KEY), "after " + i + " starts: " + found);
            assertTrue(!hasKey || found.contains(Finding.Kind.UNACCOUNTED), "after " + i + " starts: " + found);
            session(forged, "b", 5 + i, 5 + i);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void oldListsThatArePutBackVouchForNothing(int version) throws IOException {
        isFound(version, (forged, before) -> {
            assertEquals(Set.of(Finding.Kind.SIGNING_KEY, Finding.Kind.UNACCOUNTED), found(forged));
            HeadFolder folder = HeadFolder.read(forged);
            assertTrue(folder.isSigned(), "what they do not tell of counts as not signed");
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void norDoTheyWithoutTheChangeOfTheKey(int version) throws IOException {
        isFound(version, (forged, before) -> forged.delete("rotations"));
        isFound(version, (forged, before) -> {
            forged.delete("rotations");
            TextTable.save(forged, "pinned", List.of("key " + publicKey(forged)));
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void norDoTheyWithoutThePin(int version) throws IOException {
        isFound(version, (forged, before) -> forged.delete("pinned"));
        isFound(version, (forged, before) -> {
            forged.delete("pinned");
            forged.delete("rotations");
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void norDoTheyWithoutAnyKey(int version) throws IOException {
        isFound(version, (forged, before) -> {
            forged.delete(KEY);
            forged.delete("pinned");
            forged.delete("rotations");
        });
        isFound(version, (forged, before) -> {
            forged.delete("rotations");
            forged.rename(KEY, "keys/next.key");
        });
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aKeyFileThatNamesTheFormerKeyAndHasAnotherPrivatePartIsNone(int version) throws IOException {
        MemoryDisk mixed = putBack(version, (forged, before) -> {
            MemoryDisk own = new MemoryDisk();
            Runelog.open(own, Logs.inline()).close();
            String secret = keyOf(own).lines().skip(1).findFirst().orElseThrow();
            String key = "public " + publicKey(before) + "\n" + secret + "\n";
            forged.replace(KEY, key.getBytes(StandardCharsets.US_ASCII));
            forged.delete("rotations");
        });
        assertEquals(Set.of(Finding.Kind.SIGNING_KEY), found(mixed));
        LogFault refused = assertThrows(LogFault.class, () -> session(mixed, "b", 5, 5));
        assertTrue(String.valueOf(refused.getMessage()).contains("cannot be used"), refused.getMessage());
        assertEquals(Set.of(Finding.Kind.SIGNING_KEY), found(mixed));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void keptHeadsOfTodayAreMissedToo(int version) throws IOException {
        MemoryDisk before = old(version);
        MemoryDisk folder = copy(before);
        session(folder, "b", 4, 4);
        HeadFile kept = HeadFile.parse(HeadFolder.exported(folder));
        HeadList newest = Objects.requireNonNull(HeadFolder.read(folder).newest());
        assertTrue(newest.signsFacts());
        folder.list("heads").forEach(name -> folder.delete("heads/" + name));
        for (String name : before.list("heads")) {
            folder.replace("heads/" + name, before.readAll("heads/" + name));
        }
        Set<Finding.Kind> found = LogVerification.compare(folder, Progress.SILENT, kept).findings().stream()
                .map(Finding::kind)
                .collect(Collectors.toSet());
        assertTrue(found.containsAll(Set.of(Finding.Kind.MISSING_LIST, Finding.Kind.SIGNING_KEY)), found::toString);
    }
}
