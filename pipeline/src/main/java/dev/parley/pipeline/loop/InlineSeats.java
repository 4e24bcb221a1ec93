package dev.parley.pipeline.loop;

import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.port.Timers;
import org.jspecify.annotations.Nullable;

/**
 * Seats without a thread of their own: a wake runs the conversation at once, on the thread of the caller, who also drives
 * the clock. For virtual time. A wake during a run asks for one more run after it, so nothing runs inside itself.
 */
public record InlineSeats(TimeSource time, Timers timers) implements Seating {
    /** After everything else of its moment, as a carrier looks at its alarms last. */
    private static final int ALARM_RANK = 7;

    @Override
    public Admission admission() {
        return new Admission.Admitted();
    }

    @Override
    public Seat seat(LoopTask task) {
        return new InlineSeat(task);
    }

    private final class InlineSeat implements Seat {
        private final LoopTask task;
        private boolean running;
        private boolean again;
        private boolean left;
        private Timers.@Nullable Timer alarm;

        private InlineSeat(LoopTask task) {
            this.task = task;
        }

        @Override
        public void wake() {
            again = true;
            if (running) {
                return;
            }
            running = true;
            try {
                while (again && !left) {
                    again = false;
                    task.run(time.monotonicNanos());
                }
            } finally {
                running = false;
            }
        }

        @Override
        public void wakeNow() {
            wake();
        }

        @Override
        public void runAt(long monotonicNanos) {
            if (alarm != null) {
                alarm.cancel();
            }
            alarm = timers.at(monotonicNanos, ALARM_RANK, () -> {
                alarm = null;
                wake();
            });
        }

        @Override
        public Timers timers() {
            return new Timers() {
                @Override
                public Timer at(long monotonicNanos, int rank, Runnable callback) {
                    return timers.at(monotonicNanos, rank, () -> fire(callback));
                }

                @Override
                public Timer inBackground(long monotonicNanos, int rank, Runnable callback) {
                    return timers.inBackground(monotonicNanos, rank, () -> fire(callback));
                }
            };
        }

        private void fire(Runnable callback) {
            if (!left) {
                callback.run();
            }
        }

        @Override
        public void leave() {
            left = true;
            if (alarm != null) {
                alarm.cancel();
            }
        }
    }
}
