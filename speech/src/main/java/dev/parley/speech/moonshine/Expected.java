package dev.parley.speech.moonshine;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Words that people here are likely to say, as the pieces of which they are written. Where the network wavers between one of them
 * and a word that sounds like it ("pigeon" and "kitchen"), the expected one is written.
 */
final class Expected {
    /** What a word costs that nobody expected, as a logarithm: it has to be twelve times as likely. */
    private static final double SURPRISE = 2.5;

    /** A place in the words. */
    static final class Place {
        static final Place NONE = new Place();

        private final Map<Integer, Place> next = new HashMap<>();
        private boolean isWord;
    }

    private final Place start = new Place();
    private final Vocabulary vocabulary;

    private Expected(Vocabulary vocabulary) {
        this.vocabulary = vocabulary;
    }

    static Expected of(Collection<String> words, Vocabulary vocabulary) {
        Expected all = new Expected(vocabulary);
        for (String word : words) {
            all.add(vocabulary.pieces(word));
            all.add(vocabulary.pieces(word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1)));
        }
        return all;
    }

    private void add(List<Integer> pieces) {
        Place at = start;
        for (int piece : pieces) {
            at = at.next.computeIfAbsent(piece, _ -> new Place());
        }
        at.isWord = true;
    }

    /** The likeliest ways to go on with a line, so many of them at most. */
    List<Line> goOn(Line line, float[] chances, int width, int end) {
        Set<Integer> pieces = new LinkedHashSet<>(likeliest(IntStream.range(0, chances.length), chances, width));
        double all = logSum(chances, chances[pieces.iterator().next()]);
        for (Place likely : List.of(start, line.place())) {
            pieces.addAll(likeliest(likely.next.keySet().stream().mapToInt(each -> each), chances, width));
        }
        List<Line> longer = new ArrayList<>();
        for (int piece : pieces) {
            double logChance = chances[piece] - all;
            Place to = piece == end ? Place.NONE : to(line.place(), piece);
            double cost = logChance - (isSurprising(line.place(), piece, to) ? SURPRISE : 0);
            longer.add(piece == end ? line.end(logChance, cost) : line.with(piece, logChance, cost, to));
        }
        return longer;
    }

    private Place to(Place from, int piece) {
        return (vocabulary.beginsWord(piece) ? start : from).next.getOrDefault(piece, Place.NONE);
    }

    /** Whether a piece begins or goes on with a word that nobody expects, or leaves an expected one unfinished. */
    private boolean isSurprising(Place from, int piece, Place to) {
        boolean isKnown = from != Place.NONE;
        if (start.next.isEmpty()) {
            return false;
        }
        if (vocabulary.beginsWord(piece)) {
            return to == Place.NONE || (isKnown && !from.isWord);
        }
        return isKnown && to == Place.NONE && (!from.isWord || vocabulary.hasLetters(piece));
    }

    /** The likeliest of these pieces, the first of them first. */
    private static List<Integer> likeliest(IntStream among, float[] chances, int count) {
        List<Integer> best = new ArrayList<>();
        among.forEach(piece -> {
            if (best.size() < count || chances[piece] > chances[best.getLast()]) {
                int at = best.size();
                while (at > 0 && chances[piece] > chances[best.get(at - 1)]) {
                    at--;
                }
                best.add(at, piece);
                if (best.size() > count) {
                    best.removeLast();
                }
            }
        });
        return best;
    }

    private static double logSum(float[] values, float top) {
        double sum = 0;
        for (float value : values) {
            sum += Math.exp(value - top);
        }
        return top + Math.log(sum);
    }
}
