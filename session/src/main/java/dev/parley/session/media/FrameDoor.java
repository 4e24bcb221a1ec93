package dev.parley.session.media;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The door for a person's voice: a ring of frames with one writer, the transport, and one reader, the seat. The writer copies
 * its samples into a frame that lies ready, the reader takes that frame and leaves an empty one. Neither waits for the other.
 */
public final class FrameDoor {
    private static final int SLOTS = 16;
    private static final VarHandle WRITTEN = counter("written");
    private static final VarHandle READ = counter("read");

    private final Runnable wake;
    private volatile @Nullable Frame @Nullable [] slots;
    private volatile long written;
    private volatile long read;
    private volatile boolean closed;

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
        long at = written;
        if (closed || at - read >= SLOTS) {
            return false;
        }
        @Nullable Frame[] ring = slots;
        if (ring == null) {
            ring = new @Nullable Frame[SLOTS];
            slots = ring;
        }
        int slot = (int) (at % SLOTS);
        Frame frame = ring[slot];
        if (frame == null) {
            frame = new Frame();
            ring[slot] = frame;
        }
        System.arraycopy(samples, offset, frame.pcm, 0, Frame.BYTES);
        frame.sequence = sequence;
        frame.arrivalNanos = nowNanos;
        WRITTEN.setRelease(this, at + 1);
        wake.run();
        return true;
    }

    /** In the seat: the next frame, for an empty one of the pool; null when there is none. */
    @Nullable
    Frame take(FramePool pool) {
        long at = read;
        if (at == written || slots == null) {
            return null;
        }
        int slot = (int) (at % SLOTS);
        Frame frame = slots[slot];
        slots[slot] = pool.take();
        READ.setRelease(this, at + 1);
        return frame;
    }

    public boolean isEmpty() {
        return read == written;
    }

    /** Whether nobody listens any more. */
    public boolean isClosed() {
        return closed;
    }

    /** Takes nothing more. */
    public void close() {
        closed = true;
    }
}
