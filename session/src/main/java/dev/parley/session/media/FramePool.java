package dev.parley.session.media;

import org.jspecify.annotations.Nullable;

/** Frames that nobody uses at the moment. It makes a new one when it is empty and keeps only so many. */
final class FramePool {
    private static final int KEPT_MAX = 8;

    private final @Nullable Frame[] free = new @Nullable Frame[KEPT_MAX];
    private int count;

    Frame take() {
        Frame frame = poll();
        return frame == null ? new Frame() : frame;
    }

    /** One that is there already, or null. */
    @Nullable
    Frame poll() {
        if (count == 0) {
            return null;
        }
        Frame frame = free[--count];
        free[count] = null;
        return frame;
    }

    void give(Frame frame) {
        if (count < KEPT_MAX) {
            free[count++] = frame;
        }
    }
}
