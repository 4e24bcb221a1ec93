package dev.parley.session.media;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The door for a person's voice: a ring of frames with one writer, the transport, and one reader, the seat. The writer copies
 * its samples into an empty frame that the reader gave back by a second ring. The reader never waits; a writer may wait for room,
 * and the reader wakes it.
 */
public final class FrameDoor {
    static final int SLOTS = 16;
    private static final VarHandle WRITTEN = counter("written");
    private static final VarHandle READ = counter("read");
    private static final VarHandle GIVEN_BACK = counter("givenBack");
    private static final VarHandle REUSED = counter("reused");
    private static final int EMPTY_MAX = 2;

    private final Runnable wake;
    private volatile @Nullable Frame @Nullable [] slots;
    private volatile long written;
    private volatile long read;
    private final @Nullable Frame[] empty = new @Nullable Frame[EMPTY_MAX];
    private volatile long givenBack;
    private volatile long reused;
    private volatile boolean closed;
    private volatile @Nullable Thread held;

    public FrameDoor(Runnable wake) {
        this.wake = wake;
    }

    private static VarHandle counter(String name) {
        try {
            return MethodHandles.lookup().findVarHandle(FrameDoor.class, name, long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /**
     * From one thread at a time: 20 ms of 16-bit mono samples at 16 kHz, least significant byte first. False when there is no
     * room; then the writer holds its own source back, or loses the frame.
     *
     * @param sequence counts frames from any start; what is missing or out of order is found by it
     */
    public boolean offer(long sequence, byte[] samples, int offset, long nowNanos) {
        return offer(sequence, samples, offset, Frame.Voiced.DETECTED, nowNanos);
    }

    /** The same with a frame of which the far end may say that it is a voice. */
    public boolean offer(long sequence, byte[] samples, int offset, Frame.Voiced voiced, long nowNanos) {
        long at = written;
        if (closed || at - read >= SLOTS) {
            return false;
        }
        @Nullable Frame[] ring = slots;
        if (ring == null) {
            ring = new @Nullable Frame[SLOTS];
            slots = ring;
        }
        Frame frame = emptyFrame();
        ring[(int) (at % SLOTS)] = frame;
        System.arraycopy(samples, offset, frame.pcm, 0, Frame.BYTES);
        frame.sequence = sequence;
        frame.arrivalNanos = nowNanos;
        frame.voiced = voiced;
        WRITTEN.setRelease(this, at + 1);
        wake.run();
        return true;
    }

    private Frame emptyFrame() {
        long at = reused;
        Frame frame = at == givenBack ? null : empty[(int) (at % EMPTY_MAX)];
        if (frame == null) {
            return new Frame();
        }
        REUSED.setRelease(this, at + 1);
        return frame;
    }

    /** In the seat: the next frame, for an empty one of the pool; null when there is none. */
    @Nullable
    Frame take(FramePool pool) {
        long at = read;
        @Nullable Frame[] ring = slots;
        if (at == written || ring == null) {
            return null;
        }
        int slot = (int) (at % SLOTS);
        Frame frame = ring[slot];
        ring[slot] = null;
        READ.setRelease(this, at + 1);
        giveBack(pool);
        return frame;
    }

    private void giveBack(FramePool pool) {
        long at = givenBack;
        Frame frame = at - reused < EMPTY_MAX ? pool.poll() : null;
        if (frame != null) {
            empty[(int) (at % EMPTY_MAX)] = frame;
            GIVEN_BACK.setRelease(this, at + 1);
        }
    }

    /**
     * For the writer: waits until there is room or nobody listens any more, but not longer than this; an interruption ends it as
     * well. It may come back though nothing has changed.
     */
    public void awaitRoom(long nanosMax) {
        held = Thread.currentThread();
        if (!closed && written - read >= SLOTS) {
            LockSupport.parkNanos(this, nanosMax);
        }
        held = null;
    }

    /** In the seat, when frames were taken: a writer that waits for room goes on. */
    void tellRoom() {
        // What was taken is seen by a writer that begins to wait now, or the writer is seen here.
        VarHandle.fullFence();
        LockSupport.unpark(held);
    }

    public boolean isEmpty() {
        return read == written;
    }

    /** Whether nobody listens any more. */
    public boolean isClosed() {
        return closed;
    }

    /** Takes nothing more. Nobody waits for it any longer. */
    public void close() {
        closed = true;
        LockSupport.unpark(held);
    }
}
