package dev.parley.runelog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.LogEvents.LogGapReported;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.append.Receipt;
import dev.parley.runelog.disk.DiskFaults;
import dev.parley.runelog.disk.SimulatedDisk;
import dev.parley.runelog.fault.Finding;
import dev.parley.runelog.fault.LogFault;
import dev.parley.runelog.fault.Progress;
import dev.parley.runelog.snapshot.Snapshot;
import dev.parley.runelog.snapshot.Snapshots;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * One run: sessions of random appends, batches and commits on a disk that fails, with a crash between them. A run with
 * upkeep also compacts, reclaims, and goes on after a failure without a crash, as a restarted process would.
 */
final class DiskSimulation {
    private static final List<String> NAMES = List.of("a", "b", "house:x");

    private final RandomSource random;
    private final DiskFaults faults;
    private final SimulatedDisk disk;
    private final boolean isRotten;
    private final boolean hasUpkeep;
    private final List<String> story = new ArrayList<>();
    private final Map<String, List<Hash>> appended = new TreeMap<>();
    private final Map<String, Integer> acknowledged = new TreeMap<>();
    private final Map<String, Set<Long>> astray = new TreeMap<>();
    private final List<Receipt> open = new ArrayList<>();
    private final List<Finding> untold = new ArrayList<>();
    private final Map<String, Set<Long>> maybeCompacted = new TreeMap<>();
    private final Map<String, Long> compacted = new TreeMap<>();
    private final Set<String> reclaimed = new TreeSet<>();

    /** A clock that goes on by one whenever it is read. */
    private final TimeSource ticking = new TimeSource() {
        private long now;

        @Override
        public long monotonicNanos() {
            return ++now;
        }

        @Override
        public long wallMillis() {
            return now;
        }
    };

    /** A run without upkeep. */
    DiskSimulation(long seed, DiskFaults faults) {
        this(seed, faults, false);
    }

    DiskSimulation(long seed, DiskFaults faults, boolean hasUpkeep) {
        this.hasUpkeep = hasUpkeep;
        this.random = RandomSource.seeded(seed);
        this.faults = faults;
        this.disk = new SimulatedDisk(random, DiskFaults.NONE);
        this.isRotten = faults.flip() > 0 || faults.misdirect() > 0;
    }

    List<String> run() throws IOException {
        int sessions = 2 + random.nextInt(3);
        for (int i = 0; i < sessions; i++) {
            session();
            disk.failAs(faults);
            if (hasUpkeep && disk.hasPower() && random.nextInt(3) == 0) {
                disk.killProcess();
                story.add("restart");
            } else {
                disk.crash();
                story.add("crash");
            }
            disk.failAs(DiskFaults.NONE);
        }
        disk.crash();
        check(untold);
        if (!isRotten) {
            List<Finding> all = LogVerification.verify(disk, Progress.SILENT).findings();
            assertTrue(all.stream().noneMatch(DiskSimulation::isForgery), "forged nothing: " + all);
        }
        return story;
    }

    private void session() throws IOException {
        List<Finding> seen = look();
        if (random.nextInt(8) == 0) {
            disk.losePowerAfter(random.nextInt(12));
        }
        Runelog log;
        try {
            log = Runelog.open(disk, settings());
        } catch (LogFault refused) {
            refused(refused);
            return;
        } catch (IOException powerless) {
            story.add("lost power while opening");
            untold.addAll(seen);
            return;
        }
        List<Finding> told =
                Stream.concat(untold.stream(), log.findings().stream()).toList();
        untold.clear();
        NAMES.forEach(name -> goOn(log, name, told));
        check(told);
        if (hasUpkeep) {
            reclaimed.forEach(name -> assertFalse(disk.exists(name), name + " was reclaimed and is back"));
            NAMES.forEach(name -> trust(log, name));
        }
        disk.failAs(faults);
        open.clear();
        if (random.nextInt(4) > 0) {
            disk.losePowerAfter(random.nextInt(24));
        }
        int steps = 5 + random.nextInt(30);
        for (int i = 0; i < steps && !log.isHalted(); i++) {
            step(log);
        }
        if (random.nextInt(4) == 0 && !log.isHalted()) {
            close(log);
        }
    }

    /** What whoever reads before the writer opens is told; an opening that loses power takes that away. */
    private List<Finding> look() throws IOException {
        try {
            return RuneArchive.open(disk, (what, done, total) -> {}).findings();
        } catch (LogFault refused) {
            return List.of();
        }
    }

    private RunelogSettings settings() {
        return RunelogSettings.inline(ticking, random)
                .withAlarm(fault -> story.add("alarm: " + fault.getMessage()))
                .withHeadsEveryNanos(random.nextInt(2) * 3L)
                .withCommitter(RunelogSettings.Committer.MANUAL)
                .withFileBytesMax(600 + random.nextInt(3000))
                .withGrowBytesMax(random.nextInt(2) * 1024L);
    }

