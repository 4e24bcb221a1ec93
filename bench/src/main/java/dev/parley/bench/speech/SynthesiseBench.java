package dev.parley.bench.speech;

import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Result;
import dev.parley.speech.hibari.Hibari;
import dev.parley.speech.models.ModelStore;
import dev.parley.speech.models.SpeechModel;
import dev.parley.speech.moonshine.Moonshine;
import dev.parley.speech.tts.SpeakingProvider;
import dev.parley.speech.tts.Voice;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** How fast the voices speak, until their first sound and in all, and how well they are understood. */
public final class SynthesiseBench implements Bench {
    private static final double FIRST_MS_MAX = 50;
    private static final double ERRORS_MAX = 10;
    private static final List<String> SENTENCES = List.of(
            "The kitchen lights are on.",
            "I did not understand that. I can turn lights on and off, set the volume, and tell the weather.",
            "It is 7:30 on 2026-03-01, and Dr. Smith owes you $12.50.",
            "The sky over New York is clear, and the temperature is 21°C.",
            "Shall I open the garage?");

    @Override
    public String name() {
        return "speech.synthesise";
    }

    @Override
    public List<Result> run(boolean quick) throws IOException {
        List<Result> results = new ArrayList<>();
        measure(SpeakingProvider.freeTts(), quick, results);
        ModelStore store = ModelStore.ofUser(System.getenv());
        Optional<Path> moonshine = store.verified(SpeechModel.MOONSHINE);
        if (moonshine.isPresent()) {
            roundTrip(SpeakingProvider.freeTts(), Moonshine.in(moonshine.get()), quick, results);
        }
        Optional<Path> hibari = store.verified(SpeechModel.HIBARI);
        if (hibari.isPresent()) {
            measure(Hibari.in(hibari.get()), quick, results);
            if (moonshine.isPresent()) {
                roundTrip(Hibari.in(hibari.get()), Moonshine.in(moonshine.get()), quick, results);
            }
        }
        return results;
    }

    private void measure(Voice voice, boolean quick, List<Result> results) {
        int rounds = quick ? 5 : 30;
        voice.prepare();
        double[] firstMs = new double[rounds * SENTENCES.size()];
        double workMs = 0;
        long soundMs = 0;
        for (int i = 0; i < firstMs.length; i++) {
            long before = System.nanoTime();
            Speaker.Sounded said = Speaker.sounded(voice, SENTENCES.get(i % SENTENCES.size()));
            workMs += (System.nanoTime() - before) / 1e6;
            firstMs[i] = (said.firstNanos() - before) / 1e6;
            soundMs += said.samples().length * 1000L / Speaker.RATE_HZ;
        }
        Arrays.sort(firstMs);
        String who = voice.name() + ": ";
        results.add(
                new Result(name(), firstMs[firstMs.length / 2], "ms", FIRST_MS_MAX, who + "first sound, p50, at most"));
        results.add(new Result(
                name(), firstMs[firstMs.length * 95 / 100], "ms", FIRST_MS_MAX, who + "first sound, p95, at most"));
        results.add(
                new Result(name(), workMs / soundMs, "of real time", 1, who + "time to speak, for each time of sound"));
    }

    /** What the voice says is written down by a recogniser: how many words come back otherwise. */
    private void roundTrip(Voice voice, Moonshine ear, boolean quick, List<Result> results) throws IOException {
        List<String> sentences = Speaker.sentences("said");
        int count = quick ? 10 : sentences.size();
        int words = 0;
        int errors = 0;
        for (String sentence : sentences.subList(0, count)) {
            short[] said = Speaker.sounded(voice, sentence).samples();
            String heard = ear.understand(Speaker.heard(said, 100, 300, Double.POSITIVE_INFINITY))
                    .text();
            int wrong = WordErrors.between(sentence, heard);
            errors += wrong;
            words += WordErrors.words(sentence).size();
            if (wrong > 0) {
                System.err.println("  '" + sentence + "' came back as '" + heard + "'");
            }
        }
        results.add(new Result(
                name(),
                100.0 * errors / words,
                "% wrong words",
                ERRORS_MAX,
                voice.name() + " through " + ear.name() + ", " + count + " sentences, at most"));
    }
}
