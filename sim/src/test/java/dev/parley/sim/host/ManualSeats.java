package dev.parley.sim.host;

import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.port.Timers;
import dev.parley.pipeline.loop.Admission;
import dev.parley.pipeline.loop.LoopTask;
import dev.parley.pipeline.loop.Seat;
import dev.parley.pipeline.loop.Seating;
import java.util.ArrayList;
import java.util.List;

/** Seats that run when the test says so, as a busy carrier would let them wait. */
final class ManualSeats implements Seating {
    private final TimeSource time;
    private final Timers timers;
    private final List<LoopTask> tasks = new ArrayList<>();
    private Admission admission = new Admission.Admitted();
    private int hurried;

    ManualSeats(TimeSource time, Timers timers) {
        this.time = time;
        this.timers = timers;
    }

    void refuse() {
        admission = new Admission.Refused("runtime.overload", "too much to do");
    }

    /** How often a seat asked to be served before all others. */
    int hurried() {
        return hurried;
    }

    void runAll() {
        for (int i = 0; i < 10; i++) {
            List.copyOf(tasks).forEach(task -> task.run(time.monotonicNanos()));
        }
    }

    @Override
    public Admission admission() {
        return admission;
    }

    @Override
    public Seat seat(LoopTask task) {
        tasks.add(task);
        return new Seat() {
            @Override
            public void wake() {}

            @Override
            public void wakeNow() {
                hurried++;
            }

            @Override
            public void runAt(long monotonicNanos) {}

            @Override
            public Timers timers() {
                return timers;
            }

            @Override
            public void leave() {
                tasks.remove(task);
            }
        };
    }
}
