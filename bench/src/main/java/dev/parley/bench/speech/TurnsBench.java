package dev.parley.bench.speech;

import dev.parley.bench.Bench;
import dev.parley.bench.Result;
import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.WordMark;
import dev.parley.speech.models.ModelStore;
import dev.parley.speech.models.SpeechModel;
import dev.parley.speech.tts.SpeakingProvider;
import dev.parley.speech.turn.SmartTurn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Sentences with a pause in the middle: how often each way to find the end of a turn cuts in there, and how long it waits after the end.
 * Pauses are 300, 600, 900 and 1,200 ms long and lie between two words, so that the voice does not fall before them.
 */
public final class TurnsBench implements Bench {
    private static final int SENTENCES = 100;
    private static final int WORDS_MIN = 4;
    private static final long SILENCE_MS = 500;
    private static final long PATIENCE_MS = 1_500;
    private static final int PER_MS = Speaker.RATE_HZ / 1000;
    private static final int FRAME = 20 * PER_MS;
    private static final long[] PAUSES_MS = {300, 600, 900, 1_200};

    @Override
    public String name() {
        return "speech.turns";
    }

    /** When a turn would be answered, counted from the end of the sound. */
    private interface Method {
        long answersAfterMs(short[] sound);
    }

    @Override
    public List<Result> run(boolean quick) throws IOException {
        List<Result> results = new ArrayList<>();
        List<String> sentences = sentences(quick ? SENTENCES / 5 : SENTENCES);
        measure("silence of 500 ms", _ -> SILENCE_MS, sentences, results);
        Optional<SmartTurn> judge = ModelStore.ofUser(System.getenv())
                .verified(SpeechModel.SMART_TURN)
                .map(SmartTurn::in);
        if (judge.isPresent()) {
            measure(
                    "smart-turn after 500 ms",
                    sound -> isComplete(judge.get(), sound) ? SILENCE_MS : SILENCE_MS + PATIENCE_MS,
                    sentences,
                    results);
        }
        return results;
    }

    private static List<String> sentences(int count) throws IOException {
        return Stream.of(
                        Speaker.sentences("inside"),
                        Speaker.sentences("held-inside"),
                        Speaker.sentences("held-outside"))
                .flatMap(List::stream)
                .filter(sentence -> sentence.split(" ", -1).length >= WORDS_MIN)
                .limit(count)
                .toList();
    }

    private void measure(String method, Method asked, List<String> sentences, List<Result> results) {
        int cuts = 0;
        long waitMs = 0;
        for (int i = 0; i < sentences.size(); i++) {
            Speaker.Sounded said = Speaker.sounded(SpeakingProvider.freeTts(), sentences.get(i));
            List<WordMark> words = said.words();
            int middle = (int) words.get(words.size() / 2).fromMs() * PER_MS;
            long pauseMs = PAUSES_MS[i % PAUSES_MS.length];
            short[] half = Arrays.copyOf(said.samples(), middle);
            cuts += pauseMs > SILENCE_MS && asked.answersAfterMs(half) < pauseMs ? 1 : 0;
            short[] whole = new short[said.samples().length + (int) pauseMs * PER_MS];
            System.arraycopy(said.samples(), 0, whole, 0, middle);
            System.arraycopy(
                    said.samples(), middle, whole, middle + (int) pauseMs * PER_MS, said.samples().length - middle);
            waitMs += asked.answersAfterMs(whole);
        }
        int count = sentences.size();
        results.add(new Result(name(), cuts, "cut in", count, method + ": of " + count + " sentences with a pause"));
        results.add(new Result(
                name(),
                (double) waitMs / count,
                "ms",
                SILENCE_MS,
                method + ": wait at the end, beside a fixed silence"));
    }

    /** What the model says once silence has lasted. */
    private static boolean isComplete(SmartTurn judge, short[] sound) {
        boolean[] complete = {true};
        ProviderCall call = judge.start(
                new ProviderInvocation("c1", "smart-turn", Modality.END_OF_TURN, "bench", 1, "key", 1, 1),
                new ProviderRequest.JudgeEnd(List.of(), "", "en", Speaker.RATE_HZ),
                event -> {
                    if (event instanceof ProviderEvent.EndScored scored) {
                        complete[0] = scored.complete();
                    }
                    return true;
                },
                CancelToken.NEVER);
        short[] heard = Speaker.heard(sound, 0, (int) SILENCE_MS, Double.POSITIVE_INFINITY);
        for (int at = 0; at + FRAME <= heard.length; at += FRAME) {
            byte[] pcm = new byte[2 * FRAME];
            for (int i = 0; i < FRAME; i++) {
                pcm[2 * i] = (byte) heard[at + i];
                pcm[2 * i + 1] = (byte) (heard[at + i] >> 8);
            }
            call.feed(new AudioFrame(pcm, Speaker.RATE_HZ, at / PER_MS, 20));
        }
        call.finishInput();
        return complete[0];
    }
}
