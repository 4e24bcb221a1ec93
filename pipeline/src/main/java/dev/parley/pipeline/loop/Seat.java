package dev.parley.pipeline.loop;

import dev.parley.kernel.port.Timers;

/** A conversation's place: what wakes it, and the timers that fire where it runs. */
public interface Seat {
    /** From any thread: asks for a run soon. Many calls before it are one run. */
    void wake();

    /** From any thread: asks for a run now, before all others, as an interruption does. */
    void wakeNow();

    /**
     * Where the conversation runs only: asks for a run at this time at the latest. There is one alarm; setting it again
     * moves it, and a run does not take it back.
     */
    void runAt(long monotonicNanos);

    /** The timers of this conversation; to be used where it runs only. After it left none of them fires. */
    Timers timers();

    /**
     * Where the conversation runs only: whether it is to leave what else there is to do for its next run, because it has run for its
     * share of the time or an interruption of another one waits. On virtual time nobody else waits.
     */
    default boolean mustYield() {
        return false;
    }

    /** Gives the place back; the task is not run again. */
    void leave();
}
