package dev.parley.agent.mcp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The lines of a stream, none of them longer than the bound. */
final class BoundedLines implements AutoCloseable {
    static final int LINE_BYTES_MAX = 8 << 20;
    private static final int READ_BYTES = 64 << 10;

    private final InputStream in;
    private final byte[] read = new byte[READ_BYTES];
    private int at;
    private int end;

    BoundedLines(InputStream in) {
        this.in = in;
    }

    /** The next line without its end, or null at the end of the stream. */
    byte @Nullable [] next() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        while (at < end || fill()) {
            int stop = at;
            while (stop < end && read[stop] != '\n') {
                stop++;
            }
            line.write(read, at, stop - at);
            if (line.size() > LINE_BYTES_MAX) {
                throw new IOException("it sent a line longer than " + LINE_BYTES_MAX + " bytes");
            }
            boolean isWhole = stop < end;
            at = isWhole ? stop + 1 : end;
            if (isWhole) {
                return line.toByteArray();
            }
        }
        return line.size() == 0 ? null : line.toByteArray();
    }

    private boolean fill() throws IOException {
        end = in.read(read);
        at = 0;
        return end > 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
