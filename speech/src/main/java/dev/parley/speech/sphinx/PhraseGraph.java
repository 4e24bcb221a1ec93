package dev.parley.speech.sphinx;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * All sentences that can be understood, as a tree of words in which every word is a small net of phones in their contexts. Because
 * sentences share beginnings only, a place in the tree tells all words before it, and the best sentence can be compared with the
 * second best. Between two words there may be silence.
 */
final class PhraseGraph {
    private final AcousticModel model;
    private final Lexicon lexicon;
    private final Word root = new Word("", null);
    private int count;
    private int[] phoneOf = new int[1 << 12];
    private int[] senoneOf = new int[3 << 12];
    private int[][] next = new int[1 << 12][];
    private @Nullable Word[] endOf = new @Nullable Word[1 << 12];
    private final List<Integer> starts = new ArrayList<>();

    /** A word after given others. */
    static final class Word {
        final String text;
        final @Nullable Word before;
        final Map<String, Word> after = new TreeMap<>();
        boolean complete;
        boolean decoy;

        Word(String text, @Nullable Word before) {
            this.text = text;
            this.before = before;
        }

        /** The words up to this one. */
        String sentence() {
            Word earlier = before;
            return earlier == null || earlier.text.isEmpty() ? text : earlier.sentence() + " " + text;
        }
    }

    /** The ends of a word that are followed by one context, by the phone they end with. */
    private record Ends(int lastPhone, Map<Integer, List<Integer>> byRight) {}

    /**
     * @param sentences what can be understood
     * @param decoys what must not be taken for any of them
     */
    PhraseGraph(
            AcousticModel model,
            Collection<String> sentences,
            Collection<String> decoys,
            Function<String, List<String>> guess) {
        this(model, new Lexicon(model, words(sentences, decoys), guess), sentences, decoys);
    }

    private PhraseGraph(AcousticModel model, Lexicon lexicon, Collection<String> sentences, Collection<String> decoys) {
        this.model = model;
        this.lexicon = lexicon;
        decoys.forEach(decoy -> add(decoy, true));
        sentences.forEach(sentence -> add(sentence, false));
        int silence = node(model.silence(), model.silence(), model.silence(), AcousticModel.Position.ALONE);
        Ends begin = new Ends(model.silence(), new LinkedHashMap<>());
        List<Integer> entries = new ArrayList<>();
        root.after.values().forEach(word -> entries.addAll(build(word, List.of(begin))));
        link(silence, entries);
        starts.addAll(entries);
        starts.add(silence);
    }

    /** The graph of one of its sentences alone. */
    PhraseGraph of(String sentence) {
        return new PhraseGraph(model, lexicon, List.of(sentence), List.of());
    }

    private static Set<String> words(Collection<String> sentences, Collection<String> decoys) {
        Set<String> words = new HashSet<>();
        sentences.forEach(sentence -> words.addAll(wordsOf(sentence)));
        decoys.forEach(decoy -> words.addAll(wordsOf(decoy)));
        return words;
    }

    private static List<String> wordsOf(String sentence) {
        return List.of(sentence.toLowerCase(Locale.ROOT).split(" "));
    }

    /** Adds a sentence; one with a word that nobody can pronounce is left out, because it cannot be understood. */
    private void add(String sentence, boolean decoy) {
        List<String> words = List.of(sentence.split(" "));
        if (words.stream().anyMatch(word -> lexicon.pronunciations(word).isEmpty())) {
            return;
        }
        Word at = root;
        for (String word : words) {
            Word before = at;
            at = at.after.computeIfAbsent(word, _ -> new Word(word, before));
        }
        at.complete = true;
        at.decoy = decoy;
    }

    /** Builds the net of a word and of all that follow. Returns where it is entered. */
    private List<Integer> build(Word word, List<Ends> before) {
        int[] rights = rights(word);
        List<Ends> ends = new ArrayList<>();
        List<Integer> entries = new ArrayList<>();
        for (int[] phones : lexicon.pronunciations(word.text)) {
            ends.add(chain(word, phones, before, rights, entries));
        }
        follow(word, ends);
        return entries;
    }

