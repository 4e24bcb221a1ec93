package dev.parley.agent.sandbox;

import dev.parley.agent.tool.SandboxViolation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.SeekableByteChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Opens on a thread of its own: a plain file opens at once, and what makes us wait is none. */
final class PatientOpening {
    private static final long PATIENCE_MS = 2_000;

    private PatientOpening() {}

    @FunctionalInterface
    interface Opening {
        SeekableByteChannel open() throws IOException, SandboxViolation;
    }

    static SeekableByteChannel of(Opening opening) throws IOException, SandboxViolation {
        CompletableFuture<SeekableByteChannel> opened = new CompletableFuture<>();
        Thread.ofPlatform().daemon().name("opening").start(() -> {
            try {
                SeekableByteChannel channel = opening.open();
                if (!opened.complete(channel)) {
                    channel.close();
                }
            } catch (IOException | SandboxViolation failure) {
                opened.completeExceptionally(failure);
            }
        });
        try {
            return opened.get(PATIENCE_MS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException tooLong) {
            throw givenUp(opened, "the path is not a plain file");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw givenUp(opened, "stopped while opening");
        } catch (ExecutionException failed) {
            throw thrown(failed.getCause());
        }
    }

    /** What opens after all is closed by the thread that opened it. */
    private static SandboxViolation givenUp(CompletableFuture<SeekableByteChannel> opened, String reason)
            throws IOException {
        SandboxViolation violation = new SandboxViolation(reason);
        if (!opened.completeExceptionally(violation) && !opened.isCompletedExceptionally()) {
            opened.join().close();
        }
        return violation;
    }

    private static SandboxViolation thrown(@Nullable Throwable cause) throws IOException {
        return switch (cause) {
            case SandboxViolation violation -> violation;
            case IOException failure -> throw failure;
            case null, default -> throw new UncheckedIOException(new IOException(cause));
        };
    }
}
