package dev.parley.bench;

import dev.parley.kernel.rune.Lane;
import dev.parley.pipeline.edge.Ingress;
import dev.parley.pipeline.loop.Carriers;
import dev.parley.pipeline.loop.LoopSeat;
import dev.parley.pipeline.node.PipelineEvent;
import dev.parley.pipeline.run.PipelineRun;
import dev.parley.provider.AudioFrame;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * Sessions on carriers: each gets a frame every 20 ms from another thread, runs it through five nodes, and sends a frame
 * of its own every 20 ms by timer. The delay of a frame is from the moment it was due to the moment the last node had it.
 * Idle sessions are weighed as well.
 */
final class CarriersBench implements Bench {
    private static final long FRAME_NANOS = 20_000_000L;
    private static final long SELECT_NANOS = 500_000L;
    private static final double DELAY_MS_MAX = 20;
    private static final double IDLE_KIB_MAX = 50;
    private static final int SESSIONS = 5_000;
    private static final int IDLE_SESSIONS = 2_000;

    @Override
    public String name() {
        return "pipeline.carriers";
    }

    @Override
    public List<Result> run(boolean quick) throws Exception {
        double idle = idleKib();
        measure(SESSIONS / 4, quick ? 2 : 4);
        double p99 = measure(SESSIONS, quick ? 5 : 20);
        return List.of(
                new Result(
                        name(),
                        p99,
                        "ms p99",
                        DELAY_MS_MAX,
                        "20 ms, with " + SESSIONS + " sessions at 50 frames/s each way"),
                new Result(name() + ".idle", idle, "KiB/session", IDLE_KIB_MAX, "50 KiB for an idle session"));
    }

    private static double measure(int count, int seconds) throws InterruptedException {
        Histogram delays = new ConcurrentHistogram(60_000_000L, 3);
        try (Carriers carriers = carriers()) {
            List<Session> sessions = new ArrayList<>();
            for (int i = 0; i < count; i++) {
                sessions.add(new Session(carriers, i, delays));
            }
            AtomicBoolean over = new AtomicBoolean();
            Thread network = Thread.ofPlatform().start(() -> network(sessions, over));
            settle(seconds);
            delays.reset();
            settle(seconds);
            over.set(true);
            network.join();
        }
        return delays.getValueAtPercentile(99) / 1_000.0;
    }

    private static void settle(int seconds) {
        long end = System.nanoTime() + seconds * 1_000_000_000L;
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    /** Frames are due spread over the 20 ms, as those of strangers are, and come in as a selector finds them. */
    private static void network(List<Session> sessions, AtomicBoolean over) {
        long round = System.nanoTime();
        while (!over.get()) {
            for (int i = 0; i < sessions.size(); i++) {
                long due = round + FRAME_NANOS * i / sessions.size();
                while (due > System.nanoTime()) {
                    LockSupport.parkNanos(SELECT_NANOS);
                }
                sessions.get(i).receive(due);
            }
            round += FRAME_NANOS;
        }
    }

    private static Carriers carriers() {
        return new Carriers(2, FramePipeline.time(), (seat, fault) -> {
            throw new IllegalStateException("a session failed", fault);
        });
    }

    private static double idleKib() {
        try (Carriers carriers = carriers()) {
            List<Session> sessions = new ArrayList<>(IDLE_SESSIONS);
            Histogram none = new ConcurrentHistogram(60_000_000L, 3);
            long before = used();
            for (int i = 0; i < IDLE_SESSIONS; i++) {
                sessions.add(new Session(carriers, i, none));
            }
            long after = used();
            double kib = (after - before) / 1_024.0 / sessions.size();
            return Math.max(kib, 0);
        }
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** One conversation, as far as frames are concerned. */
    private static final class Session {
        private static final AudioFrame FRAME = AudioFrame.silence(16_000, 0, 20);

        private final Ingress<Long> ingress;
        private final LoopSeat seat;
        private final PipelineRun run;
        private long sequence;
        private @Nullable Runnable playback;

        Session(Carriers carriers, int id, Histogram delays) {
            this.seat = carriers.seat(this::onWake);
            this.ingress = new Ingress<>("in", 16, 4, seat::wake);
            this.run = FramePipeline.start(
                    "s" + id,
                    event -> delays.recordValue(
                            Math.clamp((System.nanoTime() - event.arrivalNanos()) / 1_000, 0, 59_000_000L)),
                    seat::wake);
        }

        void receive(long dueNanos) {
            ingress.offer(dueNanos, Lane.DATA);
        }

        private void onWake(long now) {
            if (playback == null) {
                playNext(now + FRAME_NANOS);
            }
            for (Long due = ingress.poll(); due != null; due = ingress.poll()) {
                through(due, now);
            }
        }

        private void playNext(long due) {
            playback = () -> {
                through(due, System.nanoTime());
                playNext(due + FRAME_NANOS);
            };
            seat.timers().at(due, 1, playback);
        }

        private void through(long due, long now) {
            run.offer("mic", PipelineEvent.data(FramePipeline.AUDIO, ++sequence, 0, due, 1, FRAME), now);
            run.run(now);
        }
    }
}
