package dev.parley.pipeline.time;

import org.jspecify.annotations.Nullable;

/**
 * Puts the frames of one stream back in order at the transport's edge. A frame is released when everything before it was,
 * or when it has waited the allowed time; then what is missing is given up. Holds at most its bound of frames, and makes
 * nothing new for a frame.
 */
public final class JitterBuffer<T> {
    private static final long NEVER = Long.MAX_VALUE;

    private final int framesMax;
    private final long waitNanosMax;
    private final @Nullable Object[] held;
    private final long[] sequences;
    private final long[] arrivals;
    private int count;
    private boolean started;
    private long nextSequence;
    private long missing;

    public JitterBuffer(int framesMax, long waitMsMax) {
        if (framesMax < 1 || waitMsMax < 0) {
            throw new IllegalArgumentException("a jitter buffer holds at least one frame");
        }
        this.framesMax = framesMax;
        this.waitNanosMax = waitMsMax * 1_000_000L;
        this.held = new @Nullable Object[framesMax + 1];
        this.sequences = new long[framesMax + 1];
        this.arrivals = new long[framesMax + 1];
    }

    /** Takes a frame; false for one that was given up already or is there already. After it, {@link #poll} until null. */
    public boolean offer(long sequence, T frame, long nowNanos) {
        if (!started) {
            started = true;
            nextSequence = sequence;
        }
        if (sequence < nextSequence || count > framesMax) {
            return false;
        }
        int at = count;
        while (at > 0 && sequences[at - 1] >= sequence) {
            at--;
        }
        if (at < count && sequences[at] == sequence) {
            return false;
        }
        System.arraycopy(held, at, held, at + 1, count - at);
        System.arraycopy(sequences, at, sequences, at + 1, count - at);
        System.arraycopy(arrivals, at, arrivals, at + 1, count - at);
        held[at] = frame;
        sequences[at] = sequence;
        arrivals[at] = nowNanos;
        count++;
        return true;
    }

    /** The next frame whose time has come, or null. What was given up before it is told by {@link #takeMissing}. */
    @SuppressWarnings("unchecked")
    public @Nullable T poll(long nowNanos) {
        if (count == 0) {
            return null;
        }
        boolean waitedEnough = nowNanos - arrivals[0] >= waitNanosMax;
        if (sequences[0] != nextSequence && !waitedEnough && count <= framesMax) {
            return null;
        }
        missing += sequences[0] - nextSequence;
        nextSequence = sequences[0] + 1;
        T frame = (T) held[0];
        count--;
        System.arraycopy(held, 1, held, 0, count);
        System.arraycopy(sequences, 1, sequences, 0, count);
        System.arraycopy(arrivals, 1, arrivals, 0, count);
        held[count] = null;
        return frame;
    }

    /** How many frames before the one released last never came, or came too late to wait for. */
    public long takeMissing() {
        long told = missing;
        missing = 0;
        return told;
    }

    /** When to look again though nothing comes; the largest number while nothing waits. */
    public long nextNanos() {
        return count == 0 ? NEVER : arrivals[0] + waitNanosMax;
    }

    public int size() {
        return count;
    }
}
