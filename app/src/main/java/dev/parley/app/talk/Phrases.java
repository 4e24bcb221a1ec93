package dev.parley.app.talk;

import dev.parley.pipeline.yaml.YamlDocument;
import dev.parley.pipeline.yaml.YamlMap;
import dev.parley.pipeline.yaml.YamlValue;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Example phrases and what each of them means. The vectors lie beside the phrases, one byte a dimension, because to work them out
 * at every start would take seconds; a test works them out again.
 *
 * @param all every phrase with its wish
 */
record Phrases(List<Phrase> all) {
    static final String PHRASES = "phrases.yaml";
    static final String VECTORS = "phrases.vectors";
    private static final float SCALE = 127f;
    private static final float SURE = 0.62f;
    private static final int PERCENT = 100;

    /**
     * What is wished for.
     *
     * @param says the same in words that the rules know, with the places of its values
     * @param asks the same after "Shall I"
     * @param needs what a sentence must have for it, each of them
     * @param never what it must not have; null for anything
     * @param side the side of its words that have an opposite ({@link Scope}); null if they have none
     * @param sure how near a sentence must be that has the words which it needs
     * @param question what is asked back in any case; null if it can be done
     */
    record Wish(
            String says,
            String asks,
            List<Pattern> needs,
            @Nullable Pattern never,
            @Nullable String side,
            float sure,
            @Nullable String question) {
        boolean fits(String sentence) {
            return needs.stream().allMatch(need -> need.matcher(sentence).find())
                    && (never == null || !never.matcher(sentence).find());
        }

        /** Whether the sentence rather says the opposite. */
        boolean isOpposed(String sentence) {
            return side != null && Scope.isOpposed(sentence, side);
        }

        /** Whether the house does nothing of the kind. */
        boolean isNothing() {
            return says.equals("nothing");
        }
    }

    /** One example, and its vector. */
    record Phrase(Wish wish, String text, List<Byte> vector) {
        /** How near a sentence is, from -1 to 1. */
        float near(float[] sentence) {
            float sum = 0;
            for (int i = 0; i < sentence.length; i++) {
                sum += sentence[i] * vector.get(i);
            }
            return sum / SCALE;
        }
    }

    static Phrases read() {
        Map<String, List<Byte>> vectors = new HashMap<>();
        text(VECTORS).lines().forEach(line -> {
            int end = line.lastIndexOf(' ');
            vectors.put(line.substring(0, end), bytes(line.substring(end + 1)));
        });
        List<Phrase> all = new ArrayList<>();
        texts().forEach((text, wish) ->
                all.add(new Phrase(wish, text, Objects.requireNonNull(vectors.get(text), "no vector of " + text))));
        return new Phrases(List.copyOf(all));
    }

    /** The phrases without their vectors. */
    static Map<String, Wish> texts() {
        Map<String, Wish> all = new LinkedHashMap<>();
        for (YamlValue item : YamlDocument.read(PHRASES, text(PHRASES)).items()) {
            YamlMap fields =
                    item.map().only(List.of("says", "asks", "needs", "never", "side", "sure", "question", "phrases"));
            Wish wish = new Wish(
                    fields.required("says").text(),
                    fields.required("asks").text(),
                    fields.optional("needs")
                            .map(list -> list.items().stream()
                                    .map(each -> Patterns.anyCase(each.text()))
                                    .toList())
                            .orElse(List.of()),
                    fields.optional("never")
                            .map(YamlValue::text)
                            .map(Patterns::anyCase)
                            .orElse(null),
                    fields.optional("side").map(YamlValue::text).orElse(null),
                    fields.optional("sure")
                            .map(percent -> percent.whole(0, PERCENT) / (float) PERCENT)
                            .orElse(SURE),
                    fields.optional("question").map(YamlValue::text).orElse(null));
            fields.required("phrases").items().forEach(phrase -> all.put(phrase.text(), wish));
        }
        return all;
    }

    /** A vector as it is kept. */
    static String printed(float[] vector) {
        byte[] bytes = new byte[vector.length];
        for (int i = 0; i < vector.length; i++) {
            bytes[i] = (byte) Math.round(vector[i] * SCALE);
        }
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static List<Byte> bytes(String printed) {
        List<Byte> all = new ArrayList<>();
        for (byte each : Base64.getDecoder().decode(printed)) {
            all.add(each);
        }
        return List.copyOf(all);
    }

    static String text(String name) {
        try (InputStream in = Objects.requireNonNull(Phrases.class.getResourceAsStream(name), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
