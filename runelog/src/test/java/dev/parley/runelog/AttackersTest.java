package dev.parley.runelog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.rune.Hash;
import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.disk.MemoryDisk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.Progress;
import dev.parley.runelog.heads.HeadFile;
import dev.parley.runelog.heads.HeadFolder;
import dev.parley.runelog.heads.HeadList;
import dev.parley.runelog.heads.HeadSigner;
import dev.parley.runelog.heads.SignedHeads;
import dev.parley.runelog.journal.BaseTable;
import dev.parley.runelog.journal.GapTable;
import dev.parley.runelog.journal.MovedFrames;
import dev.parley.runelog.snapshot.Snapshot;
import dev.parley.runelog.snapshot.Snapshots;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The table of attackers in docs/core.md, cell by cell. A writes to the folder; B has the key too; C is A against a head
 * file that was kept elsewhere; D is B against one. Cells that say "not provable" are shown by a verification that accepts.
 */
class AttackersTest {
    private static final String JOURNAL = "journal/0000000000000001.journal";
    private static final List<String> NAMES = List.of("a", "b", "c", "d");

    /** How a record is made. */
    private interface Story {
        void tell(Runelog log) throws IOException;
    }

    private MemoryDisk victim = new MemoryDisk();
    private MemoryDisk afterFirst = new MemoryDisk();
    private HeadFile kept = HeadFile.of(new HeadList(3, 0, 0, 0, 0, 0, "", false, List.of(), List.of()));

    @BeforeEach
    void aRecordThatWasClosedCleanly() throws IOException {
        victim = told(AttackersTest::first);
        afterFirst = copy(victim);
        tell(victim, log -> append(log, "d", 1, 3, 0));
        kept = HeadFile.parse(HeadFolder.exported(victim));
        assertEquals(Set.of(), found(victim));
        assertEquals("SAME SAME SAME SAME", compared(victim));
    }

    private static void first(Runelog log) throws IOException {
        append(log, "a", 1, 6, 0);
        append(log, "b", 1, 6, 0);
        append(log, "c", 1, 6, 0);
        log.keepSnapshot("c", 3, new byte[] {1, 2, 3});
        log.compact("c", 3, "old");
    }

    private static void append(Runelog log, String conversation, int from, int to, int offset) {
        for (int i = from; i <= to; i++) {
            log.append(Logs.draft(conversation, offset + i), WriteClass.SPEECH);
        }
    }

    private static MemoryDisk told(Story story) throws IOException {
        return tell(new MemoryDisk(), story);
    }

    private static MemoryDisk tell(MemoryDisk disk, Story story) throws IOException {
        try (Runelog log = Runelog.open(disk, Logs.inline())) {
            story.tell(log);
        }
        return disk;
    }

    private static List<String> folders() {
        List<String> folders = new ArrayList<>(List.of("", "journal", "heads", "keys"));
        NAMES.forEach(name -> folders.add(Disk.folderOf(Snapshots.nameOf(name, 1))));
        return folders;
    }

    private static void carry(MemoryDisk from, MemoryDisk into, String folder) throws IOException {
        for (String name : from.list(folder)) {
            String path = folder.isEmpty() ? name : folder + "/" + name;
            into.replace(path, from.readAll(path));
        }
    }

    private static void clear(MemoryDisk disk, String folder) {
        disk.list(folder).forEach(name -> disk.delete(folder.isEmpty() ? name : folder + "/" + name));
    }

    private static MemoryDisk copy(MemoryDisk disk) throws IOException {
        MemoryDisk copy = new MemoryDisk();
        for (String folder : folders()) {
            carry(disk, copy, folder);
        }
        return copy;
    }

    /** What an attacker without the key can make of the victim's folder: all but what is signed comes from elsewhere. */
    private MemoryDisk carried(MemoryDisk made) throws IOException {
        MemoryDisk forged = copy(victim);
        clear(forged, "journal");
        carry(made, forged, "journal");
        for (String name : NAMES) {
            carry(made, forged, Disk.folderOf(Snapshots.nameOf(name, 1)));
        }
        for (String table : List.of("compacted", "readmitted")) {
            if (made.exists(table)) {
                forged.replace(table, made.readAll(table));
            }
        }
        return forged;
    }

