package dev.parley.bench.runelog;

import dev.parley.bench.Bench;
import dev.parley.bench.Result;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.append.WriteClass;
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

/** Opening a log of 10,000 conversations and 5 million runes. */
public final class OpenBench implements Bench {
    private static final double SECONDS_LIMIT = 5;
    private static final double HEAP_LIMIT_MIB = 256;

    @Override
    public String name() {
        return "runelog.open";
    }

    @Override
    public List<Result> run(boolean quick) throws Exception {
        int conversations = 10_000;
        int runes = quick ? 1_000_000 : 5_000_000;
        Path folder = Workload.folder();
        try {
            write(folder, conversations, runes);
            double allBytes = readAll(folder);
            long before = used();
            long start = System.nanoTime();
            long cpuStart = cpuNanos();
            try (Runelog log = Runelog.open(new RealDisk(folder), Workload.settings(), OpenBench::tell)) {
                double seconds = (System.nanoTime() - start) / 1e9;
                double cpu = (cpuNanos() - cpuStart) / 1e9;
                double mib = (used() - before) / (double) (1 << 20);
                String what = runes + " runes, " + log.conversations().size() + " conversations; ";
                return List.of(
                        new Result(name(), seconds, "s", SECONDS_LIMIT, what + "the limit people wait for"),
                        new Result(name() + ".cpu", cpu, "s", SECONDS_LIMIT, what + "the same, of one core"),
                        new Result(name(), seconds, "s", allBytes, what + "reading all bytes of the journal once"),
                        new Result(name() + ".heap", mib, "MiB", HEAP_LIMIT_MIB, what + "a small heap"));
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
