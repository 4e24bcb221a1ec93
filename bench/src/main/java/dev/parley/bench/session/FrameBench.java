package dev.parley.bench.session;

import com.sun.management.ThreadMXBean;
import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Result;
import dev.parley.session.time.Rank;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.run.VirtualSession;
import dev.parley.sim.run.VirtualTime;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What a frame costs, without disk and network: a conversation in sound on virtual time, through the code of a live one. A frame
 * in which nobody speaks is the one that comes most often; a spoken minute has six turns in it, with all that they decide and
 * record.
 */
public final class FrameBench implements Bench {
    private static final int FRAMES_PER_SECOND = 50;
    private static final int TURN_FRAMES = 500;
    private static final int VOICED_FRAMES = 75;
    private static final long FRAME_MS = 20;
    private static final int CORES = 2;
    private static final double USABLE = 0.85;

    @Override
    public String name() {
        return "session.frame";
    }

    /** What some frames cost. */
    private record Cost(double nanos, double bytes) {
        Cost atMost(Cost other) {
            return new Cost(Math.min(nanos, other.nanos), Math.min(bytes, other.bytes));
        }
    }

    @Override
    public List<Result> run(boolean quick) {
        Cost silent = new Cost(Double.MAX_VALUE, Double.MAX_VALUE);
        Cost spoken = silent;
        for (int round = 0; round < (quick ? 5 : 20); round++) {
            silent = silent.atMost(cost(false, 50_000));
            spoken = spoken.atMost(cost(true, 30_000));
        }
        double perSecond = spoken.nanos * FRAMES_PER_SECOND;
        return List.of(
                new Result(name(), silent.nanos, "ns of a core", 4_000, "what 5,000 conversations on two cores allow"),
                new Result(name() + ".bytes", Math.max(0, silent.bytes), "bytes allocated", 1, "nothing"),
                new Result(name() + ".spoken", spoken.nanos, "ns of a core", 11_000, "what 3,000 conversations allow"),
                new Result(
                        name() + ".room",
                        CORES * USABLE * 1e9 / perSecond,
                        "conversations",
                        1_000,
                        "by the processor alone: the number wanted on two cores"));
    }

    private static Cost cost(boolean talks, int frames) {
        VirtualTime time = new VirtualTime(0);
        FrameCaller caller = new FrameCaller(
                BenchHost.scenario("""
                        name: frames
                        seed: 1
                        agent:
                          - {when: "what", says: "It is sunny and warm, as it was yesterday, and so it will be tomorrow."}
                        """),
                Collections.nCopies(1 + frames / TURN_FRAMES, "what is it like"),
                nanos -> {},
                UnaryOperator.identity());
        VirtualSession session =
                new VirtualSession(time, caller.wanted("frames", 0), (_, _) -> new MemoryJournal(), List.of());
        session.open();
        new Ticks(time, caller, talks, frames).next();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        time.advanceTo(1_000_000_000);
        long cpu = threads.getCurrentThreadCpuTime();
        long bytes = threads.getCurrentThreadAllocatedBytes();
        time.advanceTo(frames * FRAME_MS * 1_000_000);
        Cost cost = new Cost(
                (threads.getCurrentThreadCpuTime() - cpu) / (double) frames,
                (threads.getCurrentThreadAllocatedBytes() - bytes) / (double) frames - Ticks.BYTES);
        session.end();
        return cost;
    }

    /** The person's frames, one every 20 ms. */
    private static final class Ticks implements Runnable {
        /** What the clock of the bench makes for a frame, measured without a conversation. */
        private static final double BYTES = ownBytes();

        private final VirtualTime time;
        private final FrameCaller caller;
        private final boolean talks;
        private final long frames;
        private long tick;

        Ticks(VirtualTime time, FrameCaller caller, boolean talks, long frames) {
            this.time = time;
            this.caller = caller;
            this.talks = talks;
            this.frames = frames;
        }

        private static double ownBytes() {
            VirtualTime time = new VirtualTime(0);
            long many = 10_000;
            long[] left = {many};
            Runnable[] next = {() -> {}};
            next[0] = () -> {
                if (--left[0] > 0) {
                    time.at(left[0], Rank.USER.order(), next[0]);
                }
            };
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long before = threads.getCurrentThreadAllocatedBytes();
            time.at(0, Rank.USER.order(), next[0]);
            time.advanceTo(Long.MAX_VALUE / 2);
            return (threads.getCurrentThreadAllocatedBytes() - before) / (double) many;
        }

        void next() {
            time.at(tick * FRAME_MS * 1_000_000, Rank.USER.order(), this);
        }

        @Override
        public void run() {
            boolean voiced = talks && tick % TURN_FRAMES < VOICED_FRAMES;
            caller.send(voiced ? FrameCaller.VOICE : FrameCaller.SILENCE, 0);
            if (++tick < frames) {
                next();
            }
        }
    }
}
