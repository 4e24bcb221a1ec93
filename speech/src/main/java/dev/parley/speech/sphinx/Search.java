package dev.parley.speech.sphinx;

import dev.parley.speech.sphinx.PhraseGraph.Word;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds the sentences that fit the frames of an utterance best, by Viterbi's method with a beam. A loop over all phones runs
 * beside it: it fits anything that somebody may say, and so measures how well a sentence should fit if it were the right one, in its
 * words and, where only one sentence is looked for, in every phone.
 */
final class Search {
    private static final float NEVER = Float.NEGATIVE_INFINITY;
    private static final float BEAM = 220;
    private static final float SILENCE_PENALTY = -3;
    /** What is further behind the best sentence is no rival. */
    private static final double RIVALS_WITHIN = 60;

    private static final int NODES_MAX = 6_000;
    private static final int LOWER_EVERY = 2;

    private final AcousticModel model;
    private final PhraseGraph graph;
    private final Scorer scorer;
    private final PhoneLoop loop;
    private final boolean everyPhone;
    private final float[] scores;
    private final @Nullable Step[] backs;
    private final float[] entries;
    private final @Nullable Step[] entryBacks;
    private final int[] entered;
    private int[] active = new int[256];
    private int activeCount;
    private int[] coming = new int[256];
    private int comingCount;
    private final Map<Word, Step> finals = new HashMap<>();

    /** A word that ended at a frame on a path, or a pause or a phone inside a word, where the word is null. */
    private record Step(
            @Nullable Word word,
            int phone,
            int frame,
            float score,
            @Nullable Step before) {}

    /**
     * One word as it was heard, or a pause, which has no text.
     *
     * @param fit how much better, for every frame, the word fits than the best sequence of any phones; usually below zero
     */
    record HeardWord(String text, int fromFrame, int toFrame, double fit) {}

    /**
     * Another sentence that might have been said.
     *
     * @param decoy whether it is a sentence that only keeps others from being taken for one
     * @param behind by how much it fits worse than the best
     */
    record Rival(String text, boolean decoy, double behind) {}

    /**
     * A sentence and how well it fits.
     *
     * @param decoy whether it is a sentence that only keeps others from being taken for one
     * @param rivals the other sentences, the nearest first
     */
    record Heard(String text, boolean decoy, List<HeardWord> words, double fit, List<Rival> rivals) {}

    private Search(AcousticModel model, PhraseGraph graph, Scorer scorer, PhoneLoop loop, boolean everyPhone) {
        this.model = model;
        this.graph = graph;
        this.scorer = scorer;
        this.loop = loop;
        this.everyPhone = everyPhone;
        int states = AcousticModel.STATES * graph.nodes();
        this.scores = new float[states];
        this.backs = new @Nullable Step[states];
        this.entries = new float[graph.nodes()];
        this.entryBacks = new @Nullable Step[graph.nodes()];
        this.entered = new int[graph.nodes()];
        Arrays.fill(scores, NEVER);
        Arrays.fill(entries, NEVER);
        Arrays.fill(entered, -1);
    }

    /** The best sentence of a graph, or null where none reaches the end. */
    static @Nullable Heard best(AcousticModel model, PhraseGraph graph, Scorer scorer, PhoneLoop loop) {
        Search search = new Search(model, graph, scorer, loop, false);
        search.run();
        return search.finals.isEmpty() ? null : search.heard();
    }

    /**
     * The worst phone of every word of the only sentence of a graph: how much better it fits, in all its frames together, than any
     * phones in its place; at most zero.
     *
     * @param judged which phones are looked at
     */
    static List<Double> worstPhones(
            AcousticModel model, PhraseGraph graph, Scorer scorer, PhoneLoop loop, IntPredicate judged) {
        Search search = new Search(model, graph, scorer, loop, true);
        search.run();
        List<Double> worst = new ArrayList<>();
        for (Step step = search.ranked().getFirst().getValue(); step.before != null; step = step.before) {
            if (step.word != null) {
                worst.addFirst(0.0);
            }
            if (step.phone != model.silence() && judged.test(step.phone)) {
                worst.set(0, Math.min(worst.getFirst(), search.lead(step)));
            }
        }
        return worst;
    }

    private void run() {
        Step begin = new Step(null, model.silence(), 0, 0, null);
        graph.starts().forEach(node -> enter(node, 0, begin, 0));
        for (int frame = 0; frame < scorer.frames(); frame++) {
            scorer.at(frame);
            loop.hear(frame);
            advance(frame);
        }
    }

    private void enter(int node, float score, @Nullable Step back, int frame) {
        if (entered[node] != frame) {
            entered[node] = frame;
            entries[node] = score;
            entryBacks[node] = back;
            if (Float.isInfinite(scores[AcousticModel.STATES * node + 0])
                    && Float.isInfinite(scores[AcousticModel.STATES * node + 1])
                    && Float.isInfinite(scores[AcousticModel.STATES * node + 2])) {
                if (comingCount == coming.length) {
                    coming = Arrays.copyOf(coming, 2 * comingCount);
                }
                coming[comingCount++] = node;
            }
        } else if (score > entries[node]) {
            entries[node] = score;
            entryBacks[node] = back;
        }
    }

