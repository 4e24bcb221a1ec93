package dev.parley.bench;

import dev.parley.bench.FrameLoad.Measured;
import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Result;
import dev.parley.pipeline.loop.Admission;
import dev.parley.pipeline.loop.Carriers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How many sessions two carriers bear at 50 frames/s each way. Sessions come until admission refuses them for good: that
 * is the knee. Where frames were late there, some hang up until they are not. The same load on a virtual thread for each
 * session is measured beside it. What the processor spent for a frame says more than the rest on a machine that others
 * use; the thread that plays the people is counted apart. Idle sessions are weighed as well.
 */
final class SessionsBench implements Bench {
    private static final int CARRIERS = 2;
    private static final int AIM = 5_000;
    private static final int SESSIONS_MAX = 12_000;
    private static final int WARM_SESSIONS = 500;
    private static final int IDLE_SESSIONS = 2_000;
    private static final int STEP = 250;
    private static final int STEP_MS = 400;
    private static final int REFUSALS_MAX = 4;
    private static final double DELAY_MS_MAX = 20;
    private static final double IDLE_KIB_MAX = 50;
    private static final int FRAMES_PER_SECOND = 100;
    private static final double FRAME_NANOS_MAX = CARRIERS * 1e9 / (AIM * FRAMES_PER_SECOND);

    @Override
    public String name() {
        return "pipeline.sessions";
    }

    @Override
    public List<Result> run(boolean quick) throws Exception {
        int millis = quick ? 3_000 : 10_000;
        double idle = idleKib();
        warmUp(millis);
        Carried own = carried(millis);
        Measured seen = own.measured();
        Measured threads = threads(quick ? 1_000 : 3_000);
        double costs = seen.runtimeNanosPerFrame() / 1_000;
        return List.of(
                result("", seen.sessions(), "sessions", threads.sessions(), "a virtual thread for each session"),
                result(".aim", seen.sessions(), "sessions", AIM, "the number that is aimed at on two cores"),
                result(".knee", own.knee(), "sessions", AIM, "the same; here admission began to refuse"),
                result(".delay", seen.p99Ms(), "ms p99", DELAY_MS_MAX, "the limit, inside the runtime"),
                result(".cpu", costs, "us/frame", FRAME_NANOS_MAX / 1_000, "two cores shared out at the aim"),
                result(
                        ".headroom",
                        CARRIERS * 1e6 / (costs * FRAMES_PER_SECOND),
                        "sessions",
                        AIM,
                        "the aim; what two whole cores have processor time for"),
                result(
                        ".generator",
                        seen.networkNanosPerFrame() / 1_000,
                        "us/frame",
                        costs,
                        "the runtime; this is the load's own cost and not counted there"),
                result(".idle", idle, "KiB/session", IDLE_KIB_MAX, "the limit for an idle session"));
    }

    private Result result(String part, double value, String unit, double baseline, String note) {
        return new Result(name() + part, value, unit, baseline, note);
    }

    private static void warmUp(int millis) throws InterruptedException {
        try (Carriers carriers = carriers();
                FrameLoad load = new FrameLoad()) {
            load.add(WARM_SESSIONS, i -> new CarriedSession("w" + i, carriers::seat, load.delays()));
            FrameLoad.rest(millis);
        }
    }

    private record Carried(Measured measured, int knee) {}

    private static Carried carried(int millis) throws InterruptedException {
        try (Carriers carriers = carriers();
                FrameLoad load = new FrameLoad()) {
            int refusals = 0;
            while (refusals < REFUSALS_MAX && load.sessions() < SESSIONS_MAX) {
                boolean all = load.add(STEP, i -> admitted(carriers, i, load.delays()));
                refusals = all ? 0 : refusals + 1;
                FrameLoad.rest(STEP_MS);
            }
            int knee = load.sessions();
            return new Carried(relieved(load, millis), knee);
        }
    }

    /** Lets sessions hang up, a tenth of them at first and more each time, until frames are in time. */
    private static Measured relieved(FrameLoad load, int millis) {
        Measured measured = load.measure(millis);
        for (int tenths = 1; measured.p99Ms() > DELAY_MS_MAX && load.sessions() > STEP; tenths++) {
            load.remove(Math.max(STEP, load.sessions() * Math.min(tenths, 5) / 10));
            FrameLoad.rest(STEP_MS);
            measured = load.measure(millis);
        }
        return measured;
    }

    private static @Nullable FrameSession admitted(Carriers carriers, int id, Delays delays) {
        return switch (carriers.admission()) {
            case Admission.Refused refused -> null;
            case Admission.Admitted admitted -> new CarriedSession("s" + id, carriers::seat, delays);
        };
    }

    /** Sessions on virtual threads come until their frames are late. */
    private static Measured threads(int millis) throws InterruptedException {
        try (FrameLoad load = new FrameLoad()) {
            load.add(WARM_SESSIONS, i -> new ThreadSession("t" + i, load.delays()));
            FrameLoad.rest(2 * millis);
            Measured last = load.measure(millis);
            int late = 0;
            while (late < REFUSALS_MAX && load.sessions() < SESSIONS_MAX) {
                if (late == 0) {
                    load.add(2 * STEP, i -> new ThreadSession("t" + i, load.delays()));
                    FrameLoad.rest(STEP_MS);
                }
                Measured now = load.measure(millis);
                late = now.p99Ms() > DELAY_MS_MAX ? late + 1 : 0;
                last = late == 0 ? now : last;
            }
            return last;
        }
    }

    private static Carriers carriers() {
        return new Carriers(CARRIERS, FramePipeline.time(), (seat, fault) -> {
            throw new IllegalStateException("a session failed", fault);
        });
    }

    private static double idleKib() {
        try (Carriers carriers = carriers()) {
            List<FrameSession> sessions = new ArrayList<>(IDLE_SESSIONS);
            Delays none = new Delays();
            long before = used();
            for (int i = 0; i < IDLE_SESSIONS; i++) {
                sessions.add(new CarriedSession("i" + i, carriers::seat, none));
            }
            long after = used();
            return Math.max((after - before) / 1_024.0 / sessions.size(), 0);
        }
    }

    private static long used() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
