package dev.parley.bench.runelog;

import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Result;
import dev.parley.kernel.event.WriteClass;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.disk.RealDisk;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Opening a log: 10,000 conversations with 5 million runes, and a million conversations with two runes each. */
public final class OpenBench implements Bench {
    /** How much is written, and what opening may take. */
    private record Shape(String suffix, int conversations, int runes, double secondsLimit, double heapLimitMib) {}

    @Override
    public String name() {
        return "runelog.open";
    }

    @Override
    public List<Result> run(boolean quick) throws IOException {
        List<Result> results = new ArrayList<>();
        results.addAll(measure(new Shape("", 10_000, quick ? 1_000_000 : 5_000_000, 5, 256)));
        results.addAll(measure(new Shape(".million", 1_000_000, quick ? 1_000_000 : 2_000_000, 10, 512)));
        return results;
    }

    private List<Result> measure(Shape shape) throws IOException {
        Path folder = Workload.folder();
        try {
            write(folder, shape.conversations(), shape.runes());
            double allBytes = readAll(folder);
            long before = used();
            long start = System.nanoTime();
            long cpuStart = cpuNanos();
            try (Runelog log = Runelog.open(new RealDisk(folder), Workload.settings(), OpenBench::tell)) {
                double seconds = (System.nanoTime() - start) / 1e9;
                double cpu = (cpuNanos() - cpuStart) / 1e9;
                double mib = (used() - before) / (double) (1 << 20);
                String name = name() + shape.suffix();
                double limit = shape.secondsLimit();
                String what = shape.runes() + " runes, " + log.conversations().size() + " conversations; ";
                return List.of(
                        new Result(name, seconds, "s", limit, what + "the limit people wait for"),
                        new Result(name + ".cpu", cpu, "s", limit, what + "the same, of one core"),
                        new Result(name, seconds, "s", allBytes, what + "reading all bytes of the journal once"),
                        new Result(name + ".heap", mib, "MiB", shape.heapLimitMib(), what + "a small heap"));
            }
        } finally {
            Workload.delete(folder);
        }
    }

    private static void tell(String what, long done, long total) {
        System.err.print("\rparley: " + what + " " + done + " of " + total + (done == total ? "\n" : ""));
    }

    private static void write(Path folder, int conversations, int runes) throws IOException {
        List<RuneDraft> drafts = new ArrayList<>();
        for (int i = 0; i < conversations; i++) {
            drafts.add(RuneDraft.of("conversation-" + i, "bench.rune", Json.Obj.EMPTY.with("n", i)));
        }
        RunelogSettings fast = Workload.settings().withDurability(RunelogSettings.Durability.NONE);
        try (Runelog log = Runelog.open(new RealDisk(folder), fast)) {
            for (int i = 0; i < runes; i++) {
                log.append(drafts.get(i % conversations), WriteClass.SPEECH);
            }
        }
    }

    private static double readAll(Path folder) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);
        long start = System.nanoTime();
        try (Stream<Path> files = Files.list(folder.resolve("journal"))) {
            for (Path file : files.toList()) {
                try (FileChannel channel = FileChannel.open(file)) {
                    while (channel.read(buffer.clear()) > 0) {
                        buffer.flip();
                    }
                }
            }
        }
        return (System.nanoTime() - start) / 1e9;
    }

    private static long cpuNanos() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
    }

    private static long used() {
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
