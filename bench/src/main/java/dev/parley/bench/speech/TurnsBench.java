package dev.parley.bench.speech;

import dev.parley.bench.measure.Bench;
import dev.parley.bench.measure.Result;
import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Modality;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.WordMark;
import dev.parley.session.settings.Settings;
import dev.parley.speech.hibari.Hibari;
import dev.parley.speech.models.ModelStore;
import dev.parley.speech.models.SpeechModel;
import dev.parley.speech.tts.SpeakingProvider;
import dev.parley.speech.tts.Voice;
import dev.parley.speech.turn.SmartTurn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Sentences with a pause in the middle: how often each way to find the end of a turn cuts in there, and how long it waits after the end.
 * Pauses are 300, 600, 900 and 1,200 ms long and lie between two words, so that the voice does not fall before them.
 */
public final class TurnsBench implements Bench {
    private static final int SENTENCES = 100;
    private static final long SILENCE_MS = 500;
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
        List<String> sentences = Speaker.sentences("paused").stream()
                .limit(quick ? SENTENCES / 5 : SENTENCES)
                .toList();
        ModelStore store = ModelStore.ofUser(System.getenv());
        Optional<SmartTurn> judge = store.verified(SpeechModel.SMART_TURN).map(SmartTurn::in);
        judge.ifPresent(SmartTurn::prepare);
        List<Voice> voices = new ArrayList<>(List.of(SpeakingProvider.freeTts()));
        Optional<Path> hibari = store.verified(SpeechModel.HIBARI);
        if (hibari.isPresent()) {
            voices.add(Hibari.in(hibari.get()));
        }
        for (Voice voice : voices) {
            measure(voice, "silence of 500 ms", _ -> SILENCE_MS, sentences, results);
            if (judge.isPresent()) {
                measure(
                        voice,
                        "smart-turn after 200 ms",
                        sound -> answersAfterMs(judge.get(), sound),
                        sentences,
                        results);
            }
        }
        return results;
    }

    /** As a conversation does: a finished sentence is answered once that is known, another one only when patience ends. */
    private static long answersAfterMs(SmartTurn judge, short[] sound) {
        long before = System.nanoTime();
        boolean complete = isComplete(judge, sound);
        long tookMs = (System.nanoTime() - before) / 1_000_000;
        return complete
                ? Settings.Hearing.JUDGED_AFTER_MS + tookMs
                : Math.max(SILENCE_MS, Settings.Hearing.JUDGED_AFTER_MS + tookMs) + Settings.Hearing.PATIENCE_MS;
    }

    private void measure(Voice voice, String method, Method asked, List<String> sentences, List<Result> results) {
        int cuts = 0;
        long waitMs = 0;
        for (int i = 0; i < sentences.size(); i++) {
            Speaker.Sounded said = Speaker.sounded(voice, sentences.get(i));
            List<WordMark> words = said.words();
            int middle = (int) words.get(words.size() / 2).fromMs() * PER_MS;
            long pauseMs = PAUSES_MS[i % PAUSES_MS.length];
            short[] half = Arrays.copyOf(said.samples(), middle);
            cuts += asked.answersAfterMs(half) < pauseMs ? 1 : 0;
            short[] whole = new short[said.samples().length + (int) pauseMs * PER_MS];
            System.arraycopy(said.samples(), 0, whole, 0, middle);
            System.arraycopy(
                    said.samples(), middle, whole, middle + (int) pauseMs * PER_MS, said.samples().length - middle);
            waitMs += asked.answersAfterMs(whole);
        }
        int count = sentences.size();
        String who = voice.name() + ", " + method;
        results.add(new Result(name(), cuts, "cut in", count, who + ": of " + count + " sentences with a pause"));
        results.add(new Result(
                name(), (double) waitMs / count, "ms", SILENCE_MS, who + ": wait at the end, beside a fixed silence"));
    }

    /** What the model says soon after the voice fell silent. */
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
        short[] heard = Speaker.heard(sound, 0, (int) Settings.Hearing.JUDGED_AFTER_MS, Double.POSITIVE_INFINITY);
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
