package dev.parley.bench.runelog;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.runelog.RunelogSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.stream.Stream;

/** What the log's benches have in common: the runes they write, and a folder on the disk that is measured. */
final class Workload {
    static final int RUNE_BYTES = 256;

    /** What a frame adds to a rune. */
    static final int HEADER_BYTES = 52;

    private static final TimeSource CLOCK = new TimeSource() {
        @Override
        public long monotonicNanos() {
            return System.nanoTime();
        }

        @Override
        public long wallMillis() {
            return System.currentTimeMillis();
        }
    };

    private Workload() {}

    static RunelogSettings settings() {
        return RunelogSettings.standard(CLOCK, RandomSource.seeded(System.nanoTime()));
    }

    /** A draft whose canonical bytes number 256. */
    static RuneDraft draft(String conversation) {
        RuneDraft bare = RuneDraft.of(conversation, "bench.rune")
                .withTimes(123_456_789, 1_767_225_600_000L)
                .withTurn(3);
        int rest = RUNE_BYTES - Rune.of(padded(bare, 1), 1, Hash.ZERO).canonicalLength();
        return padded(bare, rest);
    }

    private static RuneDraft padded(RuneDraft draft, int length) {
        return draft.withPayload(Json.Obj.EMPTY.with("text", "x".repeat(Math.max(length, 1))));
    }

    static Path folder() throws IOException {
        Path target = Path.of(System.getProperty("parley.root", "."), "bench", "target");
        return Files.isDirectory(target)
                ? Files.createTempDirectory(target, "runelog")
                : Files.createTempDirectory("runelog");
    }

    /** The round that others disturbed least. */
    static double best(double[] values) {
        return Arrays.stream(values).max().orElseThrow();
    }

    static void delete(Path folder) throws IOException {
        empty(folder);
        Files.delete(folder);
    }

    /** Deletes what stands in a folder, so that later rounds find the disk as the first one did. */
    static void empty(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                if (!file.equals(folder)) {
                    Files.delete(file);
                }
            }
        }
    }
}
