package dev.parley.agent.packet;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Cuts a stream into lines without copying them. A line that is longer than the limit is reported as such and skipped, so
 * that memory stays bounded whatever comes in.
 */
public final class LineReader {
    private static final int FIRST_BYTES = 1 << 17;

    private final InputStream in;
    private final int lineBytesMax;
    private byte[] buffer = new byte[FIRST_BYTES];
    private int start;
    private int length;
    private int scanned;
    private int end;
    private boolean overlong;
    private boolean exhausted;

    public LineReader(InputStream in, int lineBytesMax) {
        this.in = in;
        this.lineBytesMax = lineBytesMax;
    }

    /** Moves to the next line, without its line feed; false at the end. A last line needs no line feed. */
    public boolean next() throws IOException {
        overlong = false;
        int from = scanned;
        while (true) {
            int feed = indexOfFeed();
            if (feed >= 0) {
                take(from, feed);
                scanned = feed + 1;
                return true;
            }
            if (exhausted) {
                take(from, end);
                scanned = end;
                return overlong || length > 0;
            }
            if (end - from > lineBytesMax) {
                overlong = true;
                end = from;
            }
            from = fill(from);
        }
    }

    private void take(int from, int to) {
        start = from;
        length = to - from;
        overlong |= length > lineBytesMax;
    }

    private int indexOfFeed() {
        for (int i = scanned; i < end; i++) {
            if (buffer[i] == '\n') {
                return i;
            }
        }
        scanned = end;
        return -1;
    }

    /** Reads more behind what is kept from {@code from} on, and says where that stands now. */
    private int fill(int from) throws IOException {
        int kept = end - from;
        if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, kept);
        }
        if (kept == buffer.length) {
            buffer = Arrays.copyOf(buffer, buffer.length * 2);
        }
        end = kept;
        scanned = kept;
        int read = in.read(buffer, end, buffer.length - end);
        if (read < 0) {
            exhausted = true;
        } else {
            end += read;
        }
        return 0;
    }

    /** Whether the next line may have to be waited for; answers should be flushed before. */
    public boolean wouldWait() throws IOException {
        return scanned >= end && in.available() == 0;
    }

    public byte[] buffer() {
        return buffer;
    }

    public int start() {
        return start;
    }

    public int length() {
        return length;
    }

    /** Whether this line was longer than the limit; its bytes are gone then. */
    public boolean overlong() {
        return overlong;
    }
}