    /** The same with the key: a list that tells of the forgery follows the victim's lists. */
    private MemoryDisk signed(MemoryDisk made) throws IOException {
        MemoryDisk forged = carried(made);
        HeadFolder own = HeadFolder.read(made);
        HeadList newest = Objects.requireNonNull(own.newest());
        SignedHeads heads = own.signed();
        HeadSigner.open(forged, true).write(1, newest.file(), newest.end(), true, heads, () -> heads);
        return forged;
    }

    private static Set<Finding.Kind> found(MemoryDisk disk) throws IOException {
        return kinds(LogVerification.verify(copy(disk), Progress.SILENT).findings());
    }

    private static Set<Finding.Kind> kinds(List<Finding> findings) {
        return findings.stream()
                .filter(finding -> !finding.isHarmless())
                .map(Finding::kind)
                .collect(Collectors.toSet());
    }

    private static void finds(Finding.Kind kind, Set<Finding.Kind> found) {
        assertTrue(found.contains(kind), found.toString());
    }

    private LogVerification verified(MemoryDisk disk) throws IOException {
        return LogVerification.compare(copy(disk), Progress.SILENT, kept);
    }

    /** How a, b, c and d stand to the kept heads. */
    private String compared(MemoryDisk disk) throws IOException {
        LogVerification verified = verified(disk);
        boolean holds = verified.comparisons().stream().allMatch(Comparison::holds);
        assertTrue(holds || !verified.isSound(), "what does not hold is a finding");
        return NAMES.stream()
                .map(name -> verified.comparisons().stream()
                        .filter(comparison -> comparison.conversation().equals(name))
                        .map(comparison -> comparison.how().name())
                        .collect(Collectors.joining()))
                .collect(Collectors.joining(" "));
    }

    /** A record without the second session, in which a is another one. */
    private static MemoryDisk otherA(int from, int to, int offset) throws IOException {
        return told(log -> {
            append(log, "a", from, to, offset);
            append(log, "b", 1, 6, 0);
            append(log, "c", 1, 6, 0);
            log.keepSnapshot("c", 3, new byte[] {1, 2, 3});
            log.compact("c", 3, "old");
            append(log, "d", 1, 3, 0);
        });
    }

    @Test
    void changesARune() throws IOException {
        MemoryDisk made = otherA(1, 6, 100);
        finds(Finding.Kind.HEAD_MISMATCH, found(carried(made)));
        assertEquals("DIFFERS SAME SAME SAME", compared(carried(made)));
        assertEquals(Set.of(), found(signed(made)), "B: not provable");
        assertEquals("DIFFERS SAME SAME SAME", compared(signed(made)));
    }

    @Test
    void cutsATail() throws IOException {
        MemoryDisk made = otherA(1, 4, 0);
        finds(Finding.Kind.HEAD_MISMATCH, found(carried(made)));
        assertEquals("MISSING SAME SAME SAME", compared(carried(made)));
        assertEquals(Set.of(), found(signed(made)), "B: not provable");
        assertEquals("MISSING SAME SAME SAME", compared(signed(made)));
    }

    @Test
    void dropsAConversation() throws IOException {
        MemoryDisk made = otherA(1, 0, 0);
        finds(Finding.Kind.HEAD_MISMATCH, found(carried(made)));
        assertEquals("MISSING SAME SAME SAME", compared(carried(made)));
        assertEquals(Set.of(), found(signed(made)), "B: not provable");
        assertEquals("MISSING SAME SAME SAME", compared(signed(made)));
    }

