package dev.parley.kernel.people.privacy;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Facts by the words that they consist of. What a text carries is found by its own words, so that it costs the same however
 * much is known.
 */
final class FactIndex {
    /**
     * So often a text is held against a fact. What takes more counts as carrying everything: whoever writes a text or a fact of that
     * kind keeps nobody waiting and gets nothing said by it.
     */
    private static final int COMPARISONS_MAX = 1 << 17;

    private static final int FIRSTS = 1 << 16;
    private static final int CHARACTERS_COMPARED = 64;

    private final Set<Guarded> known = new HashSet<>();
    private final List<Guarded> facts = new ArrayList<>();
    /** Facts of one kind are treated alike. */
    private final Map<Kind, Integer> kinds = new HashMap<>();

    private final List<Integer> kindOf = new ArrayList<>();
    private final Map<Long, List<Place>> byWords = new HashMap<>();
    /** Of how many words the facts consist that begin with a word. */
    private final Map<Long, BitSet> counts = new HashMap<>();

    /** A bit for the first word of every fact: most words of a text begin none. */
    private final BitSet firsts = new BitSet();

    /** Facts without a word, which may be anywhere in a text. */
    private final BitSet wordless = new BitSet();

    private boolean numbers;

    /** A fact, and the words by which it is found in a sentence. */
    record Guarded(Fact fact, Phrase.Sought words) {
        static List<Guarded> of(List<Fact> facts) {
            return facts.stream()
                    .map(fact -> new Guarded(fact, Phrase.Sought.of(fact.text())))
                    .toList();
        }
    }

    /** Where a fact stands among all, and how much of it is before its first word. */
    private record Place(int number, int lead) {}

    private record Kind(String owner, String name, Sensitivity sensitivity) {
        static Kind of(Fact fact) {
            return new Kind(fact.owner(), fact.name(), fact.sensitivity());
        }
    }

    static FactIndex of(List<Fact> facts) {
        FactIndex index = new FactIndex();
        Guarded.of(facts).forEach(index::add);
        return index;
    }

    void add(Guarded guarded) {
        String plain = guarded.words().plain();
        if (plain.isEmpty() || !known.add(guarded)) {
            return;
        }
        int number = facts.size();
        facts.add(guarded);
        numbers |= guarded.words().hasDigits();
        kindOf.add(kinds.computeIfAbsent(Kind.of(guarded.fact()), _ -> kinds.size()));
        WordRuns runs = WordRuns.of(plain);
        if (runs.count() == 0) {
            wordless.set(number);
            return;
        }
        long first = runs.sum(0);
        firsts.set(bit(first));
        counts.computeIfAbsent(first, _ -> new BitSet()).set(runs.count());
        byWords.computeIfAbsent(runs.sum(0, runs.count() - 1), _ -> new ArrayList<>(1))
                .add(new Place(number, runs.start(0)));
    }

    private static int bit(long sum) {
        return (int) (sum ^ sum >>> 32) & FIRSTS - 1;
    }

    /**
     * The facts that the text carries, in the order in which they became known. Of a long text it is one fact of each kind, in
     * the order in which the kinds became known: more of a kind changes nothing about what may be done with it.
     */
    List<Fact> carriedBy(Phrase.Heard heard) {
        return carriedBy(heard, "");
    }

    int size() {
        return facts.size();
    }

    /** The facts that the text carries among those that became known after so many. */
    List<Fact> carriedSince(Phrase.Heard heard, int before) {
        return facts.subList(before, facts.size()).stream()
                .filter(each -> heard.has(each.words()))
                .map(Guarded::fact)
                .toList();
    }

    /** @param except what is no fact, in whatever case */
    List<Fact> carriedBy(Phrase.Heard heard, String except) {
        if (facts.isEmpty()) {
            return List.of();
        }
        Search search = new Search(heard.isLong(), except);
        heard.words().forEach(text -> search.find(text, false));
        if (numbers) {
            heard.numbers().forEach(text -> search.find(text, true));
        }
        for (int number = wordless.nextSetBit(0); number >= 0; number = wordless.nextSetBit(number + 1)) {
            search.lookThrough(heard, number);
        }
        return search.facts();
    }

    private final class Search {
        private final boolean byKind;
        private final String except;
        private final BitSet found = new BitSet();
        private final BitSet foundKinds = new BitSet();
        private final Map<Integer, Fact> ofKind = new TreeMap<>();
        private int left = COMPARISONS_MAX;

        Search(boolean byKind, String except) {
            this.byKind = byKind;
            this.except = except;
        }

        private boolean wants(int number) {
            return !(byKind ? foundKinds.get(kindOf.get(number)) : found.get(number))
                    && !facts.get(number).fact().text().equalsIgnoreCase(except);
        }

        private void found(int number) {
            found.set(number);
            foundKinds.set(kindOf.get(number));
            ofKind.putIfAbsent(kindOf.get(number), facts.get(number).fact());
        }

        List<Fact> facts() {
            for (int number = 0; left < 0 && number < facts.size(); number++) {
                if (!foundKinds.get(kindOf.get(number))) {
                    found(number);
                }
            }
            return byKind
                    ? List.copyOf(ofKind.values())
                    : found.stream()
                            .mapToObj(number -> facts.get(number).fact())
                            .toList();
        }

        private boolean isOver() {
            return left < 0 || (byKind && ofKind.size() == kinds.size());
        }

        void find(Phrase.Text text, boolean numbersOnly) {
            if (isOver()) {
                return;
            }
            WordRuns runs = text.runs();
            for (int first = 0; first < runs.count() && !isOver(); first++) {
                long sum = runs.sum(first);
                if (firsts.get(bit(sum)) || firsts.get(bit(runs.singularSum(first)))) {
                    findFrom(text.plain(), runs, first, counts.get(sum), numbersOnly);
                }
            }
        }

        private void findFrom(String text, WordRuns runs, int first, @Nullable BitSet beginning, boolean numbersOnly) {
            int most = runs.count() - first;
            find(text, runs, first, first, numbersOnly);
            for (int count = next(beginning, 2); count <= most && left >= 0; count = next(beginning, count + 1)) {
                find(text, runs, first, first + count - 1, numbersOnly);
            }
        }

        /** Where a fact has no words the whole text is looked through for it, which takes as long as the text is. */
        void lookThrough(Phrase.Heard heard, int number) {
            left -= 1 + heard.words().getFirst().plain().length() / CHARACTERS_COMPARED;
            if (left >= 0 && wants(number) && heard.has(facts.get(number).words())) {
                found(number);
            }
        }

        private static int next(@Nullable BitSet counts, int from) {
            int next = counts == null ? -1 : counts.nextSetBit(from);
            return next < 0 ? Integer.MAX_VALUE : next;
        }

        /** The last of the words may have an ending more than the fact has. */
        private void find(String text, WordRuns runs, int first, int last, boolean numbersOnly) {
            int end = runs.end(last);
            find(text, runs.sum(first, last), runs.start(first), numbersOnly);
            if (text.charAt(end - 1) == 's' && end - 1 > runs.start(last)) {
                find(text, runs.shorterSum(first, last), runs.start(first), numbersOnly);
            }
        }

        private void find(String text, long sum, int start, boolean numbersOnly) {
            left--;
            for (Place place : byWords.getOrDefault(sum, List.of())) {
                left--;
                Phrase.Sought sought = facts.get(place.number()).words();
                if ((sought.hasDigits() || !numbersOnly)
                        && wants(place.number())
                        && Phrase.isWordAt(text, sought.plain(), start - place.lead())) {
                    found(place.number());
                }
            }
        }
    }
}