    /** What an opened log shows may be acted upon, so it must survive from now on. */
    private void trust(Runelog log, String name) {
        Head head = log.head(name);
        if (head.haltedAt() == 0 && !isRotten) {
            acknowledged.merge(name, (int) head.eventId(), Math::max);
        }
    }

    private void upkeep(Runelog log, String name) {
        Head head = log.head(name);
        List<Hash> hashes = appended.getOrDefault(name, List.of());
        long upTo = head.earliest() + random.nextInt((int) (head.durable() - head.earliest() + 2));
        try {
            if (random.nextInt(2) == 0 && upTo <= head.durable() && upTo > 0) {
                Hash chain = hashes.get((int) upTo - 1);
                new Snapshots(disk).write(new Snapshot(name, upTo, chain, new byte[] {1, 2, 3}));
                maybeCompacted.computeIfAbsent(name, ignored -> new TreeSet<>()).add(upTo);
                log.compact(name, upTo);
                compacted.put(name, upTo);
                story.add("compact " + name + " " + upTo);
            } else {
                List<String> before = disk.list("journal");
                log.reclaim();
                before.stream()
                        .filter(file -> file.endsWith(".journal") && !disk.exists("journal/" + file))
                        .forEach(file -> reclaimed.add("journal/" + file));
                story.add("reclaim");
            }
        } catch (IOException failed) {
            story.add("upkeep failed");
        } catch (LogFault refused) {
            assertTrue(isRotten, "only a rotten disk has snapshots that do not hold: " + refused);
            story.add("upkeep refused");
        }
    }

    private void step(Runelog log) {
        String name = NAMES.get(random.nextInt(NAMES.size()));
        if (log.head(name).haltedAt() > 0) {
            return;
        }
        if (hasUpkeep && random.nextInt(6) == 0) {
            upkeep(log, name);
            return;
        }
        switch (random.nextInt(4)) {
            case 0 -> commit(log);
            case 1 -> {
                List<RuneDraft> drafts = new ArrayList<>();
                for (int i = 0; i <= random.nextInt(4); i++) {
                    drafts.add(Logs.draft(name, random.nextLong()));
                }
                log.appendAll(drafts, WriteClass.IRREVERSIBLE).forEach(this::note);
            }
            default -> note(log.append(Logs.draft(name, random.nextInt(1000)), WriteClass.IRREVERSIBLE));
        }
    }

    private void note(Receipt receipt) {
        Rune rune = receipt.rune();
        List<Hash> hashes = appended.computeIfAbsent(rune.conversation(), ignored -> new ArrayList<>());
        assertEquals(hashes.size() + 1L, rune.eventId(), "ids go on where the log ended");
        hashes.add(rune.hash());
        open.add(receipt);
        story.add(rune.toString());
    }

    /** The writer goes on where the log ends for it; what was acknowledged beyond that must be accounted for. */
    private void goOn(Runelog log, String name, List<Finding> told) {
        if (log.head(name).haltedAt() > 0) {
            assertTrue(isRotten, name + " was halted by a disk that only lost power: " + log.findings());
            return;
        }
        int end = (int) log.head(name).eventId();
        account(name, end, told);
        List<Hash> hashes = appended.computeIfAbsent(name, ignored -> new ArrayList<>());
        assertTrue(end <= hashes.size(), name + " has more runes than were appended");
        hashes.subList(end, hashes.size()).clear();
    }

    private void commit(Runelog log) {
        int before = disk.misdirections();
        log.commit();
        boolean isAstray = disk.misdirections() > before;
        for (Receipt receipt : open) {
            if (receipt.isDurable()) {
                acknowledge(receipt.rune(), isAstray);
            }
        }
        open.removeIf(Receipt::isDurable);
        assertTrue(
                open.stream()
                        .allMatch(receipt ->
                                receipt.durable().toCompletableFuture().isDone()),
                "whoever waits for a commit is told how it went");
        story.add(log.isHalted() ? "halted" : "commit");
    }

    private void acknowledge(Rune rune, boolean isAstray) {
        acknowledged.merge(rune.conversation(), (int) rune.eventId(), Math::max);
        Set<Long> lost = astray.computeIfAbsent(rune.conversation(), ignored -> new TreeSet<>());
        if (isAstray) {
            lost.add(rune.eventId());
        } else {
            lost.remove(rune.eventId());
        }
    }

    private void close(Runelog log) {
        try {
            log.close();
            story.add("close");
        } catch (LogFault failed) {
            story.add("close failed");
        }
    }

