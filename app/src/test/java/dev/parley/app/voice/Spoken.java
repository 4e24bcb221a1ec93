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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

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

    /** Sound at 16 kHz as a file of its own. */
    public static byte[] wav(byte[] pcm) {
        ByteBuffer wav = ByteBuffer.allocate(44 + pcm.length).order(ByteOrder.LITTLE_ENDIAN);
        wav.put("RIFF".getBytes(StandardCharsets.US_ASCII)).putInt(36 + pcm.length);
        wav.put("WAVEfmt ".getBytes(StandardCharsets.US_ASCII)).putInt(16).putShort((short) 1);
        wav.putShort((short) 1)
                .putInt(Voice.RATE_HZ)
                .putInt(2 * Voice.RATE_HZ)
                .putShort((short) 2)
                .putShort((short) 16);
        wav.put("data".getBytes(StandardCharsets.US_ASCII)).putInt(pcm.length).put(pcm);
        return wav.array();
    }
}
