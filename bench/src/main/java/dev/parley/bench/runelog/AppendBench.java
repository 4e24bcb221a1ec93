package dev.parley.bench.runelog;

import dev.parley.bench.Bench;
import dev.parley.bench.Result;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.append.Receipt;
import dev.parley.runelog.append.WriteClass;
import dev.parley.runelog.disk.RealDisk;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;

/** Batches of 256-byte runes from one producer, all of them durable at the end. */
public final class AppendBench implements Bench {
    private static final int BATCH = 64;
    private static final String UNIT = "runes/s";

    @Override
    public String name() {
        return "runelog.append";
    }

    @Override
    public List<Result> run(boolean quick) throws Exception {
        int runes = quick ? 400_000 : 3_000_000;
        Path folder = Workload.folder();
        try {
            subject(folder.resolve("warm"), runes / 4);
            double raw = raw(folder.resolve("raw"), runes);
            double rate = subject(folder.resolve("log"), runes);
            raw = (raw + raw(folder.resolve("raw2"), runes)) / 2;
            double chronicle = chronicle(folder.resolve("chronicle"), runes);
            return List.of(
                    new Result(name(), rate, UNIT, raw, "double-buffered raw writer of the same bytes, synced"),
                    new Result(name(), rate, UNIT, chronicle, "Chronicle Queue, not synced to the disk"));
        } finally {
            Workload.delete(folder);
        }
    }

    private static double subject(Path folder, int runes) throws Exception {
        List<RuneDraft> batch = Collections.nCopies(BATCH, Workload.draft("conversation"));
        try (Runelog log = Runelog.open(new RealDisk(folder), Workload.settings())) {
            long start = System.nanoTime();
            List<Receipt> last = List.of();
            for (int done = 0; done < runes; done += BATCH) {
                last = log.appendAll(batch, WriteClass.IRREVERSIBLE);
            }
            last.getLast().awaitDurable();
            return runes * 1e9 / (System.nanoTime() - start);
        }
    }

    private static double raw(Path file, int runes) throws Exception {
        byte[] batch = new byte[BATCH * (Workload.RUNE_BYTES + 52)];
        try (PlainCommit commit = new PlainCommit(file, 0)) {
            long start = System.nanoTime();
            CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
            for (int done = 0; done < runes; done += BATCH) {
                last = commit.append(batch);
            }
            last.join();
            return runes * 1e9 / (System.nanoTime() - start);
        }
    }

    private static double chronicle(Path folder, int runes) {
        System.setProperty("chronicle.analytics.disable", "true");
        System.setProperty("chronicle.announcer.disable", "true");
        byte[] message = new byte[Workload.RUNE_BYTES];
        try (ChronicleQueue queue = ChronicleQueue.single(folder.toString());
                ExcerptAppender appender = queue.createAppender()) {
            long start = System.nanoTime();
            for (int done = 0; done < runes; done++) {
                appender.writeBytes(bytes -> bytes.write(message));
            }
            return runes * 1e9 / (System.nanoTime() - start);
        }
    }
}
