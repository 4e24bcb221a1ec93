package dev.parley.runelog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import dev.parley.runelog.heads.HeadFile;
import dev.parley.runelog.heads.HeadFolder;
import dev.parley.runelog.heads.HeadList;
import dev.parley.runelog.heads.HeadSigner;
import dev.parley.runelog.snapshot.Snapshots;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Lists, pin and mark are taken away, damaged, or put back as they were. What that hides is found, now and after honest
 * starts, until an operator adopts it.
 */
class LostListsTest {
    private static final String JOURNAL = "journal/0000000000000001.journal";
    private static final String OPENED = "opened";

    /** What an attacker does to a folder. */
    private interface Change {
        void on(MemoryDisk disk) throws IOException;
    }

    private MemoryDisk folder = new MemoryDisk();

    @BeforeEach
    void aRecordOfThreeSessions() throws IOException {
        folder = new MemoryDisk();
        session(folder, "a", 1, 3);
        session(folder, "b", 1, 3);
        session(folder, "a", 4, 4);
        assertEquals(Set.of(), found(folder));
    }

    private static void session(MemoryDisk disk, String conversation, int from, int to) throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            for (int i = from; i <= to; i++) {
                log.append(Logs.draft(conversation, i), WriteClass.SPEECH);
            }
        }
    }

    private static MemoryDisk copy(MemoryDisk disk) throws IOException {
        MemoryDisk copy = new MemoryDisk();
        for (String in : List.of("", "journal", "heads", "keys", Disk.folderOf(Snapshots.nameOf("a", 1)))) {
            for (String name : disk.list(in)) {
                String path = in.isEmpty() ? name : in + "/" + name;
                copy.replace(path, disk.readAll(path));
            }
        }
        return copy;
    }

    private static Set<Finding.Kind> found(MemoryDisk disk) throws IOException {
        return kinds(LogVerification.verify(copy(disk), Progress.SILENT));
    }

    private static Set<Finding.Kind> kinds(LogVerification verified) {
        return verified.findings().stream()
                .filter(finding -> !finding.isHarmless())
                .map(Finding::kind)
                .collect(Collectors.toSet());
    }

    private static HeadFile kept(MemoryDisk disk) throws IOException {
        return HeadFile.parse(HeadFolder.exported(disk));
    }

    /** What is found against heads that were kept when the folder was as {@code before}. */
    private static Set<Finding.Kind> foundAgainst(MemoryDisk before, MemoryDisk disk) throws IOException {
        return kinds(LogVerification.compare(copy(disk), Progress.SILENT, kept(before)));
    }

    /** How the conversations of those heads stand to them; each once. */
    private static Set<Comparison.How> comparedWith(MemoryDisk before, MemoryDisk disk) throws IOException {
        return LogVerification.compare(copy(disk), Progress.SILENT, kept(before)).comparisons().stream()
                .map(Comparison::how)
                .collect(Collectors.toSet());
    }

    /** What an attacker with the key of this folder makes of a forged one: a list that names all of it and follows none. */
    private static MemoryDisk signed(MemoryDisk keyed, MemoryDisk forged, long number) throws IOException {
        MemoryDisk made = copy(forged);
        deleteLists(made);
        List.of("pinned", OPENED, "keys/heads.key").forEach(made::delete);
        try (Runelog log = Runelog.open(made, Logs.inline())) {
            assertEquals(List.of(), log.adopt("operator", "because"));
        }
        HeadFolder own = HeadFolder.read(made);
        HeadList newest = Objects.requireNonNull(own.newest());
        MemoryDisk signed = copy(forged);
        deleteLists(signed);
        signed.delete(OPENED);
        signed.replace("pinned", keyed.readAll("pinned"));
        signed.replace("keys/heads.key", keyed.readAll("keys/heads.key"));
        for (long at = 1; at <= number; at++) {
            HeadSigner.open(signed, true).write(1, newest.file(), newest.end(), true, own.signed(), own::signed);
        }
        for (String name : signed.list("heads").subList(0, (int) number - 1)) {
            signed.delete("heads/" + name);
        }
        return signed;
    }

    /** With the key nothing is found; against kept heads neither, if the attacker counts the lists on. */
    private static void isNotProvableWithTheKey(MemoryDisk keyed, MemoryDisk forged) throws IOException {
        long next = Objects.requireNonNull(HeadFolder.read(keyed).newest()).number() + 1;
        MemoryDisk signed = signed(keyed, forged, next);
        assertEquals(Set.of(), found(signed), "B: not provable");
        assertEquals(Set.of(), foundAgainst(keyed, signed), "D: not provable");
        assertTrue(
                foundAgainst(keyed, signed(keyed, forged, 1)).contains(Finding.Kind.MISSING_LIST),
                "D: found if the attacker counts from the beginning");
    }

    private static void deleteLists(MemoryDisk disk) {
        disk.list("heads").forEach(name -> disk.delete("heads/" + name));
    }

    private static void lengthenNewest(MemoryDisk disk) throws IOException {
        String name = "heads/" + disk.list("heads").getLast();
        byte[] list = disk.readAll(name);
        disk.replace(name, Arrays.copyOf(list, list.length + 1));
    }

    private static void junk(MemoryDisk disk, String name) throws IOException {
        disk.replace("heads/" + name, "junk".getBytes(StandardCharsets.US_ASCII));
    }

    /** A rune is appended while the log is closed, and this is done to hide it. */
    private void isFoundUntilItIsAdopted(Change change, Finding.Kind kind) throws IOException {
        MemoryDisk elsewhere = copy(folder);
        session(elsewhere, "a", 5, 5);
        MemoryDisk forged = copy(folder);
        forged.replace(JOURNAL, elsewhere.readAll(JOURNAL));
        change.on(forged);
        isFoundAgainstKeptHeads(forged, kind);
        isNotProvableWithTheKey(folder, forged);
        assertTrue(comparedWith(folder, signed(folder, forged, 4)).contains(Comparison.How.EXTENDED), "D: reported so");
        for (int i = 0; i < 3; i++) {
            Set<Finding.Kind> found = found(forged);
            assertTrue(found.containsAll(Set.of(Finding.Kind.UNACCOUNTED, kind)), "after " + i + " starts: " + found);
            session(forged, "b", 4 + i, 4 + i);
        }
        MemoryDisk killed = copy(forged);
        change.on(killed);
        Runelog left = Runelog.open(killed, Logs.inline());
        MemoryDisk crashed = copy(killed);
        left.close();
        assertTrue(found(crashed).contains(Finding.Kind.UNACCOUNTED), "a crash right after a start excuses nothing");
        try (Runelog log = Runelog.open(forged, Logs.inline())) {
            List<String> adopted = log.adopt("operator", "they were read").stream()
                    .map(Adopted::what)
                    .toList();
            assertTrue(adopted.contains("runes"), adopted::toString);
        }
        assertEquals(Set.of(), found(forged));
    }

    private void isFoundAgainstKeptHeads(MemoryDisk forged, Finding.Kind kind) throws IOException {
        Set<Finding.Kind> found = foundAgainst(folder, forged);
        assertTrue(found.containsAll(Set.of(Finding.Kind.UNACCOUNTED, kind)), "C: " + found);
        HeadList newest = HeadFolder.read(forged).newest();
        boolean isGone =
                newest == null || newest.number() < kept(folder).newest().number();
        assertEquals(isGone, found.contains(Finding.Kind.MISSING_LIST), "C: a kept list is named where it is gone");
        assertTrue(comparedWith(folder, forged).contains(Comparison.How.EXTENDED));
    }

    @Test
    void aJunkListHidesNothing() throws IOException {
        isFoundUntilItIsAdopted(disk -> junk(disk, "0000000000000099.heads"), Finding.Kind.UNREADABLE_HEADS);
    }

    @Test
    void aByteBehindTheNewestListHidesNothing() throws IOException {
        isFoundUntilItIsAdopted(LostListsTest::lengthenNewest, Finding.Kind.UNREADABLE_HEADS);
    }

    @Test
    void deletingAllListsHidesNothing() throws IOException {
        isFoundUntilItIsAdopted(LostListsTest::deleteLists, Finding.Kind.SIGNING_KEY);
    }

    @Test
    void deletingAllListsAndThePinHidesNothing() throws IOException {
        isFoundUntilItIsAdopted(
                disk -> {
                    deleteLists(disk);
                    disk.delete("pinned");
                },
                Finding.Kind.SIGNING_KEY);
    }

    @Test
    void deletingThePinAloneIsFoundUntilItIsAdopted() throws IOException {
        isFoundUntilItIsAdopted(disk -> disk.delete("pinned"), Finding.Kind.SIGNING_KEY);
    }

    @Test
    void aRemovedClosingListIsFoundUntilItIsAdopted() throws IOException {
        MemoryDisk crashed = crashedAfterLists(3);
        crashed.delete(OPENED);
        for (int i = 0; i < 3; i++) {
            assertEquals(Set.of(Finding.Kind.MISSING_LIST), found(crashed), "after " + i + " starts");
            Runelog.open(crashed, Logs.inline()).close();
        }
    }

    /** A list is signed with each commit: the clock goes on whenever it is read. */
    private static RunelogSettings signingOften() {
        AtomicLong now = new AtomicLong();
        TimeSource ticking = new TimeSource() {
            @Override
            public long monotonicNanos() {
                return now.addAndGet(10);
            }

            @Override
            public long wallMillis() {
                return 0;
            }
        };
        return RunelogSettings.inline(ticking, RandomSource.seeded(1))
                .withAlarm(fault -> {})
                .withHeadsEveryNanos(1);
    }

    /** A folder whose process died after it had signed this many lists while it was open. */
    private MemoryDisk crashedAfterLists(int lists) throws IOException {
        MemoryDisk disk = copy(folder);
        try (Runelog log = Runelog.open(disk, signingOften())) {
            for (int i = 0; i < lists; i++) {
                log.append(Logs.draft("c", i), WriteClass.SPEECH);
            }
            return copy(disk);
        }
    }

    @Test
    void theMarkOfAnOpenLogNamesTheNewestListSoThatNoneCanBeTakenAway() throws IOException {
        MemoryDisk crashed = crashedAfterLists(3);
        assertEquals(Set.of(), found(crashed), "an honest crash is no finding");
        MemoryDisk forged = copy(crashed);
        List<String> names = forged.list("heads");
        forged.delete("heads/" + names.getLast());
        assertTrue(foundAgainst(crashed, forged).contains(Finding.Kind.MISSING_LIST), "C: found");
        assertTrue(foundAgainst(folder, forged).contains(Finding.Kind.MISSING_LIST), "C: found by the folder alone");
        isNotProvableWithTheKey(folder, forged);
        for (int i = 0; i < 3; i++) {
            Set<Finding.Kind> found = found(forged);
            assertTrue(found.contains(Finding.Kind.MISSING_LIST), "after " + i + " starts: " + found);
            assertTrue(found.contains(Finding.Kind.UNACCOUNTED), "after " + i + " starts: " + found);
            Runelog.open(forged, Logs.inline()).close();
        }
    }

    @Test
    void anOldCopyOfTheMarkTogetherWithItsListsIsNotProvable() throws IOException {
        MemoryDisk disk = copy(folder);
        try (Runelog log = Runelog.open(disk, signingOften())) {
            log.append(Logs.draft("c", 1), WriteClass.SPEECH);
            byte[] mark = disk.readAll(OPENED);
            int lists = disk.list("heads").size();
            log.append(Logs.draft("c", 2), WriteClass.SPEECH);
            MemoryDisk honest = copy(disk);
            MemoryDisk crashed = copy(disk);
            crashed.list("heads")
                    .subList(lists, crashed.list("heads").size())
                    .forEach(name -> crashed.delete("heads/" + name));
            crashed.replace(OPENED, mark);
            assertEquals(Set.of(), found(crashed), "A: not provable");
            assertEquals(
                    Set.of(), foundAgainst(folder, crashed), "C: not provable, if the kept list is an earlier one");
            assertEquals(Set.of(Finding.Kind.MISSING_LIST), foundAgainst(honest, crashed), "C: found by a later one");
            isNotProvableWithTheKey(folder, crashed);
        }
    }

    @Test
    void rejectsAMarkThatIsOlderThanTheListsBesideIt() throws IOException {
        MemoryDisk disk = copy(folder);
        byte[] mark;
        try (Runelog log = Runelog.open(disk, signingOften())) {
            mark = disk.readAll(OPENED);
            log.append(Logs.draft("c", 1), WriteClass.SPEECH);
            log.append(Logs.draft("c", 2), WriteClass.SPEECH);
        }
        MemoryDisk elsewhere = copy(disk);
        session(elsewhere, "a", 5, 5);
        MemoryDisk forged = copy(disk);
        forged.replace(JOURNAL, elsewhere.readAll(JOURNAL));
        List<String> names = forged.list("heads");
        forged.delete("heads/" + names.getLast());
        forged.replace(OPENED, mark);
        assertTrue(foundAgainst(disk, forged).contains(Finding.Kind.MISSING_LIST), "C: found");
        for (int i = 0; i < 3; i++) {
            Set<Finding.Kind> found = found(forged);
            assertTrue(
                    found.containsAll(Set.of(Finding.Kind.MISSING_LIST, Finding.Kind.UNACCOUNTED)),
                    "after " + i + " starts: " + found);
            Runelog.open(forged, Logs.inline()).close();
        }
    }

    /** The process dies at each step of a session; none of these states is called forged. */
    @Test
    void acceptsTheMarkOfEveryHonestCrash() throws IOException {
        MemoryDisk disk = copy(folder);
        try (Runelog log = Runelog.open(disk, signingOften())) {
            assertEquals(Set.of(), found(disk));
            byte[] mark = disk.readAll(OPENED);
            for (int i = 0; i < 20; i++) {
                log.append(Logs.draft("c", i), WriteClass.SPEECH);
                assertEquals(Set.of(), found(disk));
                MemoryDisk between = copy(disk);
                between.replace(OPENED, mark);
                assertEquals(Set.of(), found(between), "it died between a list and its mark");
                mark = disk.readAll(OPENED);
            }
        }
    }

    /** Runes are appended while the log is closed, and one of the last is damaged, so that the conversation is halted. */
    @Test
    void reportsAppendedRunesOfAConversationThatIsHaltedByDamage() throws IOException {
        MemoryDisk elsewhere = copy(folder);
        byte[] before = elsewhere.readAll(JOURNAL);
        session(elsewhere, "a", 5, 8);
        byte[] bytes = elsewhere.readAll(JOURNAL);
        int frame = (bytes.length - before.length) / 4;
        bytes[bytes.length - 9 - frame] ^= 1;
        MemoryDisk forged = copy(folder);
        forged.replace(JOURNAL, bytes);
        Set<Finding.Kind> wanted = Set.of(Finding.Kind.QUARANTINED, Finding.Kind.UNACCOUNTED);
        assertTrue(found(forged).containsAll(wanted), found(forged)::toString);
        Runelog.open(forged, Logs.inline()).close();
        assertTrue(found(forged).containsAll(wanted), found(forged)::toString);
        try (Runelog log = Runelog.open(forged, Logs.inline())) {
            assertEquals(7, log.head("a").haltedAt());
            log.readmit("a", "operator", "a bad sector");
            assertTrue(log.isUnaccounted("a", 5));
        }
        assertEquals(Set.of(Finding.Kind.UNACCOUNTED), found(forged), "to give up the damaged event adopts no other");
        try (Runelog log = Runelog.open(forged, Logs.inline())) {
            assertEquals(1, log.adopt("operator", "they were read").size());
        }
        assertEquals(Set.of(), found(forged));
    }

    @Test
    void repeatsAMissingListBesideACrowdOfJunkLists() throws IOException {
        MemoryDisk crashed = crashedAfterLists(3);
        crashed.delete(OPENED);
        for (int i = 100; i < 200; i++) {
            junk(crashed, String.format(Locale.ROOT, "%016d.heads", i));
        }
        Runelog.open(crashed, Logs.inline()).close();
        assertEquals(Set.of(Finding.Kind.UNREADABLE_HEADS, Finding.Kind.MISSING_LIST), found(crashed));
    }

    /** A record is written anew up to a frame whose body is damaged, so that its signed head is never reached. */
    @Test
    void findsARewrittenBeginningInFrontOfADamagedFrame() throws IOException {
        MemoryDisk made = new MemoryDisk();
        try (Runelog log = Runelog.open(made, Logs.inline())) {
            log.append(Logs.draft("a", 9), WriteClass.SPEECH);
        }
        session(made, "a", 2, 3);
        session(made, "b", 1, 3);
        session(made, "a", 4, 4);
        byte[] bytes = made.readAll(JOURNAL);
        byte[] honest = folder.readAll(JOURNAL);
        assertEquals(honest.length, bytes.length);
        int frame = (bytes.length - 128 - 8) / 7;
        int body = 128 + 3 * frame - 1;
        bytes[body] ^= 1;
        honest[body] ^= 1;
        MemoryDisk forged = copy(folder);
        forged.replace(JOURNAL, bytes);
        MemoryDisk damaged = copy(folder);
        damaged.replace(JOURNAL, honest);
        assertEquals(Set.of(Finding.Kind.DAMAGED_REGION, Finding.Kind.QUARANTINED), found(damaged));
        for (MemoryDisk disk : List.of(damaged, forged)) {
            assertEquals(disk == forged, found(disk).contains(Finding.Kind.FRAME_ORDER));
            try (Runelog log = Runelog.open(disk, Logs.inline())) {
                log.readmit("a", "operator", "a bad sector");
            }
            assertEquals(disk == forged, found(disk).contains(Finding.Kind.FRAME_ORDER), "also when it was readmitted");
        }
    }

    @Test
    void aFirstStartThatDiedIsNoFinding() throws IOException {
        MemoryDisk fresh = new MemoryDisk();
        Runelog left = Runelog.open(fresh, Logs.inline());
        left.append(Logs.draft("a", 1), WriteClass.SPEECH);
        MemoryDisk crashed = copy(fresh);
        left.close();
        assertEquals(Set.of(), found(crashed));
        byte[] key = crashed.readAll("keys/heads.key");
        crashed.delete("keys/heads.key");
        crashed.replace("keys/next.key", key);
        assertEquals(Set.of(), found(crashed), "it died before the key was in its place");
        session(crashed, "a", 2, 2);
        assertEquals(Set.of(), found(crashed));
        assertEquals(
                new String(key, StandardCharsets.US_ASCII),
                new String(crashed.readAll("keys/heads.key"), StandardCharsets.US_ASCII));
    }

    @Test
    void aSignedHeadThatIsAnotherRuneIsNamedAlsoWhereMoreFollowsAndIsNotAdopted() throws IOException {
        MemoryDisk crashed = crashedAfterLists(1);
        MemoryDisk made = new MemoryDisk();
        session(made, "a", 1, 3);
        session(made, "b", 1, 3);
        session(made, "a", 4, 4);
        session(made, "c", 7, 8);
        crashed.replace(JOURNAL, made.readAll(JOURNAL));
        for (int i = 0; i < 2; i++) {
            assertTrue(found(crashed).contains(Finding.Kind.HEAD_MISMATCH), found(crashed)::toString);
            try (Runelog log = Runelog.open(crashed, Logs.inline())) {
                assertEquals(1, log.head("c").haltedAt());
                LogFault refused = assertThrows(LogFault.class, () -> log.adopt("operator", "never mind"));
                assertTrue(String.valueOf(refused.getMessage()).contains("signed head"), refused.getMessage());
            }
        }
    }

    @Test
    void aShortenedJournalFileIsFoundAfterEveryStart() throws IOException {
        MemoryDisk forged = copy(folder);
        MemoryDisk made = new MemoryDisk();
        session(made, "a", 1, 3);
        session(made, "b", 1, 3);
        forged.replace(JOURNAL, made.readAll(JOURNAL));
        for (int i = 0; i < 3; i++) {
            Set<Finding.Kind> found = found(forged);
            assertTrue(found.contains(Finding.Kind.FRAME_ORDER), "after " + i + " starts: " + found);
            session(forged, "b", 4 + i, 4 + i);
        }
    }

    @Test
    void entriesOfACompactionAreStillThereAfterManyListsOfOtherConversations() throws IOException {
        try (Runelog log = Runelog.open(folder, Logs.inline())) {
            log.keepSnapshot("a", 2, new byte[] {1});
            log.compact("a", 2, "old");
        }
        for (int i = 0; i < 40; i++) {
            session(folder, "b", 4 + i, 4 + i);
            HeadList.Entry entry =
                    Objects.requireNonNull(HeadFolder.read(folder).signed().head("a"));
            assertEquals(2, entry.facts().bases().getLast().eventId(), "after " + i + " lists");
        }
        assertEquals(Set.of(), found(folder));
    }

    @Test
    void aNameThatIsNoNumberIsAFindingAndTheLargestNumberIsNotCountedOnFrom() throws IOException {
        for (String name : List.of("abc.heads", "99999999999999999999.heads", "9223372036854775807.heads")) {
            MemoryDisk forged = copy(folder);
            junk(forged, name);
            session(forged, "b", 4, 4);
            assertEquals(Set.of(Finding.Kind.UNREADABLE_HEADS), found(forged), name);
            forged.delete("heads/" + name);
            assertEquals(Set.of(), found(forged), name);
        }
        junk(folder, "9999999999999999.heads");
        session(folder, "b", 4, 4);
        assertEquals(
                5,
                Objects.requireNonNull(HeadFolder.read(folder).newest()).number(),
                "one list says what opening found, one closes");
        assertEquals(Set.of(Finding.Kind.UNREADABLE_HEADS), found(folder));
    }

    @Test
    void malformedLinesAndNamesAreRefusedInOneSentence() throws IOException {
        for (String line : List.of(
                "1",
                "x y z",
                "1 zz a",
                "-1 " + "ab".repeat(32) + " a",
                "1 " + "ab".repeat(32) + " %zz",
                Long.MAX_VALUE + " " + "ab".repeat(32) + " a")) {
            MemoryDisk forged = copy(folder);
            forged.replace("compacted", ("parley-compacted 1\n" + line + "\n").getBytes(StandardCharsets.US_ASCII));
            LogFault refused = assertThrows(LogFault.class, () -> Runelog.open(forged, Logs.inline()), line);
            assertTrue(String.valueOf(refused.getMessage()).contains("compacted"), refused.getMessage());
        }
        folder.replace("journal/abc.journal", new byte[1]);
        LogFault refused = assertThrows(LogFault.class, () -> Runelog.open(folder, Logs.inline()));
        assertTrue(String.valueOf(refused.getMessage()).contains("abc.journal"), refused.getMessage());
    }
}
