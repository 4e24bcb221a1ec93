package dev.parley.pipeline.loop;

/** What a conversation does when it is its turn: take in what came, run to the end, give up the thread. */
@FunctionalInterface
public interface LoopTask {
    void run(long nowNanos);

    /** Whose task it is, for whoever is told that it takes too long. */
    default String name() {
        return "";
    }
}
