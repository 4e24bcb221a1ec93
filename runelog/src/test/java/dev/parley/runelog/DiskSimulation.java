package dev.parley.runelog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.append.Receipt;
import dev.parley.runelog.append.WriteClass;
import dev.parley.runelog.disk.DiskFaults;
import dev.parley.runelog.disk.SimulatedDisk;
import dev.parley.runelog.fault.LogFault;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One run: sessions of random appends, batches and commits on a disk that fails, with a crash between them. */
final class DiskSimulation {
    private static final List<String> NAMES = List.of("a", "b", "house:x");

    private final RandomSource random;
    private final DiskFaults faults;
    private final SimulatedDisk disk;
    private final boolean isRotten;
    private final List<String> story = new ArrayList<>();
    private final Map<String, List<Hash>> appended = new TreeMap<>();
    private final Map<String, Integer> acknowledged = new TreeMap<>();
    private final List<Receipt> open = new ArrayList<>();
    private boolean isTold;

    DiskSimulation(long seed, DiskFaults faults) {
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
            disk.crash();
            story.add("crash");
            disk.failAs(DiskFaults.NONE);
        }
        check();
        return story;
    }

    private void session() throws IOException {
        Runelog log;
        try {
            log = Runelog.open(disk, settings());
        } catch (LogFault refused) {
            assertTrue(isRotten, "only rot keeps a log from opening: " + refused.getMessage());
            story.add("refused");
            return;
        }
        isTold |= !log.findings().isEmpty();
        check();
        disk.failAs(faults);
        open.clear();
        int steps = 5 + random.nextInt(30);
        for (int i = 0; i < steps && !log.isHalted(); i++) {
            step(log);
        }
        if (random.nextInt(4) == 0 && !log.isHalted()) {
            close(log);
        }
    }

    private RunelogSettings settings() {
        return RunelogSettings.inline(Logs.STILL, random)
                .withCommitter(RunelogSettings.Committer.MANUAL)
                .withFileBytesMax(600 + random.nextInt(3000))
                .withGrowBytesMax(random.nextInt(2) * 1024L);
    }

    private void step(Runelog log) {
        String name = NAMES.get(random.nextInt(NAMES.size()));
        if (log.head(name).haltedAt() > 0) {
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
        if (isRotten && rune.eventId() <= hashes.size()) {
            forget(rune.conversation(), hashes, (int) rune.eventId() - 1);
        }
        assertEquals(hashes.size() + 1L, rune.eventId(), "ids go on where the log ended");
        hashes.add(rune.hash());
        open.add(receipt);
        story.add(rune.toString());
    }

    /** A reader may find rot in a finished file that the writer, which only reads the last one, knows nothing of. */
    private void forget(String name, List<Hash> hashes, int size) {
        hashes.subList(size, hashes.size()).clear();
        acknowledged.computeIfPresent(name, (ignored, old) -> Math.min(old, size));
    }

    private void commit(Runelog log) {
        log.commit();
        for (Receipt receipt : open) {
            if (receipt.isDurable()) {
                acknowledged.merge(
                        receipt.rune().conversation(), (int) receipt.rune().eventId(), Math::max);
            }
        }
        open.removeIf(Receipt::isDurable);
        story.add(log.isHalted() ? "halted" : "commit");
    }

    private void close(Runelog log) {
        try {
            log.close();
            story.add("close");
        } catch (LogFault failed) {
            story.add("close failed");
        }
    }

    /**
     * What can be read is a prefix of what was appended, and on an honest disk it holds all that was acknowledged. A rotten
     * one may lose some, but not without a word; only a last write that went elsewhere leaves no trace for one disk to see.
     */
    private void check() throws IOException {
        RuneArchive archive;
        try {
            archive = RuneArchive.open(disk, (what, done, total) -> {});
        } catch (LogFault refused) {
            assertTrue(isRotten, "only rot keeps a log from opening: " + refused.getMessage());
            return;
        }
        for (String name : NAMES) {
            check(archive, name);
        }
    }

    private void check(RuneArchive archive, String name) {
        List<Hash> expected = appended.getOrDefault(name, new ArrayList<>());
        List<Hash> found = new ArrayList<>();
        boolean isHalted = readInto(archive, name, found);
        assertTrue(found.size() <= expected.size(), name + " has more runes than were appended");
        assertEquals(expected.subList(0, found.size()), found, name + " has only runes that were appended");
        int owed = acknowledged.getOrDefault(name, 0);
        if (found.size() < owed) {
            boolean isExcused = isHalted || isTold || !archive.findings().isEmpty() || faults.misdirect() > 0;
            assertTrue(isRotten && isExcused, name + " lost " + (owed - found.size()) + " acknowledged runes");
        }
        if (!isHalted) {
            forget(name, expected, found.size());
        }
    }

    private static boolean readInto(RuneArchive archive, String name, List<Hash> found) {
        try (RuneReader reader = archive.read(name, 0)) {
            reader.forEach(rune -> found.add(rune.hash()));
            return false;
        } catch (LogFault halted) {
            return true;
        }
    }
}
