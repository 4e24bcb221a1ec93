package dev.parley.speech.sphinx;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** How words are pronounced, after the dictionary of Carnegie Mellon University. */
final class Lexicon {
    private static final String DICTIONARY = "/edu/cmu/sphinx/models/en-us/cmudict-en-us.dict";

    private final Map<String, List<int[]>> words = new HashMap<>();

    /**
     * Reads these words.
     *
     * @param guess how a word that is not in the dictionary may be pronounced, as names of phones; empty for not at all
     */
    Lexicon(AcousticModel model, Set<String> wanted, Function<String, List<String>> guess) {
        InputStream open = Lexicon.class.getResourceAsStream(DICTIONARY);
        if (open == null) {
            throw new IllegalStateException("the dictionary is missing");
        }
        try (BufferedReader in = new BufferedReader(new InputStreamReader(open, StandardCharsets.UTF_8), 1 << 16)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                int space = line.indexOf(' ');
                int variant = line.indexOf('(');
                String word = line.substring(0, variant > 0 && variant < space ? variant : space);
                if (wanted.contains(word)) {
                    List<String> phones =
                            List.of(line.substring(space + 1).strip().split(" "));
                    words.computeIfAbsent(word, _ -> new ArrayList<>()).add(numbered(model, phones));
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("the dictionary cannot be read", e);
        }
        for (String word : wanted) {
            List<String> guessed = words.containsKey(word) ? List.of() : guess.apply(word);
            if (!guessed.isEmpty()) {
                words.put(word, List.of(numbered(model, guessed)));
            }
        }
    }

    private static int[] numbered(AcousticModel model, List<String> phones) {
        return phones.stream().mapToInt(model::phone).toArray();
    }

    /** The ways in which a word is said, in whatever case; none for one that nobody knows. */
    List<int[]> pronunciations(String word) {
        return words.getOrDefault(word.toLowerCase(Locale.ROOT), List.of());
    }
}
