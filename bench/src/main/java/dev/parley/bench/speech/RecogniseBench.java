package dev.parley.bench.speech;

import dev.parley.app.config.Configuration;
import dev.parley.app.talk.HousePhrases;
import dev.parley.app.talk.OwnCommands;
import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Result;
import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.speech.models.ModelStore;
import dev.parley.speech.models.SpeechModel;
import dev.parley.speech.moonshine.Moonshine;
import dev.parley.speech.sphinx.Recogniser;
import dev.parley.speech.stt.PhrasesFirst;
import dev.parley.speech.stt.TranscriberProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Spoken commands, clean and in noise, and sentences that are none: how many are understood rightly, how many are taken for
 * something else, and how many that mean nothing here are asked back. Sentences that thresholds were chosen with, and sentences and
 * voices that they were not, are counted apart.
 */
public final class RecogniseBench implements Bench {
    private static final double RIGHT_MIN = 85;
    private static final double REJECTED_MIN = 95;
    private static final double FREE_RIGHT_MIN = 95;
    private static final double WORDS_REJECTED_MIN = 100;
    private static final int QUICK_EVERY = 6;
    private static final int NOISY_EVERY = 3;
    private static final int BEFORE_MS = 300;
    private static final int AFTER_MS = 500;
    private static final int FRAME_SAMPLES = Speaker.RATE_HZ / 50;

    /** A point is written by who understands anything, and says nothing. */
    private static final Pattern END = Pattern.compile("[.!?]+$");

    private final List<Result> results = new ArrayList<>();
    private long soundMs;
    private long workNanos;

    /** Sentences inside and outside of the grammar. */
    private record Sentences(String name, List<String> inside, List<String> outside) {}

    private record Condition(String name, double noiseBelowDb) {}

    private static final Condition CLEAN = new Condition("clean", Double.POSITIVE_INFINITY);
    private static final List<Condition> NOISY = List.of(new Condition("20 dB", 20), new Condition("10 dB", 10));

    @Override
    public String name() {
        return "speech.recognise";
    }

    @Override
    public List<Result> run(boolean quick) throws IOException, InterruptedException {
        Sentences tuned = new Sentences("tuned", some("inside", quick), some("outside", quick));
        Sentences heldOut = new Sentences("held out", some("held-inside", quick), some("held-outside", quick));
        Recogniser phrases = HousePhrases.recogniser(Configuration.DEFAULT, OwnCommands.NONE);
        Set<String> words = HousePhrases.words(Configuration.DEFAULT, OwnCommands.NONE);
        TranscriberProvider provider = new TranscriberProvider(phrases);
        for (Speaker speaker : Speaker.all()) {
            measure(provider, RIGHT_MIN, speaker, CLEAN, heldOut);
        }
        for (Speaker speaker : Speaker.oneOfEach()) {
            measure(provider, RIGHT_MIN, speaker, CLEAN, tuned);
            words(provider, speaker, "words near an answer, tuned", some("near", quick));
            words(provider, speaker, "words near an answer, held out", some("held-near", quick));
        }
        for (Condition condition : quick ? List.<Condition>of() : NOISY) {
            for (Speaker speaker : Speaker.oneOfEach()) {
                measure(provider, RIGHT_MIN, speaker, condition, heldOut);
            }
        }
        time(provider);
        Optional<Path> fetched = ModelStore.ofUser(System.getenv()).verified(SpeechModel.MOONSHINE);
        if (fetched.isPresent()) {
            TranscriberProvider free =
                    new TranscriberProvider(new PhrasesFirst(phrases, Moonshine.in(fetched.get(), words)));
            Sentences some = new Sentences(
                    "every third held out", every(NOISY_EVERY, heldOut.inside), every(NOISY_EVERY, heldOut.outside));
            for (Speaker speaker : Speaker.oneOfEach()) {
                measure(free, FREE_RIGHT_MIN, speaker, CLEAN, heldOut);
                for (Condition condition : quick ? List.<Condition>of() : NOISY) {
                    measure(free, FREE_RIGHT_MIN, speaker, condition, some);
                }
            }
            time(free);
        }
        return results;
    }

    private void time(TranscriberProvider provider) {
        found(
                workNanos / 1e6 / soundMs,
                "of real time",
                1,
                provider.profile().name() + ": time to understand, for each time of sound");
        workNanos = 0;
        soundMs = 0;
    }

    private static List<String> some(String list, boolean quick) throws IOException {
        return every(quick ? QUICK_EVERY : 1, Speaker.sentences(list));
    }

