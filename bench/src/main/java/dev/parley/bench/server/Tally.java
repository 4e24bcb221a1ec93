package dev.parley.bench.server;

import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;

/** What all clients of a server saw in some stretch of time. */
final class Tally {
    private static final long LONGEST_MICROS = 60_000_000L;
    private static final long NANOS_PER_MICRO = 1_000;

    /** From a control message to its answer. */
    final Histogram echoes = new Histogram(LONGEST_MICROS, 3);
    /** From a stop to the end of what was being said. */
    final Histogram cancels = new Histogram(LONGEST_MICROS, 3);

    final Map<String, Integer> errors = new TreeMap<>();
    long framesSent;
    long framesHeard;
    long events;
    long turns;

    static void record(Histogram histogram, long nanos) {
        histogram.recordValue(Math.clamp(nanos / NANOS_PER_MICRO, 0, LONGEST_MICROS));
    }

    /** Takes what was seen in another stretch of time into this one. */
    void add(Tally other) {
        echoes.add(other.echoes);
        cancels.add(other.cancels);
        other.errors.forEach((what, times) -> errors.merge(what, times, Integer::sum));
        framesSent += other.framesSent;
        framesHeard += other.framesHeard;
        events += other.events;
        turns += other.turns;
    }

    void error(String what) {
        errors.merge(what, 1, Integer::sum);
    }

    int errorCount() {
        return errors.values().stream().mapToInt(Integer::intValue).sum();
    }

    static double p99Ms(Histogram histogram) {
        return histogram.getValueAtPercentile(99) / 1_000.0;
    }
}
