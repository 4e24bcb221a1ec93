package dev.parley.app.voice;

import dev.parley.kernel.port.CancelToken;
import dev.parley.provider.Modality;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderInvocation;
import dev.parley.provider.ProviderRequest;
import dev.parley.speech.tts.SpeakingProvider;
import dev.parley.speech.tts.Voice;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;

/** What a person says in a test: the voice in the jar, at 16 kHz. */
public final class Spoken {
    private Spoken() {}

    public static byte[] pcm(String text) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        new SpeakingProvider(SpeakingProvider.freeTts())
                .start(
                        new ProviderInvocation("c1", "freetts", Modality.TTS, "test", 1, "key", 1, 1),
                        new ProviderRequest.Synthesize(text, "", BigDecimal.ONE, BigDecimal.ONE, Voice.RATE_HZ, 0),
                        event -> {
                            if (event instanceof ProviderEvent.AudioChunk chunk) {
                                all.writeBytes(chunk.frame().pcm());
                            }
                            return true;
                        },
                        CancelToken.NEVER)
                .grant(Long.MAX_VALUE);
        return all.toByteArray();
    }
}
