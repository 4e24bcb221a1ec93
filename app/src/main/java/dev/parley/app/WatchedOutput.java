package dev.parley.app;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** Remembers the first write that failed, which a print stream above it would keep to itself. */
final class WatchedOutput extends FilterOutputStream {
    private static final String READER_GONE = "Broken pipe";

    private volatile @Nullable IOException first;

    WatchedOutput(OutputStream out) {
        super(out);
    }

    /** Why something written was lost, or null; a reader that has seen enough and went away lost nothing. */
    @Nullable
    String lost() {
        IOException failure = first;
        if (failure == null) {
            return null;
        }
        String cause = String.valueOf(failure.getMessage());
        return cause.contains(READER_GONE) ? null : cause;
    }

    @Override
    public void write(int b) throws IOException {
        try {
            out.write(b);
        } catch (IOException e) {
            throw kept(e);
        }
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
        try {
            out.write(bytes, from, length);
        } catch (IOException e) {
            throw kept(e);
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            out.flush();
        } catch (IOException e) {
            throw kept(e);
        }
    }

    private IOException kept(IOException e) {
        if (first == null) {
            first = e;
        }
        return e;
    }
}
