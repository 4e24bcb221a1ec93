package dev.parley.runelog.journal;

import dev.parley.runelog.disk.Disk;
import dev.parley.runelog.fault.LogFault;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Reads single frames by their place, through a window that serves neighbours without another read. The window is small for
 * somebody who waits at the end for the next frame, as every live reader does, and grows for somebody who reads on and on.
 */
public final class FrameReader implements AutoCloseable {
    private static final int WINDOW_MIN = 8 << 10;
    private static final int WINDOW_MAX = 256 << 10;
    private static final byte[] NO_BYTES = {};

    private final Disk disk;
    private @Nullable JournalFile file;
    private @Nullable FrameCursor cursor;
    private byte[] window = NO_BYTES;
    private int filled;
    private long base;

    public FrameReader(Disk disk) {
        this.disk = disk;
    }

    /** Looks at the frame at this place; the cursor then stands on it. */
    public FrameCursor.Found examine(long fileNumber, long offset) throws IOException {
        FrameCursor frames = inFile(fileNumber);
        int index = (int) (offset - base);
        boolean isInside = offset >= base && index < filled;
        if (isInside) {
            frames.over(window, filled, base);
            FrameCursor.Found found = frames.examine(index);
            if (found == FrameCursor.Found.SOUND) {
                return found;
            }
        }
        fill(offset, windowAt(offset));
        frames.over(window, filled, base);
        FrameCursor.Found found = frames.examine(0);
        if (found == FrameCursor.Found.BAD_BODY && frames.frameLength() > filled) {
            fill(offset, frames.frameLength());
            frames.over(window, filled, base);
            found = frames.examine(0);
        }
        return found;
    }

    /** Looks at the frame behind the one last examined; false where it is not a sound one. */
    public boolean examineNext() throws IOException {
        FrameCursor frames = cursor;
        if (frames == null || filled == 0) {
            return false;
        }
        int index = frames.end();
        if (frames.examine(index) == FrameCursor.Found.SOUND) {
            return true;
        }
        fill(base + index, windowAt(base + index));
        frames.over(window, filled, base);
        return frames.examine(0) == FrameCursor.Found.SOUND;
    }

    /**
     * Looks at the frames behind the one last examined for as long as they are sound, stand in the window, and are the
     * events of this conversation from this one on. Their places are entered; {@link FrameCursor#stand} goes to them, and
     * until then the cursor stays where it was.
     */
    public int examineRun(byte[] identityPrefix, long eventId, int[] places, int most) {
        FrameCursor frames = cursor;
        int count = 0;
        if (frames != null && filled > 0) {
            int standing = frames.index();
            int index = frames.end();
            while (count < most
                    && index < filled
                    && frames.examine(index) == FrameCursor.Found.SOUND
                    && frames.isOf(identityPrefix, eventId + count)) {
                places[count++] = index;
                index = frames.end();
            }
            frames.stand(standing);
        }
        return count;
    }

    /** The frame last examined. */
    public FrameCursor frame() {
        FrameCursor frames = cursor;
        if (frames == null) {
            throw new IllegalStateException("No frame was examined yet.");
        }
        return frames;
    }

    private FrameCursor inFile(long number) throws IOException {
        JournalFile open = file;
        FrameCursor frames = cursor;
        if (open != null && frames != null && open.number() == number) {
            return frames;
        }
        close();
        open = JournalFile.open(disk, number, false);
        if (open == null) {
            throw new LogFault("Journal file " + JournalFile.nameOf(number) + " has no readable header.");
        }
        frames = new FrameCursor(open.salt());
        file = open;
        cursor = frames;
        return frames;
    }

    /**
     * Nothing more is there to read for now. A large window is given up: who waits here for long reads little when it goes on,
     * and what others write meanwhile would look like reading on and on.
     */
    public void rest() {
        filled = 0;
        if (window.length > WINDOW_MIN) {
            window = NO_BYTES;
            if (cursor != null) {
                cursor.over(window, 0, 0);
            }
        }
    }

    /** What was not there when the window was filled is near its beginning; where the window ends, more is wanted. */
    private int windowAt(long offset) {
        long left = base + filled - offset;
        boolean readsOn = filled > 0 && left >= -filled && left < filled / 4;
        return readsOn ? Math.min(WINDOW_MAX, 2 * filled) : WINDOW_MIN;
    }

    private void fill(long offset, int size) throws IOException {
        JournalFile open = file;
        if (open == null) {
            throw new IllegalStateException("No file is open.");
        }
        if (window.length < size) {
            window = new byte[size];
        }
        base = offset;
        filled = open.file().read(ByteBuffer.wrap(window), offset);
    }

    @Override
    public void close() throws IOException {
        JournalFile open = file;
        file = null;
        cursor = null;
        filled = 0;
        if (open != null) {
            open.close();
        }
    }
}
