package dev.parley.bench.runelog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;

/**
 * The limit the log is held against: bytes copied into one of two buffers, a thread that writes and syncs the other to
 * one file that was filled with zeros beforehand. No ids, no checksums, no chain, no index.
 */
final class PlainCommit implements AutoCloseable {
    private static final int BUFFER_BYTES = 8 << 20;

    private final FileChannel channel;
    private final Thread loop = Thread.ofPlatform().daemon(true).unstarted(this::run);
    private ByteBuffer active = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private ByteBuffer spare = ByteBuffer.allocateDirect(BUFFER_BYTES);
    private CompletableFuture<Void> ticket = new CompletableFuture<>();
    private boolean isClosed;
    private long position;

    PlainCommit(Path file, long preallocated) throws IOException {
        channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        ByteBuffer zeros = ByteBuffer.allocateDirect(1 << 20);
        for (long at = 0; at < preallocated; at += zeros.capacity()) {
            channel.write(zeros.rewind(), at);
        }
        channel.force(true);
        loop.start();
    }

    synchronized CompletableFuture<Void> append(byte[] message) throws InterruptedException {
        while (active.remaining() < message.length) {
            wait();
        }
        boolean wasEmpty = active.position() == 0;
        active.put(message);
        if (wasEmpty) {
            notifyAll();
        }
        return ticket;
    }

    private void run() {
        try {
            while (commitNext()) {
                Thread.onSpinWait();
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean commitNext() throws IOException, InterruptedException {
        ByteBuffer full;
        CompletableFuture<Void> done;
        synchronized (this) {
            while (active.position() == 0 && !isClosed) {
                wait();
            }
            if (active.position() == 0) {
                return false;
            }
            full = active;
            done = ticket;
            active = spare.clear();
            ticket = new CompletableFuture<>();
            notifyAll();
        }
        full.flip();
        while (full.hasRemaining()) {
            position += channel.write(full, position);
        }
        channel.force(false);
        spare = full;
        done.complete(null);
        return true;
    }

    @Override
    public void close() throws IOException {
        synchronized (this) {
            isClosed = true;
            notifyAll();
        }
        try {
            loop.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        channel.close();
    }
}
