package dev.parley.transport.socket;

import dev.parley.session.media.Frame;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Counts the speech that goes to one client: what waits, and what was written. A flush begins another stretch; whatever is
 * of an earlier one is neither written nor counted any more. Lock-free, because the conversation's own thread asks.
 */
public final class SoundMeter {
    /** More speech than this never waits for a client: it would be heard too late, and after a cut. */
    static final long WAITING_MS_MAX = 200;

    /**
     * How far ahead of its pace speech is sent. A little less than the 200 ms that may be, because a client counts from the
     * moment in which the first frame reached it.
     */
    public static final long AHEAD_MS = 160;

    private final AtomicLong waitingMs = new AtomicLong();
    private final AtomicReference<Counts> counts = new AtomicReference<>(new Counts(0, 0, 0));

    /** The present stretch, and how much was ever begun to be written, and written. */
    private record Counts(long stretch, long begunMs, long writtenMs) {}

    /** Room for some speech of one stretch. */
    public final class Room {
        private final long stretch;
        private final long ms;

        private Room(long stretch, long ms) {
            this.stretch = stretch;
            this.ms = ms;
        }

        /** Nothing is sent, and nothing counts as heard. */
        public void giveBack() {
            waitingMs.addAndGet(-ms);
        }
    }

    /** Room for a frame, or null while too much waits. Only one thread speaks at a time. */
    @Nullable
    Room room() {
        if (waitingMs.get() + Frame.MS > WAITING_MS_MAX) {
            return null;
        }
        waitingMs.addAndGet(Frame.MS);
        return new Room(now().stretch, Frame.MS);
    }

    /** A place behind the present stretch that holds no speech. */
    Room end() {
        return new Room(now().stretch, 0);
    }

    void flush() {
        counts.updateAndGet(now -> new Counts(now.stretch + 1, now.begunMs, now.writtenMs));
    }

    /** The writer takes this up; false where it was flushed and is not written. */
    boolean begins(Room room) {
        counts.updateAndGet(now ->
                now.stretch == room.stretch ? new Counts(now.stretch, now.begunMs + room.ms, now.writtenMs) : now);
        return now().stretch == room.stretch;
    }

    /** The writer has done with it. What was flushed meanwhile is not known to have been heard. */
    void written(Room room) {
        room.giveBack();
        counts.updateAndGet(now ->
                now.stretch == room.stretch ? new Counts(now.stretch, now.begunMs, now.writtenMs + room.ms) : now);
    }

    private Counts now() {
        return Objects.requireNonNull(counts.get());
    }

    long writtenMs() {
        return now().writtenMs;
    }

    long begunMs() {
        return now().begunMs;
    }
}
