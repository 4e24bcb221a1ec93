package dev.parley.runelog.journal;

import java.util.concurrent.atomic.AtomicReferenceArray;

/** Arrays for encoding that appenders take in turns, so that an append leaves no garbage of its frames' size behind. */
final class FramePool {
    private static final int SLOTS = 16;
    private static final int KEPT_BYTES_MAX = 1 << 20;

    private final AtomicReferenceArray<SealedFrames> slots = new AtomicReferenceArray<>(SLOTS);

    /** Frames that nobody else uses until they are given back. */
    SealedFrames take(ConversationLog log) {
        SealedFrames kept = slots.getAndSet(slot(log), null);
        return kept == null ? new SealedFrames() : kept;
    }

    void give(ConversationLog log, SealedFrames frames) {
        if (frames.bytes().length <= KEPT_BYTES_MAX) {
            slots.set(slot(log), frames);
        }
    }

    private static int slot(ConversationLog log) {
        return log.name().hashCode() & SLOTS - 1;
    }
}