    private void refused(LogFault refusal) {
        String why = String.valueOf(refusal.getMessage());
        boolean isLost = why.contains("no readable header") || why.contains("neither of its two copies");
        assertTrue(isRotten && isLost, "only both copies of a header or a table lost keep a log from opening: " + why);
        story.add("refused");
    }

    /** What can be read is a prefix of what was appended, and whatever is missing of what was acknowledged is told. */
    private void check(List<Finding> toldAtOpening) throws IOException {
        RuneArchive archive;
        try {
            archive = RuneArchive.open(disk, (what, done, total) -> {});
        } catch (LogFault refused) {
            refused(refused);
            return;
        }
        List<Finding> told = Stream.concat(toldAtOpening.stream(), archive.findings().stream())
                .toList();
        assertTrue(isRotten || told.stream().noneMatch(DiskSimulation::isForgery), "forged nothing: " + told);
        for (String name : NAMES) {
            check(archive, name, told);
        }
    }

    /** Whether this says that something else than a crash was here; a disk that only lost power never shows it. */
    private static boolean isForgery(Finding finding) {
        return switch (finding.kind()) {
            case HEAD_MISMATCH,
                    SIGNING_KEY,
                    MISSING_LIST,
                    UNSIGNED_BASE,
                    UNSIGNED_GAP,
                    BASE_SNAPSHOT,
                    UNACCOUNTED,
                    FRAME_ORDER,
                    INCOMPARABLE,
                    UNFOUNDED -> true;
            case TORN_TAIL,
                    MISSING_END,
                    DAMAGED_REGION,
                    DAMAGED_COPY,
                    CUT_FILE,
                    QUARANTINED,
                    INDEX_REBUILT,
                    UNREADABLE_HEADS,
                    READMITTED -> false;
        };
    }

    private void check(RuneArchive archive, String name, List<Finding> told) {
        List<Hash> expected = appended.getOrDefault(name, List.of());
        List<Hash> found = new ArrayList<>();
        int gone = gone(archive, name);
        boolean isHalted = readInto(archive, name, found);
        assertTrue(isRotten || !isHalted, name + " was halted by a disk that only lost power: " + told);
        int end = gone + found.size();
        assertTrue(end <= expected.size(), name + " has more runes than were appended");
        assertEquals(expected.subList(gone, end), found, name + " has only runes that were appended");
        if (!isHalted) {
            account(name, end, told);
        }
    }

    /** How many runes a compaction has given up: what was asked for, once it was confirmed, or a part of it before. */
    private int gone(RuneArchive archive, String name) {
        long gone = archive.head(name).earliest() - 1;
        assertTrue(gone >= compacted.getOrDefault(name, 0L), name + " has back what was compacted");
        assertTrue(
                gone == 0 || maybeCompacted.getOrDefault(name, Set.of()).contains(gone),
                name + " begins after " + gone);
        return (int) gone;
    }

    /**
     * Acknowledged runes after this event id are not there. That happens only on a rotten disk, and then this very opening
     * tells of this conversation or of a region that names none; or each of them was in a write that went elsewhere, after
     * which nothing was written that could have left a hole.
     */
    private void account(String name, int end, List<Finding> told) {
        int owed = acknowledged.getOrDefault(name, 0);
        if (end >= owed) {
            return;
        }
        boolean isTold = told.stream().anyMatch(finding -> isAbout(finding, name));
        Set<Long> lost = astray.getOrDefault(name, Set.of());
        boolean wentAstray = LongStream.rangeClosed(end + 1L, owed).allMatch(lost::contains);
        assertTrue(
                isRotten && (isTold || wentAstray),
                name + " lost acknowledged runes after " + end + " of " + owed + "; told " + told);
        acknowledged.put(name, end);
    }

    private static boolean isAbout(Finding finding, String name) {
        return switch (finding.kind()) {
            case TORN_TAIL, MISSING_END, DAMAGED_REGION ->
                finding.conversation().isEmpty() || finding.conversation().equals(name);
            case QUARANTINED, HEAD_MISMATCH, CUT_FILE -> finding.conversation().equals(name);
            // The list may have been all that knew of an earlier loss.
            case UNREADABLE_HEADS -> true;
            case DAMAGED_COPY, INDEX_REBUILT, READMITTED, SIGNING_KEY, MISSING_LIST, UNFOUNDED -> false;
            case UNSIGNED_BASE, UNSIGNED_GAP, BASE_SNAPSHOT, UNACCOUNTED, FRAME_ORDER, INCOMPARABLE -> false;
        };
    }

    private static boolean readInto(RuneArchive archive, String name, List<Hash> found) {
        try (RuneReader reader = archive.read(name, 0)) {
            reader.forEach(rune -> {
                if (!EventCatalogue.is(rune, LogGapReported.class)) {
                    found.add(rune.hash());
                }
            });
            return false;
        } catch (LogFault halted) {
            return true;
        }
    }
}
