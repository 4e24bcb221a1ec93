package dev.parley.speech;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.AudioFrame;
import dev.parley.provider.Provider;
import dev.parley.provider.ProviderCall;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.speech.tts.SpeakingProvider;
import dev.parley.speech.tts.Voice;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;

/** Speech to test with, as the voice itself makes it, and calls that run to their end. */
public final class Sound {
    public static final int RATE_HZ = 16_000;
    private static final int FRAME_MS = 20;
    private static final int BYTES_PER_MS = 2 * RATE_HZ / 1000;

    private Sound() {}

    /** A sentence with some silence before and after it, in frames of 20 ms. */
    public static List<AudioFrame> of(String text) {
        return frames(text, 300, 500);
    }

    public static List<AudioFrame> frames(String text, int silenceBeforeMs, int silenceAfterMs) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes(new byte[silenceBeforeMs * BYTES_PER_MS]);
        for (ProviderEvent event : spoken(SpeakingProvider.freeTts(), text, "1", "1")) {
            if (event instanceof ProviderEvent.AudioChunk chunk) {
                all.writeBytes(chunk.frame().pcm());
            }
        }
        all.writeBytes(new byte[silenceAfterMs * BYTES_PER_MS]);
        return cut(all.toByteArray());
    }

    private static List<AudioFrame> cut(byte[] pcm) {
        List<AudioFrame> frames = new ArrayList<>();
        int size = FRAME_MS * BYTES_PER_MS;
        for (int at = 0; at + size <= pcm.length; at += size) {
            byte[] piece = java.util.Arrays.copyOfRange(pcm, at, at + size);
            frames.add(new AudioFrame(piece, RATE_HZ, at / BYTES_PER_MS, FRAME_MS));
        }
        return frames;
    }

    public static List<ProviderEvent> spoken(Voice voice, String text, String rate, String pauses) {
        return run(
                new SpeakingProvider(voice),
                new ProviderRequest.Synthesize(text, "", new BigDecimal(rate), new BigDecimal(pauses), RATE_HZ, 0),
                List.of());
    }

    /** All events of a call that is fed these frames. */
    public static List<ProviderEvent> run(Provider provider, ProviderRequest request, List<AudioFrame> frames) {
        List<ProviderEvent> events = new ArrayList<>();
        ProviderInvocation invocation = new ProviderInvocation(
                "c1", provider.profile().name(), provider.profile().modality(), "test", 1, "key", 1, 1);
        ProviderCall call = provider.start(invocation, request, events::add, CancelToken.NEVER);
        call.grant(Long.MAX_VALUE);
        frames.forEach(call::feed);
        call.finishInput();
        return events;
    }
}
