package dev.parley.bench;

/** A conversation that gets frames from the network and sends frames of its own. */
interface FrameSession {
    /** On the network's thread: a frame came in. */
    void receive(long nowNanos);

    /** It is over. */
    void hangUp();
}
