package dev.parley.speech;

import dev.parley.speech.models.ModelStore;
import dev.parley.speech.models.SpeechModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What was fetched on this machine; where it was not, there is nothing to test. */
public final class Fetched {
    private Fetched() {}

    /** Makes something of a fetched model. */
    public interface Maker<T> {
        T of(Path folder) throws IOException;
    }

    /** One of it, or none. */
    public static <T> Stream<T> made(SpeechModel model, Maker<T> maker) {
        return ModelStore.ofUser(System.getenv()).verified(model).stream().map(folder -> {
            try {
                return maker.of(folder);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }
}