    private void advance(int frame) {
        for (int i = 0; i < comingCount; i++) {
            if (activeCount == active.length) {
                active = Arrays.copyOf(active, 2 * activeCount);
            }
            active[activeCount++] = coming[i];
        }
        comingCount = 0;
        float best = NEVER;
        for (int i = 0; i < activeCount; i++) {
            best = Math.max(best, step(active[i], frame));
        }
        float floor = best - beam();
        int kept = 0;
        for (int i = 0; i < activeCount; i++) {
            if (keep(active[i], floor)) {
                active[kept++] = active[i];
            }
        }
        activeCount = kept;
        for (int i = 0; i < activeCount; i++) {
            leave(active[i], frame, floor);
        }
    }

    private float beam() {
        return activeCount > NODES_MAX ? BEAM / LOWER_EVERY : BEAM;
    }

    private float step(int node, int frame) {
        int at = AcousticModel.STATES * node;
        int phone = graph.phone(node);
        float[] stay = model.stay[phone];
        float[] leave = model.leave[phone];
        float best = NEVER;
        for (int state = AcousticModel.STATES - 1; state >= 0; state--) {
            float staying = scores[at + state] + stay[state];
            float arriving = state > 0
                    ? scores[at + state - 1] + leave[state - 1]
                    : entered[node] == frame ? entries[node] : NEVER;
            if (arriving > staying) {
                backs[at + state] = state > 0 ? backs[at + state - 1] : entryBacks[node];
                staying = arriving;
            }
            if (!Float.isInfinite(staying)) {
                staying += scorer.score(graph.senone(node, state));
            }
            scores[at + state] = staying;
            best = Math.max(best, staying);
        }
        return best;
    }

    private boolean keep(int node, float floor) {
        boolean kept = false;
        int at = AcousticModel.STATES * node;
        for (int state = 0; state < AcousticModel.STATES; state++) {
            if (scores[at + state] < floor) {
                scores[at + state] = NEVER;
            } else {
                kept = true;
            }
        }
        return kept;
    }

    private void leave(int node, int frame, float floor) {
        int last = AcousticModel.STATES * node + AcousticModel.STATES - 1;
        if (scores[last] < floor || Float.isInfinite(scores[last])) {
            return;
        }
        float score = scores[last] + model.leave[graph.phone(node)][AcousticModel.STATES - 1];
        Word word = graph.ends(node);
        int phone = graph.phone(node);
        Step back = backs[last];
        if (word != null || phone == model.silence() || everyPhone) {
            back = new Step(word, phone, frame + 1, score, back);
            if (frame + 1 == scorer.frames()) {
                note(back);
            }
        }
        for (int next : graph.after(node)) {
            float penalty = graph.phone(next) == model.silence() ? SILENCE_PENALTY : 0;
            enter(next, score + penalty, back, frame + 1);
        }
    }

    /** Keeps the best path to every complete sentence that ends with the last frame, with or without a pause after it. */
    private void note(Step step) {
        Step before = step.before;
        Word word = step.phone == model.silence() && before != null ? before.word : step.word;
        if (word != null && word.complete) {
            finals.merge(word, step, (one, other) -> one.score >= other.score ? one : other);
        }
    }

    /** The sentences that reached the end, the best first. */
    private List<Map.Entry<Word, Step>> ranked() {
        List<Map.Entry<Word, Step>> ranked = new ArrayList<>(finals.entrySet());
        ranked.sort(Comparator.comparingDouble(each -> -each.getValue().score));
        return ranked;
    }

    /** How much better a step fits than any phones in its place. */
    private double lead(Step step) {
        Step before = step.before;
        return before == null ? 0 : step.score - before.score - loop.between(before.frame, step.frame);
    }

    private Heard heard() {
        List<Map.Entry<Word, Step>> ranked = ranked();
        Step end = ranked.getFirst().getValue();
        List<HeardWord> words = new ArrayList<>();
        for (Step step = end; step.before != null; step = step.before) {
            int from = step.before.frame;
            String text = step.word == null ? "" : step.word.text;
            words.addFirst(new HeardWord(text, from, step.frame, lead(step) / (step.frame - from)));
        }
        double fit = (end.score - loop.between(0, end.frame)) / Math.max(1, end.frame);
        List<Rival> rivals = ranked.stream()
                .skip(1)
                .map(each ->
                        new Rival(each.getKey().sentence(), each.getKey().decoy, end.score - each.getValue().score))
                .takeWhile(rival -> rival.behind() < RIVALS_WITHIN)
                .toList();
        Word word = ranked.getFirst().getKey();
        return new Heard(word.sentence(), word.decoy, words, fit, rivals);
    }
}
