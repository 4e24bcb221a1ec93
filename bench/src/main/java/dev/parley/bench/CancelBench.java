package dev.parley.bench;

import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Result;
import dev.parley.pipeline.loop.Carriers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntFunction;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.HdrHistogram.Histogram;

/**
 * 500 sessions speak, and each is interrupted at a random time, again and again. What counts is the time from the arrival
 * of the interruption to the moment after which no frame is accepted for output, which is never before the last frame was;
 * frames that are accepted later are counted. Virtual threads that are interrupted while they speak stand beside it.
 */
final class CancelBench implements Bench {
    private static final int SESSIONS = 500;
    private static final int CARRIERS = 2;
    private static final long ROUND_NANOS = 2_000_000_000L;
    private static final long LONGEST_MICROS = 60_000_000L;
    private static final double MS_MAX = 5;
    private static final long SEED = 7;

    @Override
    public String name() {
        return "pipeline.cancel";
    }

    @Override
    public List<Result> run(boolean quick) throws InterruptedException {
        int rounds = quick ? 5 : 20;
        Seen own;
        try (Carriers carriers = carriers()) {
            own = measure(rounds, i -> new CarriedSpeaker("c" + i, carriers));
        }
        Seen threads = measure(rounds, ThreadSpeaker::new);
        double p99 = own.silenceMs(99);
        return List.of(
                new Result(name(), p99, "ms p99", MS_MAX, "the limit, from the interruption to silence"),
                new Result(
                        name() + ".threads", p99, "ms p99", threads.silenceMs(99), "a virtual thread for each session"),
                new Result(name() + ".median", own.silenceMs(50), "ms p50", threads.silenceMs(50), "the same threads"),
                new Result(name() + ".worst", own.silenceMs(100), "ms", threads.silenceMs(100), "the same threads"),
                new Result(
                        name() + ".after",
                        own.after,
                        "frames",
                        threads.after,
                        "frames of the same threads; none may be"));
    }

    private static Carriers carriers() {
        return new Carriers(CARRIERS, FramePipeline.time(), (seat, fault) -> {
            throw new IllegalStateException("a session failed", fault);
        });
    }

    /** What all interruptions of a run showed. */
    private record Seen(Histogram micros, long after) {
        double silenceMs(int percentile) {
            return micros.getValueAtPercentile(percentile) / 1_000.0;
        }
    }

    private static Seen measure(int rounds, IntFunction<Speaker> connect) throws InterruptedException {
        List<Speaker> speakers = new ArrayList<>();
        for (int i = 0; i < SESSIONS; i++) {
            speakers.add(connect.apply(i));
        }
        RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(SEED);
        Histogram micros = new Histogram(LONGEST_MICROS, 3);
        for (int i = 0; i <= rounds; i++) {
            if (i == 1) {
                micros.reset();
            }
            for (Speaker speaker : speakers) {
                speaker.speak();
                FrameLoad.rest(1);
            }
            interruptAll(speakers, random);
            FrameLoad.rest(200);
            speakers.forEach(
                    speaker -> micros.recordValue(Math.clamp(speaker.silentAfterNanos() / 1_000, 0, LONGEST_MICROS)));
        }
        long after = speakers.stream().mapToLong(Speaker::framesAfterSilence).sum();
        speakers.forEach(Speaker::hangUp);
        return new Seen(micros, after);
    }

    private static void interruptAll(List<Speaker> speakers, RandomGenerator random) {
        record Moment(long atNanos, Speaker speaker) {}
        long start = System.nanoTime();
        List<Moment> moments = speakers.stream()
                .map(speaker -> new Moment(start + random.nextLong(ROUND_NANOS), speaker))
                .sorted(Comparator.comparingLong(Moment::atNanos))
                .toList();
        for (Moment moment : moments) {
            for (long early = moment.atNanos() - System.nanoTime();
                    early > 0;
                    early = moment.atNanos() - System.nanoTime()) {
                LockSupport.parkNanos(early);
            }
            moment.speaker().interrupt();
        }
    }
}
