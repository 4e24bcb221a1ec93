package dev.parley.runelog;

import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.journal.ConversationLog;
import dev.parley.runelog.journal.FrameCursor;
import dev.parley.runelog.journal.FrameReader;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * Finds the frames of one conversation, one event after another. Usually a frame is right behind the one before it; else
 * the index knows where it is. Frames that follow each other may be examined some at a time, in one loop.
 */
final class FrameWalk implements AutoCloseable {
    /** How many frames are examined ahead. */
    static final int AHEAD_RUNES = 32;

    private static final int SPAN_RUNES = 1024;

    private final ConversationLog log;
    private final byte[] identity;
    private final FrameReader frames;
    private final int[] ahead = new int[AHEAD_RUNES];
    private int aheadAt;
    private int aheadCount;
    private boolean isOnFrame;
    private ConversationLog.@Nullable Span span;

    FrameWalk(Disk disk, ConversationLog log) {
        this.log = log;
        this.identity = log.identityPrefix();
        this.frames = new FrameReader(disk);
    }

    /** The frame that was found last. */
    FrameCursor frame() {
        return frames.frame();
    }

    /** Goes to the sound frame of this event, if there is one. */
    boolean goTo(long eventId) throws IOException {
        dropAhead();
        if (isOnFrame && frames.examineNext() && frame().isOf(identity, eventId)) {
            return true;
        }
        isOnFrame = isIndexed(eventId);
        return isOnFrame;
    }

    /** The same, but where it fails it looks once more: a compaction may have moved the frame meanwhile. */
    boolean goToMoved(long eventId) throws IOException {
        if (goTo(eventId)) {
            return true;
        }
        frames.close();
        span = null;
        isOnFrame = false;
        return goTo(eventId);
    }

    private boolean isIndexed(long eventId) throws IOException {
        ConversationLog.Span known = span;
        if (known == null || !known.holds(eventId)) {
            known = log.span(eventId, SPAN_RUNES);
            span = known;
        }
        return known != null
                && frames.examine(known.file(), known.offsetOf(eventId)) == FrameCursor.Found.SOUND
                && frame().isOf(identity, eventId);
    }

    /** Steps to the next frame of those that were examined ahead, if one is left. */
    boolean step() {
        if (aheadAt == aheadCount) {
            return false;
        }
        frame().stand(ahead[aheadAt++]);
        return true;
    }

    /** Examines the frames right behind this one, from this event on, as far as they are sound, and steps to the first. */
    boolean stepInto(long eventId, long most) {
        aheadAt = 0;
        aheadCount = isOnFrame ? frames.examineRun(identity, eventId, ahead, (int) Math.min(most, AHEAD_RUNES)) : 0;
        return step();
    }

    /** What was examined ahead and not stepped to is looked up again. */
    private void dropAhead() {
        isOnFrame &= aheadAt == aheadCount;
        aheadAt = aheadCount;
    }

    /** Everything was read; somebody may wait here for long. */
    void rest() {
        dropAhead();
        isOnFrame = false;
        frames.rest();
    }

    /** The next event does not follow the last one. */
    void leap() {
        span = null;
    }

    @Override
    public void close() throws IOException {
        frames.close();
    }
}
