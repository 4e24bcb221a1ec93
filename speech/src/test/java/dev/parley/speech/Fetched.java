package dev.parley.speech;

import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import dev.parley.speech.models.ModelStore;
import dev.parley.speech.models.ModelStore.NotFetched;
import dev.parley.speech.models.Registry;
import dev.parley.speech.models.SpeechModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What was fetched on this machine; where it was not, there is nothing to test. {@code verify --long} fetches what is absent into a
 * folder of its own, and fails where it cannot.
 */
public final class Fetched {
    private static final Path OWN = Path.of("target", "models").toAbsolutePath();

    private Fetched() {}

    /** Makes something of a fetched model. */
    public interface Maker<T> {
        T of(Path folder) throws IOException;
    }

    /** One of it, or none. */
    public static <T> Stream<T> made(SpeechModel model, Maker<T> maker) {
        return folder(model).stream().map(folder -> {
            try {
                return maker.of(folder);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static Optional<Path> folder(SpeechModel model) {
        Optional<Path> ofUser = ModelStore.ofUser(System.getenv()).verified(model);
        return ofUser.isPresent() || !Boolean.getBoolean("parley.long") ? ofUser : Optional.of(fetched(model));
    }

    /** Tests run in several processes, one of which fetches. */
    private static synchronized Path fetched(SpeechModel model) {
        ModelStore store = new ModelStore(OWN, Registry::client);
        try {
            Files.createDirectories(OWN);
            try (FileChannel lock = FileChannel.open(OWN.resolve("lock"), CREATE, WRITE);
                    FileLock _ = lock.lock()) {
                if (store.verified(model).isEmpty()) {
                    store.get(model, _ -> {});
                }
            }
            return store.verified(model).orElseThrow();
        } catch (NotFetched e) {
            throw new IllegalStateException(e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