    @Test
    void dropsAConversationBehindItsBaseLine() throws IOException {
        MemoryDisk forged = carried(otherA(1, 0, 0));
        BaseTable bases = BaseTable.load(forged);
        HeadList.Entry head =
                Objects.requireNonNull(HeadFolder.read(victim).signed().head("a"));
        bases.put("a", new BaseTable.Base(head.eventId(), head.hash()));
        bases.save(forged);
        finds(Finding.Kind.UNSIGNED_BASE, found(forged));
        assertEquals("INCOMPARABLE SAME SAME SAME", compared(forged));
        isSignedByB(head.eventId(), head.hash());
        Hash invented = Hash.ofHex("ab".repeat(32));
        bases.put("a", new BaseTable.Base(153, invented));
        bases.save(forged);
        finds(Finding.Kind.UNSIGNED_BASE, found(forged));
        assertEquals("INCOMPARABLE SAME SAME SAME", compared(forged));
        isSignedByB(153, invented);
    }

    /** B drops conversation a behind this base, makes a snapshot for it, and signs both. */
    private void isSignedByB(long eventId, Hash hash) throws IOException {
        MemoryDisk made = otherA(1, 0, 0);
        new Snapshots(made).write(new Snapshot("a", eventId, hash, new byte[] {4}));
        BaseTable bases = BaseTable.load(made);
        bases.put("a", new BaseTable.Base(eventId, hash));
        bases.save(made);
        tell(made, log -> log.adopt("operator", "because"));
        assertEquals(Set.of(), found(signed(made)), "B: not provable");
        assertEquals("COMPACTED SAME SAME SAME", compared(signed(made)), "D: not provable, but named");
        assertTrue(verified(signed(made)).isSound());
    }

    @Test
    void appendsRunes() throws IOException {
        MemoryDisk appended = tell(copy(victim), log -> append(log, "a", 7, 7, 0));
        MemoryDisk forged = carried(appended);
        assertEquals(Set.of(Finding.Kind.UNACCOUNTED), found(forged));
        assertEquals("EXTENDED SAME SAME SAME", compared(forged));
        finds(Finding.Kind.UNACCOUNTED, kinds(verified(forged).findings()));
        assertEquals(Set.of(), found(appended), "B: not provable");
        assertTrue(verified(appended).isSound(), "D: not provable");
        assertEquals("EXTENDED SAME SAME SAME", compared(appended));
    }

    @Test
    void appendsRunesWhileTheLogCountsAsOpen() throws IOException {
        MemoryDisk crashed = copy(victim);
        Runelog left = Runelog.open(crashed, Logs.inline());
        MemoryDisk forged = copy(crashed);
        left.close();
        clear(forged, "journal");
        carry(tell(copy(victim), log -> append(log, "a", 7, 7, 0)), forged, "journal");
        assertEquals(Set.of(), found(forged), "A: not provable, a crash looks the same");
        assertTrue(verified(forged).isSound(), "C: not provable");
        assertEquals("EXTENDED SAME SAME SAME", compared(forged));
        tell(forged, log -> {});
        assertEquals(Set.of(), found(forged), "B: not provable");
        assertTrue(verified(forged).isSound(), "D: not provable");
        assertEquals("EXTENDED SAME SAME SAME", compared(forged));
    }

    @Test
    void unaccountedRunesAreNamedInEveryListUntilAnOperatorAdoptsThem() throws IOException {
        MemoryDisk forged = carried(tell(copy(victim), log -> append(log, "a", 7, 7, 0)));
        for (int i = 8; i < 10; i++) {
            int next = i;
            tell(forged, log -> {
                finds(Finding.Kind.UNACCOUNTED, kinds(log.findings()));
                append(log, "a", next, next, 0);
            });
            HeadList.Entry signed =
                    Objects.requireNonNull(HeadFolder.read(forged).signed().head("a"));
            assertEquals(7, signed.facts().unaccounted().getFirst().from());
            assertEquals(7, signed.facts().unaccounted().getFirst().to());
        }
        tell(
                forged,
                log -> assertEquals(List.of(new Adopted("a", "runes", 7, 7)), log.adopt("operator", "they were read")));
        assertEquals(Set.of(), found(forged));
        HeadList.Entry signed =
                Objects.requireNonNull(HeadFolder.read(forged).signed().head("a"));
        assertEquals("they were read", signed.facts().adopted().getFirst().reason());
    }

