package dev.parley.sim;

import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.port.Timers;
import dev.parley.session.ConversationLoop;

/**
 * A clock that goes on a little whenever somebody looks at it, as the clock of a machine does. Virtual time stands still while
 * something happens, so that two looks at it always agree; here they never do.
 */
final class MovingTime implements TimeSource, Timers {
    private static final long NANOS_PER_MILLI = 1_000_000;
    /** Most looks are a few microseconds apart; one in so many waits for the machine. */
    private static final int ONE_IN = 12;

    private final TimeSource time;
    private final Timers timers;
    private final RandomSource random;
    private long passedNanos;

    private MovingTime(TimeSource time, Timers timers, RandomSource random) {
        this.time = time;
        this.timers = timers;
        this.random = random;
    }

    /** The same conversation by such a clock. */
    static ConversationLoop.Ports around(ConversationLoop.Ports ports, RandomSource random) {
        MovingTime moving = new MovingTime(ports.time(), ports.timers(), random);
        return new ConversationLoop.Ports(
                moving, moving, ports.journal(), ports.providers(), ports.tools(), ports.people());
    }

    private long passed() {
        passedNanos += random.nextInt(ONE_IN) == 0
                ? random.nextInt((int) (4 * NANOS_PER_MILLI))
                : 1 + random.nextInt((int) (NANOS_PER_MILLI / 20));
        return passedNanos;
    }

    @Override
    public long monotonicNanos() {
        return time.monotonicNanos() + passed();
    }

    @Override
    public long wallMillis() {
        return time.wallMillis() + passed() / NANOS_PER_MILLI;
    }

    @Override
    public Timer at(long monotonicNanos, int rank, Runnable callback) {
        return timers.at(monotonicNanos - passedNanos, rank, callback);
    }

    @Override
    public Timer inBackground(long monotonicNanos, int rank, Runnable callback) {
        return timers.inBackground(monotonicNanos - passedNanos, rank, callback);
    }
}
