package dev.parley.app.talk;

import dev.langchain4j.model.embedding.onnx.allminilml6v2q.AllMiniLmL6V2QuantizedEmbeddingModel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What a sentence means, as a vector: sentences that mean much the same are near to each other. The model takes a second to
 * load, so it is loaded by a thread of its own, once in a process, and not before a sentence needs it: a process that ends while it is being
 * loaded would end in a fault of the native library.
 */
final class Meaning {
    private static final Executor LOADER =
            task -> Thread.ofPlatform().name("parley-meaning").daemon().start(task);

    private static @Nullable CompletableFuture<AllMiniLmL6V2QuantizedEmbeddingModel> model;

    private Meaning() {}

    /** Begins to load the model, if nobody has. */
    private static synchronized CompletableFuture<AllMiniLmL6V2QuantizedEmbeddingModel> load() {
        CompletableFuture<AllMiniLmL6V2QuantizedEmbeddingModel> loading = model;
        if (loading == null) {
            loading = CompletableFuture.supplyAsync(AllMiniLmL6V2QuantizedEmbeddingModel::new, LOADER);
            model = loading;
        }
        return loading;
    }

    /** The meaning of a sentence, of length one. Waits for the model. */
    static float[] of(String sentence) {
        float[] vector = load().join().embed(sentence).content().vector();
        double sum = 0;
        for (float each : vector) {
            sum += each * each;
        }
        float length = (float) Math.sqrt(sum);
        float[] unit = new float[vector.length];
        for (int i = 0; i < vector.length; i++) {
            unit[i] = vector[i] / length;
        }
        return unit;
    }
}
