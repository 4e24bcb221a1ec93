package dev.parley.session.media;

import org.jspecify.annotations.Nullable;

/** Frames that nobody uses at the moment. It makes a new one when it is empty and keeps only so many. */
final class FramePool {
    private static final int KEPT_MAX = 32;

    private final @Nullable Frame[] free = new @Nullable Frame[KEPT_MAX];
    private int count;

    Frame take() {
        if (count == 0) {
            return new Frame();
        }
        Frame frame = free[--count];
        free[count] = null;
        return frame == null ? new Frame() : frame;
    }

    void give(Frame frame) {
        if (count < KEPT_MAX) {
            free[count++] = frame;
        }
    }
}
