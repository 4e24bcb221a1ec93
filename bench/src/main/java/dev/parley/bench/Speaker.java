package dev.parley.bench;

/** A session that speaks a frame every 20 ms until somebody interrupts it. */
interface Speaker {
    /** Begins to speak. */
    void speak();

    /** From any thread: an interruption arrived. */
    void interrupt();

    /** How long after the interruption nothing could be accepted for output any more. */
    long silentAfterNanos();

    /** How many frames were accepted for output after that, over all. */
    long framesAfterSilence();

    void hangUp();
}