    private int[] rights(Word word) {
        IntStream follow = word.after.values().stream()
                .flatMap(after -> lexicon.pronunciations(after.text).stream())
                .mapToInt(phones -> phones[0]);
        return IntStream.concat(follow, IntStream.of(model.silence()))
                .distinct()
                .toArray();
    }

    /** One pronunciation: its first phone for every left context, its last one for every right context. */
    private Ends chain(Word word, int[] phones, List<Ends> before, int[] rights, List<Integer> entries) {
        int last = phones.length - 1;
        Map<Integer, List<Integer>> byRight = new LinkedHashMap<>();
        List<Integer> present = new ArrayList<>();
        int[] lefts = before.stream().mapToInt(Ends::lastPhone).distinct().toArray();
        if (last > 0) {
            for (int left : lefts) {
                int first = node(phones[0], left, phones[1], AcousticModel.Position.BEGINNING);
                present.add(first);
                enter(before, left, phones[0], first, entries);
            }
        }
        for (int i = 1; i < last; i++) {
            int node = node(phones[i], phones[i - 1], phones[i + 1], AcousticModel.Position.INSIDE);
            present.forEach(from -> link(from, List.of(node)));
            present = List.of(node);
        }
        for (int right : rights) {
            for (int left : last > 0 ? new int[] {phones[last - 1]} : lefts) {
                int end = node(
                        phones[last],
                        left,
                        right,
                        last > 0 ? AcousticModel.Position.END : AcousticModel.Position.ALONE);
                endOf[end] = word;
                byRight.computeIfAbsent(right, _ -> new ArrayList<>()).add(end);
                if (last > 0) {
                    present.forEach(from -> link(from, List.of(end)));
                } else {
                    enter(before, left, phones[0], end, entries);
                }
            }
        }
        return new Ends(phones[last], byRight);
    }

    /** A node is entered from the ends before it that expect its phone, or from the beginning. */
    private void enter(List<Ends> before, int left, int phone, int node, List<Integer> entries) {
        entries.add(node);
        for (Ends end : before) {
            if (end.lastPhone == left) {
                end.byRight.getOrDefault(phone, List.of()).forEach(from -> link(from, List.of(node)));
            }
        }
    }

    /** What may come after a word: others, and silence. */
    private void follow(Word word, List<Ends> ends) {
        List<Integer> entries = new ArrayList<>();
        word.after.values().forEach(after -> entries.addAll(build(after, ends)));
        int pause = node(model.silence(), model.silence(), model.silence(), AcousticModel.Position.ALONE);
        link(pause, entries);
        for (Ends end : ends) {
            end.byRight.getOrDefault(model.silence(), List.of()).forEach(from -> link(from, List.of(pause)));
        }
    }

    private int node(int phone, int left, int right, AcousticModel.Position position) {
        if (count == phoneOf.length) {
            phoneOf = Arrays.copyOf(phoneOf, 2 * count);
            senoneOf = Arrays.copyOf(senoneOf, 2 * AcousticModel.STATES * count);
            next = Arrays.copyOf(next, 2 * count);
            endOf = Arrays.copyOf(endOf, 2 * count);
        }
        int[] states = new int[AcousticModel.STATES];
        model.statesOf(phone, left, right, position, states);
        phoneOf[count] = phone;
        System.arraycopy(states, 0, senoneOf, AcousticModel.STATES * count, AcousticModel.STATES);
        next[count] = new int[0];
        return count++;
    }

    private void link(int from, List<Integer> to) {
        int[] present = next[from];
        int[] more = Arrays.copyOf(present, present.length + to.size());
        for (int i = 0; i < to.size(); i++) {
            more[present.length + i] = to.get(i);
        }
        next[from] = more;
    }

    int nodes() {
        return count;
    }

    int phone(int node) {
        return phoneOf[node];
    }

    int senone(int node, int state) {
        return senoneOf[AcousticModel.STATES * node + state];
    }

    int[] after(int node) {
        return next[node];
    }

    /** The word that ends with this node, or null. */
    @Nullable
    Word ends(int node) {
        return endOf[node];
    }

    List<Integer> starts() {
        return starts;
    }
}
