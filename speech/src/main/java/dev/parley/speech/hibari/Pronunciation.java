package dev.parley.speech.hibari;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import dev.parley.speech.onnx.Network;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/** How words sound, in the letters that the voice knows: from two lexicons, by endings, and by a network for words that nobody knows. */
final class Pronunciation {
    private static final String DEFAULT = "DEFAULT";
    private static final String VOWELS = "AIOQWYaiu\u00e6\u0251\u0252\u0254\u0259\u025b\u025c\u026a\u028a\u028c\u1d7b";
    private static final String HISSING = "sz\u0283\u0292\u02a7\u02a4";
    private static final String VOICELESS = "ptkf\u03b8";
    private static final String VOICELESS_BEFORE_D = "pkf\u03b8\u0283s\u02a7";
    private static final int LETTERS_MAX = 24;

    private final Map<String, String> known = new HashMap<>();
    private final List<String> lettersIn = new ArrayList<>();
    private final List<String> lettersOut = new ArrayList<>();
    private final Network unknown;

    /** Words that sound otherwise where they are not stressed; "the" and "to" depend on what follows. */
    private static final Map<String, String> LIGHT =
            Map.of("a", "\u0250", "an", "\u0250n", "in", "\u026an", "i", "\u02ccI", "am", "\u0250m");

    Pronunciation(Path folder) throws IOException {
        read(folder.resolve("more-words.json.gz"));
        read(folder.resolve("words.json.gz"));
        unknown = new Network(folder.resolve("unknown-words.onnx"));
        readLetters(folder.resolve("unknown-words.json"));
    }

    private void read(Path file) throws IOException {
        try (InputStream in = new GZIPInputStream(Files.newInputStream(file));
                JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), in)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                String word = json.currentName();
                String sound = json.nextToken() == JsonToken.START_OBJECT ? usual(json) : json.getString();
                if (sound != null) {
                    known.put(word, sound);
                }
            }
        } catch (JacksonException e) {
            throw new IOException(file.getFileName() + " is no lexicon", e);
        }
    }

    /** A word that is said in several ways is said in the usual one. */
    private static @Nullable String usual(JsonParser json) {
        String usual = null;
        while (json.nextToken() == JsonToken.PROPERTY_NAME) {
            boolean wanted = json.currentName().equals(DEFAULT);
            json.nextToken();
            usual = wanted ? json.getString() : usual;
        }
        return usual;
    }

    private void readLetters(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file);
                JsonParser json = new JsonFactory().createParser(ObjectReadContext.empty(), in)) {
            json.nextToken();
            while (json.nextToken() == JsonToken.PROPERTY_NAME) {
                List<String> letters = json.currentName().equals("in") ? lettersIn : lettersOut;
                if (json.nextToken() == JsonToken.START_ARRAY) {
                    while (json.nextToken() != JsonToken.END_ARRAY) {
                        letters.add(json.getString());
                    }
                }
            }
        } catch (JacksonException e) {
            throw new IOException(file.getFileName() + " holds no letters", e);
        }
    }

    /** The sounds of every word. */
    List<String> of(List<String> words) {
        List<String> sounds = new ArrayList<>();
        String next = "";
        for (int i = words.size() - 1; i >= 0; i--) {
            String word = words.get(i).toLowerCase(Locale.ROOT);
            String after = i + 1 < words.size() ? words.get(i + 1) : "";
            String before = i > 0 ? words.get(i - 1) : "";
            next = of(word, before, after, next);
            sounds.addFirst(next.replace('\u027e', 'T').replace('\u0294', 't'));
        }
        return sounds;
    }

    private String of(String word, String before, String after, String nextSound) {
        boolean vowelNext = nextSound
                        .chars()
                        .filter(each -> each != '\u02c8' && each != '\u02cc')
                        .limit(1)
                        .filter(each -> VOWELS.indexOf(each) >= 0)
                        .count()
                > 0;
        if (word.length() == 1 && (after.length() == 1 || before.length() == 1) && !after.equals("i")) {
            return known.getOrDefault(word.toUpperCase(Locale.ROOT), "");
        }
        if (word.equals("the")) {
            return vowelNext ? "\u00f0i" : "\u00f0\u0259";
        }
        if (word.equals("to") && !after.isEmpty()) {
            return vowelNext ? "t\u028a" : "t\u0259";
        }
        String light = after.isEmpty() ? null : LIGHT.get(word);
        return light == null ? whole(word) : light;
    }

    private String whole(String word) {
        String sound = looked(word);
        if (sound == null) {
            sound = withEnding(word);
        }
        return sound == null ? guessed(word) : sound;
    }

    private @Nullable String looked(String word) {
        String sound = known.get(word);
        if (sound == null && word.length() > 1) {
            sound = known.get(word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
        }
        return sound == null && word.length() == 1 ? known.get(word.toUpperCase(Locale.ROOT)) : sound;
    }

    private @Nullable String withEnding(String word) {
        String stem = stem(word, "'s", "s");
        if (stem != null) {
            String sound = stem.isEmpty() ? "" : stem;
            char last = sound.isEmpty() ? 'x' : sound.charAt(sound.length() - 1);
            return sound + (HISSING.indexOf(last) >= 0 ? "\u1d7bz" : VOICELESS.indexOf(last) >= 0 ? "s" : "z");
        }
        stem = stem(word, "ed", "d");
        if (stem != null) {
            char last = stem.charAt(stem.length() - 1);
            boolean syllable = last == 't' || last == 'd';
            return stem + (syllable ? "\u1d7bd" : VOICELESS_BEFORE_D.indexOf(last) >= 0 ? "t" : "d");
        }
        stem = stem(word, "ing", "ing");
        String silent = stem == null && word.endsWith("ing") && word.length() > 4
                ? looked(word.substring(0, word.length() - 3) + "e")
                : stem;
        return silent == null ? null : silent + "\u026a\u014b";
    }

    private @Nullable String stem(String word, String ending, String shorter) {
        for (String each : List.of(ending, shorter)) {
            if (word.endsWith(each) && word.length() > each.length() + 1) {
                String sound = looked(word.substring(0, word.length() - each.length()));
                if (sound != null && !sound.isEmpty()) {
                    return sound;
                }
            }
        }
        return null;
    }

    /** Asks the network: it gives a sound or nothing for every place, and the same sound twice is one. */
    private String guessed(String word) {
        long[] letters = word.codePoints()
                .mapToObj(Character::toString)
                .mapToLong(letter -> lettersIn.indexOf(letter) + 1L)
                .filter(number -> number > 0)
                .limit(LETTERS_MAX)
                .toArray();
        if (letters.length == 0) {
            return "";
        }
        StringBuilder sound = new StringBuilder();
        try (OnnxTensor input = Network.tensor(letters, 1, letters.length);
                OrtSession.Result result = unknown.run(Map.of("chars", input))) {
            long[][] answers = (long[][]) result.get(0).getValue();
            long last = 0;
            for (long answer : answers[0]) {
                if (answer != last && answer != 0) {
                    sound.append(lettersOut.get((int) answer - 1));
                }
                last = answer;
            }
        } catch (OrtException e) {
            throw new IllegalStateException("unknown words cannot be read: " + e.getMessage(), e);
        }
        return sound.toString();
    }
}
