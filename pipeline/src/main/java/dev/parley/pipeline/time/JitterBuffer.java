package dev.parley.pipeline.time;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Puts the frames of one stream back in order at the transport's edge. A frame is released when everything before it was,
 * or when it has waited the allowed time; then what is missing is given up as a gap. Holds at most its bound of frames.
 */
public final class JitterBuffer<T> {
    private final int framesMax;
    private final long waitNanosMax;
    private final TreeMap<Long, Held<T>> held = new TreeMap<>();
    private boolean started;
    private long nextSequence;

    private record Held<T>(T frame, long arrivalNanos) {}

    /** What comes out: frames in order, and the gaps between them. */
    public sealed interface Released<T> {}

    public record Frame<T>(long sequence, T frame) implements Released<T> {}

    /** Frames that never came, or came too late to wait for; both ends included. */
    public record Gap<T>(long fromSequence, long toSequence) implements Released<T> {}

    public JitterBuffer(int framesMax, long waitMsMax) {
        if (framesMax < 1 || waitMsMax < 0) {
            throw new IllegalArgumentException("a jitter buffer holds at least one frame");
        }
        this.framesMax = framesMax;
        this.waitNanosMax = waitMsMax * 1_000_000L;
    }

    /** Takes a frame and answers what can be released now. A frame that was given up or is there already is ignored. */
    public List<Released<T>> offer(long sequence, T frame, long nowNanos) {
        if (!started) {
            started = true;
            nextSequence = sequence;
        }
        if (sequence >= nextSequence) {
            held.putIfAbsent(sequence, new Held<>(frame, nowNanos));
        }
        return release(nowNanos);
    }

    /** Lets time pass. */
    public List<Released<T>> release(long nowNanos) {
        List<Released<T>> released = new ArrayList<>();
        while (!held.isEmpty()) {
            Map.Entry<Long, Held<T>> first = held.firstEntry();
            boolean isNext = first.getKey() == nextSequence;
            boolean waitedEnough = nowNanos - first.getValue().arrivalNanos() >= waitNanosMax;
            if (!isNext && !waitedEnough && held.size() <= framesMax) {
                break;
            }
            if (!isNext) {
                released.add(new Gap<>(nextSequence, first.getKey() - 1));
            }
            released.add(new Frame<>(first.getKey(), first.getValue().frame()));
            nextSequence = first.getKey() + 1;
            held.pollFirstEntry();
        }
        return released;
    }

    public int size() {
        return held.size();
    }
}