    private static List<String> every(int many, List<String> all) {
        return IntStream.range(0, all.size())
                .filter(each -> each % many == 0)
                .mapToObj(all::get)
                .toList();
    }

    /** Keeps what was measured, and shows it at once: all of it takes a while. */
    private void found(double value, String unit, double limit, String what) {
        Result result = new Result(name(), value, unit, limit, what);
        System.err.printf(Locale.ROOT, "  %6.1f %s, %s%n", value, unit, what);
        results.add(result);
    }

    private void measure(
            TranscriberProvider provider, double rightMin, Speaker speaker, Condition condition, Sentences sentences)
            throws IOException, InterruptedException {
        int right = 0;
        int wrong = 0;
        for (String sentence : sentences.inside) {
            String found = understood(provider, speaker.say(sentence), condition.noiseBelowDb());
            boolean same = HousePhrases.meaning(END.matcher(found).replaceFirst(""))
                    .equalsIgnoreCase(HousePhrases.meaning(sentence));
            right += same ? 1 : 0;
            wrong += !same && isActed(found) ? 1 : 0;
            tell(speaker, sentence, !same && isActed(found), found);
        }
        int rejected = rejected(provider, speaker, condition, sentences.outside);
        String who = provider.profile().name() + ", " + speaker.name() + ", " + condition.name() + ", " + sentences.name
                + ": ";
        int inside = sentences.inside.size();
        int outside = sentences.outside.size();
        found(100.0 * right / inside, "% right", rightMin, who + "at least, of " + inside);
        found(wrong, "wrong", 0, who + "sentences taken for another");
        found(100.0 * rejected / outside, "% rejected", REJECTED_MIN, who + "at least, of " + outside + " outside");
    }

    /** Words that sound like a yes, a no or a stop and are none: not one may be taken for an answer. */
    private void words(TranscriberProvider provider, Speaker speaker, String what, List<String> words)
            throws IOException, InterruptedException {
        found(
                100.0 * rejected(provider, speaker, CLEAN, words) / words.size(),
                "% rejected",
                WORDS_REJECTED_MIN,
                provider.profile().name() + ", " + speaker.name() + ", " + what + ", of " + words.size());
    }

    private int rejected(TranscriberProvider provider, Speaker speaker, Condition condition, List<String> outside)
            throws IOException, InterruptedException {
        int rejected = 0;
        for (String sentence : outside) {
            String found = understood(provider, speaker.say(sentence), condition.noiseBelowDb());
            rejected += isActed(found) ? 0 : 1;
            tell(speaker, sentence, isActed(found), found);
        }
        return rejected;
    }

    /** Whether something would be done: words that mean nothing but themselves are asked back. */
    private static boolean isActed(String found) {
        return !found.isEmpty() && !HousePhrases.meaning(found).equals(found);
    }

    private static void tell(Speaker speaker, String sentence, boolean mistaken, String found) {
        if (mistaken) {
            System.err.println("  " + speaker.name() + ": '" + sentence + "' was taken for '" + found + "'");
        }
    }

    /** What a conversation would be told, empty where it would ask back. */
    private String understood(TranscriberProvider provider, short[] speech, double noiseBelowDb) {
        short[] heard = Speaker.heard(speech, BEFORE_MS, AFTER_MS, noiseBelowDb);
        String[] found = {""};
        ProviderCall call = provider.start(
                new ProviderInvocation("c1", provider.profile().name(), Modality.STT, "bench", 1, "key", 1, 1),
                new ProviderRequest.Transcribe("u1", "en", Speaker.RATE_HZ, true),
                event -> {
                    if (event instanceof ProviderEvent.FinalTranscript words) {
                        found[0] = words.text();
                    }
                    return true;
                },
                CancelToken.NEVER);
        long before = System.nanoTime();
        for (int at = 0; at + FRAME_SAMPLES <= heard.length; at += FRAME_SAMPLES) {
            byte[] pcm = new byte[2 * FRAME_SAMPLES];
            for (int i = 0; i < FRAME_SAMPLES; i++) {
                pcm[2 * i] = (byte) heard[at + i];
                pcm[2 * i + 1] = (byte) (heard[at + i] >> 8);
            }
            call.feed(new AudioFrame(pcm, Speaker.RATE_HZ, at * 1000L / Speaker.RATE_HZ, 20));
        }
        call.finishInput();
        workNanos += System.nanoTime() - before;
        soundMs += heard.length * 1000L / Speaker.RATE_HZ;
        return found[0];
    }
}