    private static MemoryDisk anewBehindABase() throws IOException {
        return told(log -> {
            append(log, "a", 1, 9, 100);
            log.keepSnapshot("a", 8, new byte[] {4});
            log.compact("a", 8, "old");
            append(log, "b", 1, 6, 0);
            append(log, "c", 1, 6, 0);
            log.keepSnapshot("c", 3, new byte[] {1, 2, 3});
            log.compact("c", 3, "old");
            append(log, "d", 1, 3, 0);
        });
    }

    @Test
    void writesAConversationAnewBehindABase() throws IOException {
        MemoryDisk made = anewBehindABase();
        MemoryDisk forged = carried(made);
        finds(Finding.Kind.UNSIGNED_BASE, found(forged));
        assertEquals("INCOMPARABLE SAME SAME SAME", compared(forged));
        tell(forged, log -> {
            finds(Finding.Kind.UNSIGNED_BASE, kinds(log.findings()));
            assertEquals(9, log.head("a").haltedAt(), "it is neither read nor written");
        });
        HeadList.Entry signed =
                Objects.requireNonNull(HeadFolder.read(forged).signed().head("a"));
        assertEquals(6, signed.eventId(), "the next honest list repeats what was signed before");
        finds(Finding.Kind.UNSIGNED_BASE, found(forged));
        assertEquals("INCOMPARABLE SAME SAME SAME", compared(forged));
        assertEquals(Set.of(), found(signed(made)), "B: not provable");
        assertEquals("COMPACTED SAME SAME SAME", compared(signed(made)), "D: not provable, but named");
        assertTrue(verified(signed(made)).isSound());
    }

    @Test
    void anOperatorAdoptsWhatIsThere() throws IOException {
        MemoryDisk forged = carried(anewBehindABase());
        tell(
                forged,
                log -> assertEquals(
                        List.of(new Adopted("a", "base", 8, 8), new Adopted("", "order", 1, 1)),
                        log.adopt("operator", "the lists were lost")));
        assertEquals(Set.of(), found(forged));
        assertEquals("COMPACTED SAME SAME SAME", compared(forged));
    }

    @Test
    void exchangesFramesOfTwoConversations() throws IOException {
        MemoryDisk forged = copy(victim);
        forged.replace(JOURNAL, MovedFrames.exchanged(victim.readAll(JOURNAL)));
        assertEquals(Set.of(Finding.Kind.FRAME_ORDER), found(forged));
        finds(Finding.Kind.FRAME_ORDER, kinds(verified(forged).findings()));
        MemoryDisk opened = copy(forged);
        tell(opened, log -> {
            finds(Finding.Kind.FRAME_ORDER, kinds(log.findings()));
            append(log, "a", 7, 7, 0);
        });
        assertEquals(Set.of(Finding.Kind.FRAME_ORDER), found(opened), "the next list does not sign it");
        HeadFolder own = HeadFolder.read(victim);
        HeadList newest = Objects.requireNonNull(own.newest());
        MemoryDisk made = copy(forged);
        clear(made, "heads");
        clear(made, "keys");
        made.delete("pinned");
        tell(made, log -> {});
        SignedHeads heads = own.signed();
        HeadFolder.read(made).signed().orders().forEach(heads::put);
        HeadSigner.open(forged, true).write(1, newest.file(), newest.end(), true, heads, () -> heads);
        assertEquals(Set.of(), found(forged), "B: not provable");
        assertTrue(verified(forged).isSound(), "D: not provable");
        assertEquals("SAME SAME SAME SAME", compared(forged));
    }

