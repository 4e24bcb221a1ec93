package dev.parley.speech.sphinx;

import dev.parley.speech.Phrases;
import dev.parley.speech.stt.Transcriber;
import dev.parley.speech.stt.Understood;
import dev.parley.speech.stt.Understood.HeardWord;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which of its phrases somebody said, and whether it was one of them at all. Shared by all conversations with the same
 * phrases; the model and the graph are made when the first of them speaks.
 */
public final class Recogniser implements Transcriber {
    /** Below these a sentence is not taken for what was said: as a whole, and for its worst word. */
    private static final double FIT_MIN = -0.5;

    private static final double WORD_FIT_MIN = -3;

    /** Other words are hidden in a pause that is so far behind them, in all its frames together. */
    private static final double HIDDEN_WORDS = -45;

    /** There are so many words that few of them, or a moment of speech, must fit better than a sentence, and each of them. */
    private static final double SHORT_FIT_MIN = -0.2;

    private static final double SHORT_WORD_FIT_MIN = -1.1;
    private static final int SHORT_WORDS = 2;
    private static final int SHORT_FRAMES = 80;

    /**
     * A phone that others fit so much better, in all its frames together, was not said. In a sentence only consonants count: every
     * accent has its own vowels, and a word with a wrong one is found out by the fit of the word.
     */
    private static final double PHONE_MIN = -53;

    /** So much better than any sentence with another meaning, than one that only sounds like it, and than any other in noise. */
    private static final double LEAD_MIN = 40;

    private static final double DECOY_LEAD_MIN = 16;
    private static final double NOISY_LEAD_MIN = 52;

    /** A fit this good is certain, and one as far below zero is out of the question. */
    private static final double CERTAIN_FIT = 2;

    private static final int REHEARSALS = 3;
    private static final int HUM = 8_000;
    private static final int HUM_PERIOD = 133;
    private static final int PERMILLE = 1_000;
    private static final int FRAME_MS = 10;

    private final Supplier<Phrases> phrases;
    private final Function<String, List<String>> guess;
    private final Function<String, String> meaning;
    private final ReentrantLock loading = new ReentrantLock();
    private volatile @Nullable PhraseGraph graph;

    /**
     * @param guess how a word that is in no dictionary may be pronounced
     * @param meaning what a sentence asks for; between two sentences that ask for the same it need not be sure
     */
    public Recogniser(
            Supplier<Phrases> phrases, Function<String, List<String>> guess, Function<String, String> meaning) {
        this.phrases = phrases;
        this.guess = guess;
        this.meaning = meaning;
    }

    @Override
    public String name() {
        return "sphinx";
    }

    @Override
    public boolean understandsHalfSentences() {
        return false;
    }

    /** Searches once through a hum. */
    @Override
    public void prepare() {
        short[] hum = new short[Cepstra.RATE_HZ];
        for (int i = 0; i < hum.length; i++) {
            hum[i] = (short) (HUM * (i % HUM_PERIOD) / HUM_PERIOD - HUM / 2);
        }
        for (int i = 0; i < REHEARSALS; i++) {
            understand(hum);
        }
    }

    private PhraseGraph graph() {
        PhraseGraph made = graph;
        if (made == null) {
            loading.lock();
            try {
                made = graph;
                if (made == null) {
                    Phrases all = phrases.get();
                    made = new PhraseGraph(AcousticModel.get(), all.sentences(), all.decoys(), guess);
                    graph = made;
                }
            } finally {
                loading.unlock();
            }
        }
        return made;
    }

    @Override
    public Understood understand(short[] samples) {
        NoiseLevel level = NoiseLevel.of(samples);
        Cepstra cepstra = new Cepstra(level);
        cepstra.add(samples, samples.length);
        if (cepstra.isEmpty()) {
            return Understood.NOTHING;
        }
        AcousticModel model = AcousticModel.get();
        Scorer scorer = new Scorer(model, cepstra.frames());
        PhoneLoop loop = new PhoneLoop(model, scorer);
        Search.Heard heard = Search.best(model, graph(), scorer, loop);
        if (heard == null) {
            return Understood.NOTHING;
        }
        double leadMin = level.isNoisy() ? NOISY_LEAD_MIN : LEAD_MIN;
        if (!isLikely(heard, leadMin)) {
            return understood(heard, false, List.of());
        }
        boolean brief = isBrief(heard);
        List<Double> worst = Search.worstPhones(
                model, graph().of(heard.text()), scorer, loop, phone -> brief || !model.isVowel(phone));
        return understood(heard, worst.stream().allMatch(each -> each >= PHONE_MIN), worst);
    }

    /** One or two words, or some that were said in a moment: another word may sound like all of them together. */
    private static boolean isBrief(Search.Heard heard) {
        List<Search.HeardWord> words =
                heard.words().stream().filter(each -> !each.text().isEmpty()).toList();
        return words.size() <= SHORT_WORDS
                || words.stream()
                                .mapToInt(each -> each.toFrame() - each.fromFrame())
                                .sum()
                        < SHORT_FRAMES;
    }

    /** Whether a sentence fits as a whole, in its words and in its pauses, and no other one nearly as well. */
    private boolean isLikely(Search.Heard heard, double leadMin) {
        boolean brief = isBrief(heard);
        double wordFitMin = brief ? SHORT_WORD_FIT_MIN : WORD_FIT_MIN;
        return !heard.decoy()
                && isClear(heard, leadMin)
                && heard.fit() >= (brief ? SHORT_FIT_MIN : FIT_MIN)
                && heard.words().stream()
                        .allMatch(each -> each.text().isEmpty()
                                ? each.fit() * (each.toFrame() - each.fromFrame()) > HIDDEN_WORDS
                                : each.fit() >= wordFitMin);
    }

    /** Whether no sentence that asks for something else fits nearly as well. */
    private boolean isClear(Search.Heard heard, double leadMin) {
        String meant = meaning.apply(heard.text());
        return heard.rivals().stream()
                .noneMatch(rival -> rival.behind() < (rival.decoy() ? DECOY_LEAD_MIN : leadMin)
                        && !meaning.apply(rival.text()).equals(meant));
    }

    /**
     * What is told of a sentence. A word is as sure as its worst phone.
     *
     * @param worst the worst phone of every word, or nothing where that does not matter any more
     */
    private static Understood understood(Search.Heard heard, boolean sure, List<Double> worst) {
        List<HeardWord> words = new ArrayList<>();
        for (Search.HeardWord each : heard.words()) {
            if (!each.text().isEmpty()) {
                double phone = worst.isEmpty() ? 0 : worst.get(words.size());
                words.add(new HeardWord(
                        each.text(),
                        (long) each.fromFrame() * FRAME_MS,
                        (long) each.toFrame() * FRAME_MS,
                        permille(Math.min(each.fit(), CERTAIN_FIT * (1 - 2 * phone / PHONE_MIN)))));
            }
        }
        return sure
                ? new Understood(heard.text(), true, permille(heard.fit()), words)
                : Understood.unsure(heard.text(), permille(heard.fit()), words, nearest(heard));
    }

    /** The best sentence, and those that are no further behind than one that only sounds like another may be. */
    private static List<String> nearest(Search.Heard heard) {
        return Stream.concat(
                        Stream.of(heard.text()),
                        heard.rivals().stream()
                                .filter(rival -> rival.behind() < DECOY_LEAD_MIN)
                                .map(Search.Rival::text))
                .toList();
    }

    private static int permille(double fit) {
        return (int) Math.round(Math.clamp((fit + CERTAIN_FIT) / (2 * CERTAIN_FIT), 0, 1) * PERMILLE);
    }
}
