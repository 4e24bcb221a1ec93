package dev.parley.pipeline.loop;

/** Hears what goes wrong on a carrier. Called there, so it returns at once. */
public interface LoopListener {
    /** Hears nothing. */
    LoopListener NONE = new LoopListener() {};

    /** A task threw this and has lost its seat. */
    default void failed(LoopSeat seat, Throwable fault) {}

    /** A task of the conversation of this name computed for more than 20 ms. */
    default void wasSlow(String task, long nanos, long cpuNanos) {}
}
