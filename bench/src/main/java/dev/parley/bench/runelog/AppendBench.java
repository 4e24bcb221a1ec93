package dev.parley.bench.runelog;

import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Result;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.append.Receipt;
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
    private static final int ROUNDS = 9;
    private static final String UNIT = "runes/s";

    @Override
    public String name() {
        return "runelog.append";
    }

    @Override
    public List<Result> run(boolean quick) throws Exception {
        int runes = quick ? 400_000 : 1_600_000;
        Path folder = Workload.folder();
        try {
            subject(folder.resolve("warm"), runes);
            raw(folder.resolve("warm raw"), runes, true);
            double[] rate = new double[ROUNDS];
            double[] raw = new double[ROUNDS];
            double[] hashed = new double[ROUNDS];
            for (int round = 0; round < ROUNDS; round++) {
                raw[round] = raw(folder.resolve("raw" + round), runes, false);
                rate[round] = subject(folder.resolve("log" + round), runes);
                hashed[round] = raw(folder.resolve("hashed" + round), runes, true);
                Workload.empty(folder);
            }
            double chronicle = chronicle(folder.resolve("chronicle"), runes);
            double most = Workload.best(rate);
            String ceiling = "the raw writer, whose producer also takes the chained SHA-256 of every rune: the most";
            return List.of(
                    new Result(name(), most, UNIT, Workload.best(raw), "double-buffered raw writer of the same bytes"),
                    new Result(name() + ".hashed", most, UNIT, Workload.best(hashed), ceiling),
                    new Result(name(), most, UNIT, chronicle, "Chronicle Queue, not synced to the disk"));
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

    private static double raw(Path file, int runes, boolean isHashed) throws Exception {
        int frame = Workload.RUNE_BYTES + Workload.HEADER_BYTES;
        byte[] batch = new byte[BATCH * frame];
        RuneChain chain = new RuneChain();
        try (PlainCommit commit = new PlainCommit(file, 0)) {
            long start = System.nanoTime();
            CompletableFuture<Void> last = CompletableFuture.completedFuture(null);
            for (int done = 0; done < runes; done += BATCH) {
                for (int at = frame; isHashed && at < batch.length; at += frame) {
                    chain.content(batch, at - Workload.RUNE_BYTES - Hash.BYTES, Hash.BYTES + Workload.RUNE_BYTES)
                            .write(batch, at);
                }
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
