package dev.parley.pipeline.external;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A link over a pair of streams. What it reads is bounded by line, what it writes by number of lines. */
final class StreamLink implements Link {
    private final OutputStream out;
    private final InputStream in;
    private final int lineBytesMax;
    private final Listener listener;
    private final Ending ending;
    private final BlockingQueue<String> outgoing;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** How what lies behind the streams is ended, and what it said about its end. */
    interface Ending {
        void kill();

        String reason();
    }

    StreamLink(InputStream in, OutputStream out, int lineBytesMax, int linesMax, Listener listener, Ending ending) {
        this.in = new BufferedInputStream(in);
        this.out = out;
        this.lineBytesMax = lineBytesMax;
        this.listener = listener;
        this.ending = ending;
        this.outgoing = new ArrayBlockingQueue<>(linesMax);
    }

    void start() {
        Thread.ofVirtual().name("external-reader").start(this::readLoop);
        Thread.ofVirtual().name("external-writer").start(this::writeLoop);
    }

    @Override
    public boolean send(String line) {
        return !closed.get() && outgoing.offer(line);
    }

    @Override
    public void kill() {
        close("killed");
    }

    private void readLoop() {
        try {
            String line = readLine();
            while (line != null && !closed.get()) {
                listener.onLine(line);
                line = readLine();
            }
            close(ending.reason());
        } catch (IOException e) {
            close("unreadable: " + e.getMessage());
        }
    }

    private void writeLoop() {
        try {
            while (!closed.get()) {
                String line = outgoing.take();
                out.write(line.getBytes(StandardCharsets.UTF_8));
                out.write('\n');
                out.flush();
            }
        } catch (IOException e) {
            close("unwritable: " + e.getMessage());
        } catch (InterruptedException e) {
            close("interrupted");
        }
    }

    /** The next line, or null at the end; a line beyond the limit ends the link. */
    private @Nullable String readLine() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next == '\n') {
                return line.toString(StandardCharsets.UTF_8);
            }
            if (line.size() >= lineBytesMax) {
                throw new IOException("a line of more than " + lineBytesMax + " bytes");
            }
            line.write(next);
        }
        return null;
    }

    private void close(String reason) {
        if (closed.compareAndSet(false, true)) {
            ending.kill();
            outgoing.clear();
            outgoing.offer("");
            listener.onClosed(reason);
        }
    }
}
