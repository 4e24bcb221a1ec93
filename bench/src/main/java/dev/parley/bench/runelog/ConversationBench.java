package dev.parley.bench.runelog;

import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Median;
import dev.parley.bench.measure.Result;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.runelog.snapshot.Snapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Taking up one conversation of 10,000 runes among others: all of its runes, verified and decoded, or its newest snapshot
 * and the runes after that. The fold itself is the session's.
 */
public final class ConversationBench implements Bench {
    private static final String NAME = "taken-up";
    private static final int RUNES = 10_000;
    private static final int AFTER_SNAPSHOT = 500;
    private static final int ROUNDS = 7;
    private static final double WHOLE_LIMIT_MS = 100;
    private static final double SNAPSHOT_LIMIT_MS = 20;

    @Override
    public String name() {
        return "runelog.conversation";
    }

    @Override
    public List<Result> run(boolean quick) throws IOException {
        Path folder = Workload.folder();
        try (Runelog log = Runelog.open(new RealDisk(folder), Workload.settings())) {
            write(log);
            double[] whole = new double[ROUNDS];
            double[] snapshot = new double[ROUNDS];
            for (int i = 0; i < ROUNDS; i++) {
                whole[i] = millis(() -> read(log, 0, RUNES));
                snapshot[i] = millis(() -> fromSnapshot(log));
            }
            return List.of(
                    new Result(
                            name(), Median.of(whole), "ms", WHOLE_LIMIT_MS, RUNES + " runes, read and decoded; limit"),
                    new Result(
                            name() + ".snapshot",
                            Median.of(snapshot),
                            "ms",
                            SNAPSHOT_LIMIT_MS,
                            "a snapshot of 64 KiB and " + AFTER_SNAPSHOT + " runes after it; limit"));
        } finally {
            Workload.delete(folder);
        }
    }

    private static void write(Runelog log) throws IOException {
        RuneDraft own = Workload.draft(NAME);
        List<RuneDraft> others =
                List.of(Workload.draft("other-1"), Workload.draft("other-2"), Workload.draft("other-3"));
        for (int i = 0; i < RUNES; i++) {
            log.append(own, WriteClass.SPEECH);
            others.forEach(other -> log.append(other, WriteClass.SPEECH));
        }
        log.durable(NAME).toCompletableFuture().join();
        log.keepSnapshot(NAME, RUNES - AFTER_SNAPSHOT, new byte[64 << 10]);
    }

    private static void fromSnapshot(Runelog log) throws IOException {
        Snapshot newest = log.newestSnapshot(NAME);
        if (newest == null) {
            throw new IllegalStateException("The snapshot is gone.");
        }
        read(log, newest.eventId(), AFTER_SNAPSHOT);
    }

    private static void read(Runelog log, long after, int expected) {
        int[] read = new int[1];
        try (RuneReader reader = log.read(NAME, after)) {
            reader.forEach(rune -> read[0] += rune.payload().get("text") == null ? 0 : 1);
        }
        if (read[0] != expected) {
            throw new IllegalStateException(read[0] + " runes were read instead of " + expected + ".");
        }
    }

    private interface Work {
        void run() throws IOException;
    }

    private static double millis(Work work) throws IOException {
        long start = System.nanoTime();
        work.run();
        return (System.nanoTime() - start) / 1e6;
    }
}