    @Test
    void deletesTheNewestListWithTheNewestConversation() throws IOException {
        MemoryDisk forged = copy(afterFirst);
        assertEquals(Set.of(), found(forged), "A: not provable, it is the folder as it was closed before");
        finds(Finding.Kind.MISSING_LIST, kinds(verified(forged).findings()));
        assertEquals("SAME SAME SAME MISSING", compared(forged));
        forged.delete("heads/" + forged.list("heads").getLast());
        finds(Finding.Kind.MISSING_LIST, found(forged));
        finds(Finding.Kind.MISSING_LIST, kinds(verified(forged).findings()));
        MemoryDisk made = told(AttackersTest::first);
        assertEquals(Set.of(), found(signed(made)), "B: not provable");
        assertEquals("SAME SAME SAME MISSING", compared(signed(made)));
    }

    @Test
    void makesAWholeRecordWithParleyItself() throws IOException {
        MemoryDisk made = otherA(1, 6, 100);
        assertEquals(Set.of(), found(made), "A: not provable, nothing of the folder is left");
        finds(Finding.Kind.SIGNING_KEY, kinds(verified(made).findings()));
        assertEquals("DIFFERS SAME SAME SAME", compared(made));
        made.replace("pinned", victim.readAll("pinned"));
        finds(Finding.Kind.SIGNING_KEY, found(made));
        assertEquals(Set.of(), found(signed(made)), "B: not provable");
        assertEquals("DIFFERS SAME SAME SAME", compared(signed(made)), "D: found");
    }

    @Test
    void replacesASnapshot() throws IOException {
        MemoryDisk forged = copy(victim);
        Hash chain = new Snapshots(victim).read("c", 3).chain();
        new Snapshots(forged).write(new Snapshot("c", 3, chain, new byte[] {9}));
        assertEquals(Set.of(Finding.Kind.BASE_SNAPSHOT), found(forged));
        finds(Finding.Kind.BASE_SNAPSHOT, kinds(verified(forged).findings()));
        forged.delete(Snapshots.nameOf("c", 3));
        assertEquals(Set.of(Finding.Kind.BASE_SNAPSHOT), found(forged));
        MemoryDisk made = told(log -> {
            append(log, "a", 1, 6, 0);
            append(log, "b", 1, 6, 0);
            append(log, "c", 1, 6, 0);
            log.keepSnapshot("c", 3, new byte[] {9});
            log.compact("c", 3, "old");
            append(log, "d", 1, 3, 0);
        });
        assertEquals(Set.of(), found(signed(made)), "B: not provable");
        finds(Finding.Kind.BASE_SNAPSHOT, kinds(verified(signed(made)).findings()));
    }

    @Test
    void forgesAReadmission() throws IOException {
        MemoryDisk made = otherA(1, 4, 0);
        GapTable gaps = GapTable.load(made);
        Hash before = RuneArchive.open(made, Progress.SILENT).head("a").hash();
        gaps.put("a", new GapTable.Gap(5, 6, before));
        gaps.save(made);
        finds(Finding.Kind.UNSIGNED_GAP, found(carried(made)));
        assertEquals("INCOMPARABLE SAME SAME SAME", compared(carried(made)));
        tell(made, log -> log.adopt("operator", "because"));
        assertEquals(Set.of(), found(signed(made)), "B: not provable");
        assertEquals("INCOMPARABLE SAME SAME SAME", compared(signed(made)), "D: the kept head is among them");
    }

    @Test
    void replacesTheKey() throws IOException {
        MemoryDisk forged = copy(victim);
        forged.replace("keys/heads.key", told(log -> {}).readAll("keys/heads.key"));
        assertEquals(Set.of(Finding.Kind.SIGNING_KEY), found(forged));
        tell(forged, log -> append(log, "a", 7, 7, 0));
        finds(Finding.Kind.SIGNING_KEY, found(forged));
        finds(Finding.Kind.SIGNING_KEY, kinds(verified(forged).findings()));
        MemoryDisk rotated = copy(victim);
        tell(rotated, log -> log.rotateKey("because"));
        assertEquals(Set.of(), found(rotated), "B: not provable, it is what an operator does");
        assertTrue(verified(rotated).isSound(), "D: not provable");
    }
}
