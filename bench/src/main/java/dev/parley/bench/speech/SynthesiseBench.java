package dev.parley.bench.speech;

import dev.parley.bench.Bench;
import dev.parley.bench.Result;
import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.Modality;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.speech.tts.SpeakingProvider;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;

/** How fast the voice speaks: until its first sound, and in all. */
public final class SynthesiseBench implements Bench {
    private static final double FIRST_MS_MAX = 50;
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
    public List<Result> run(boolean quick) {
        int rounds = quick ? 10 : 50;
        SpeakingProvider.freeTts().prepare();
        double[] firstMs = new double[rounds * SENTENCES.size()];
        double workMs = 0;
        long soundMs = 0;
        for (int i = 0; i < firstMs.length; i++) {
            long[] seen = {0, 0};
            long before = System.nanoTime();
            speak(SENTENCES.get(i % SENTENCES.size()), seen);
            workMs += (System.nanoTime() - before) / 1e6;
            firstMs[i] = (seen[0] - before) / 1e6;
            soundMs += seen[1];
        }
        Arrays.sort(firstMs);
        return List.of(
                new Result(name(), firstMs[firstMs.length / 2], "ms", FIRST_MS_MAX, "first sound, p50, at most"),
                new Result(name(), firstMs[firstMs.length * 95 / 100], "ms", FIRST_MS_MAX, "first sound, p95, at most"),
                new Result(name(), workMs / soundMs, "of real time", 1, "time to speak, for each time of sound"));
    }

    /** Notes when the first sound came, and how long all of it is. */
    private static void speak(String text, long[] seen) {
        new SpeakingProvider(SpeakingProvider.freeTts())
                .start(
                        new ProviderInvocation("c1", "freetts", Modality.TTS, "bench", 1, "key", 1, 1),
                        new ProviderRequest.Synthesize(text, "", BigDecimal.ONE, BigDecimal.ONE, Speaker.RATE_HZ, 0),
                        event -> {
                            if (event instanceof ProviderEvent.AudioChunk chunk) {
                                seen[0] = seen[0] == 0 ? System.nanoTime() : seen[0];
                                seen[1] += chunk.cost();
                            }
                            return true;
                        },
                        CancelToken.NEVER)
                .grant(Long.MAX_VALUE);
    }
}
