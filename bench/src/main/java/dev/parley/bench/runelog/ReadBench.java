package dev.parley.bench.runelog;

import static java.util.Objects.requireNonNull;

import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Result;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.RuneArchive;
import dev.parley.runelog.RuneReader;
import dev.parley.runelog.RuneView;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import dev.parley.runelog.fault.Progress;
import dev.parley.runelog.journal.FrameCursor;
import dev.parley.runelog.journal.JournalFile;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.CRC32C;

/** Reading one conversation from end to end with every checksum checked, and with the chain as well. */
public final class ReadBench implements Bench {
    private static final int BATCH = 64;
    private static final int FRAME_BYTES = Workload.RUNE_BYTES + Workload.HEADER_BYTES;
    private static final int ROUNDS = 5;
    private static final String UNIT = "runes/s";

    @Override
    public String name() {
        return "runelog.read";
    }

    @Override
    public List<Result> run(boolean quick) throws Exception {
        int runes = quick ? 500_000 : 4_000_000;
        Path folder = Workload.folder();
        try {
            write(folder, runes);
            double frames = 0;
            double views = 0;
            double kept = 0;
            double chained = 0;
            double bare = 0;
            for (int round = 0; round < ROUNDS; round++) {
                bare = Math.max(bare, bare(folder, runes));
                frames = Math.max(frames, frames(folder));
                views = Math.max(views, views(folder));
                kept = Math.max(kept, read(folder, RuneReader.Mode.CHECKSUMS));
                chained = Math.max(chained, read(folder, RuneReader.Mode.VERIFYING));
            }
            return List.of(
                    new Result(name(), views, UNIT, bare, "bare read and CRC32C per frame, same bytes"),
                    new Result(
                            name() + ".kept",
                            kept,
                            UNIT,
                            bare,
                            "the same limit, every rune copied so that it can be kept"),
                    new Result(
                            name() + ".frames", frames, UNIT, bare, "the same limit, frames alone as recovery scans"),
                    new Result(
                            name() + ".chained", chained, UNIT, bare, "the same limit, with the hash chain verified"));
        } finally {
            Workload.delete(folder);
        }
    }

    private static void write(Path folder, int runes) throws IOException {
        List<RuneDraft> batch = Collections.nCopies(BATCH, Workload.draft("conversation"));
        RunelogSettings fast = Workload.settings().withDurability(RunelogSettings.Durability.NONE);
        try (Runelog log = Runelog.open(new RealDisk(folder), fast)) {
            for (int done = 0; done < runes; done += BATCH) {
                for (RuneDraft draft : batch) {
                    log.append(draft, WriteClass.SPEECH);
                }
            }
        }
    }

    private static double read(Path folder, RuneReader.Mode mode) throws IOException {
        RuneArchive archive = RuneArchive.open(new RealDisk(folder), Progress.SILENT);
        long start = cpuNanos();
        long last = 0;
        try (RuneReader reader = archive.read("conversation", 0, mode)) {
            for (Rune rune = reader.poll(); rune != null; rune = reader.poll()) {
                last = rune.eventId();
            }
        }
        return last * 1e9 / (cpuNanos() - start);
    }

    /** One conversation in order, every checksum and every id checked, each rune looked at where it stands. */
    private static double views(Path folder) throws IOException {
        RuneArchive archive = RuneArchive.open(new RealDisk(folder), Progress.SILENT);
        long start = cpuNanos();
        long last = 0;
        try (RuneReader reader = archive.read("conversation", 0, RuneReader.Mode.CHECKSUMS)) {
            for (RuneView view = reader.next(); view != null; view = reader.next()) {
                last = view.eventId();
            }
        }
        return last * 1e9 / (cpuNanos() - start);
    }

    /** Reading is the work of one core; its own time leaves out what other processes take. */
    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static List<Path> journal(Path folder) throws IOException {
        try (Stream<Path> listed = Files.list(folder.resolve("journal"))) {
            return listed.filter(file -> file.toString().endsWith(".journal"))
                    .sorted()
                    .toList();
        }
    }

    /** Frame after frame as recovery and verification see them: header and body checked, nothing made of them. */
    private static double frames(Path folder) throws IOException {
        byte[] window = new byte[FRAME_BYTES * 1024];
        long count = 0;
        long start = cpuNanos();
        for (Path path : journal(folder)) {
            long number = Long.parseLong(path.getFileName().toString().substring(0, 16));
            try (JournalFile file = requireNonNull(JournalFile.open(new RealDisk(folder), number, false))) {
                FrameCursor cursor = new FrameCursor(file.salt());
                long base = JournalFile.FRAMES_AT;
                int filled = file.file().read(ByteBuffer.wrap(window), base);
                while (filled > 0) {
                    cursor.over(window, filled, base);
                    int at = 0;
                    while (at < filled && cursor.examine(at) == FrameCursor.Found.SOUND) {
                        at = cursor.end();
                        count++;
                    }
                    base += at;
                    filled = at == 0 ? 0 : file.file().read(ByteBuffer.wrap(window), base);
                }
            }
        }
        return count * 1e9 / (cpuNanos() - start);
    }

    private static double bare(Path folder, int runes) throws IOException {
        List<Path> files = journal(folder);
        byte[] window = new byte[FRAME_BYTES * 1024];
        CRC32C crc = new CRC32C();
        long sum = 0;
        long start = cpuNanos();
        for (Path file : files) {
            try (FileChannel channel = FileChannel.open(file)) {
                ByteBuffer buffer = ByteBuffer.wrap(window);
                while (channel.read(buffer.clear()) > 0) {
                    for (int at = 0; at + FRAME_BYTES <= buffer.position(); at += FRAME_BYTES) {
                        crc.reset();
                        crc.update(window, at, FRAME_BYTES);
                        sum += crc.getValue();
                    }
                }
            }
        }
        long nanos = cpuNanos() - start;
        return sum == 0 ? 0 : runes * 1e9 / nanos;
    }
}
