package dev.parley.bench.speech;

import dev.parley.speech.tts.SpeakingProvider;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** How many words must be changed, left out or put in to make one sentence of another. */
final class WordErrors {
    private WordErrors() {}

    /** The words of a sentence as they are said, without case and punctuation: "15" is the same as "fifteen". */
    static List<String> words(String sentence) {
        return Stream.of(SpeakingProvider.spoken(sentence)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^a-z' ]", " ")
                        .strip()
                        .split("\\s+"))
                .toList();
    }

    static int between(String expected, String found) {
        List<String> left = words(expected);
        List<String> right = words(found);
        int[] row = new int[right.size() + 1];
        for (int j = 0; j <= right.size(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= left.size(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= right.size(); j++) {
                int changed = diagonal + (left.get(i - 1).equals(right.get(j - 1)) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(changed, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[right.size()];
    }
}
