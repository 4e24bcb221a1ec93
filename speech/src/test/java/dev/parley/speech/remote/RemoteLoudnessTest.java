package dev.parley.speech.remote;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.provider.ProviderEvent.AudioChunk;
import dev.parley.speech.Sound;
import dev.parley.speech.remote.Stubs.Running;
import dev.parley.speech.tts.Loudness;
import dev.parley.speech.tts.SpeakingProvider;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** However loud a server speaks, it is heard as loud as every other voice, and its loudness does not go up and down. */
class RemoteLoudnessTest {
    private static final String TEXT =
            "The kitchen lights are on. It is 7:30, and the volume is at 20%. Shall I open the garage?";

    /** The default voice at -20 LUFS, so much louder, as 24 kHz. */
    private static byte[] spoken(String text, double db) {
        short[] slow = samples(Sound.spoken(SpeakingProvider.freeTts(), text, "1", "1").stream()
                .filter(AudioChunk.class::isInstance)
                .map(AudioChunk.class::cast)
                .toList());
        byte[] pcm = new byte[slow.length * 3 / 2 * 2];
        for (int i = 0; i < pcm.length / 2; i++) {
            double at = i * 2 / 3.0;
            int before = (int) at;
            double next = before + 1 < slow.length ? slow[before + 1] : 0;
            double value = (slow[before] * (1 - at + before) + next * (at - before)) * Math.pow(10, db / 20);
            short sample = (short) Math.clamp(Math.round(value), Short.MIN_VALUE, Short.MAX_VALUE);
            pcm[2 * i] = (byte) sample;
            pcm[2 * i + 1] = (byte) (sample >> 8);
        }
        return pcm;
    }

    private static short[] samples(List<AudioChunk> chunks) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        chunks.forEach(chunk -> all.writeBytes(chunk.frame().pcm()));
        byte[] pcm = all.toByteArray();
        short[] samples = new short[pcm.length / 2];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = (short) ((pcm[2 * i] & 0xff) | (pcm[2 * i + 1] << 8));
        }
        return samples;
    }

    private static short[] heard(RemoteVoice voice) throws InterruptedException {
        Running call = new Running(voice, Stubs.SPEAK);
        assertTrue(call.outcome().isSuccess());
        return samples(call.of(AudioChunk.class));
    }

    private static void isAtItsLevel(short[] samples, String what) {
        double lufs = Loudness.of(samples);
        assertTrue(lufs > -23 && lufs < -17, what + " is at " + lufs);
        for (short sample : samples) {
            assertTrue(Math.abs(sample) < Short.MAX_VALUE, "nothing clips");
        }
    }

    @TestFactory
    Stream<DynamicTest> everyServerIsAsLoudAsTheOtherVoices() {
        return DoubleStream.of(-18, -10, -3, 0, 5, 9)
                .boxed()
                .flatMap(db -> Stream.of(TEXT, "The lights are on.")
                        .map(text -> DynamicTest.dynamicTest(text + " at " + db + " dB", () -> isLevelled(text, db))));
    }

    private static void isLevelled(String text, double db) throws IOException, InterruptedException {
        byte[] pcm = spoken(text, db);
        try (StubServer server = new StubServer(line -> line.answer("200 OK", pcm))) {
            RemoteVoice voice = Stubs.voice(server);
            isAtItsLevel(heard(voice), "the first time");
            isAtItsLevel(heard(voice), "and the second");
        }
    }

    /** In every half second of speech the gain is nearly that of the one before. */
    @Test
    void itsGainFollowsNoSyllable() throws IOException, InterruptedException {
        byte[] pcm = spoken(TEXT, -12);
        try (StubServer server = new StubServer(line -> line.answer("200 OK", pcm))) {
            RemoteVoice voice = Stubs.voice(server);
            List<Double> gains = gains(samples24(pcm), heard(voice));
            for (int i = 1; i < gains.size(); i++) {
                assertTrue(Math.abs(gains.get(i) - gains.get(i - 1)) <= 1.2, gains::toString);
            }
            assertTrue(gains.size() > 6, gains::toString);
        }
    }

    private static short[] samples24(byte[] pcm) {
        short[] samples = new short[pcm.length / 2];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = (short) ((pcm[2 * i] & 0xff) | (pcm[2 * i + 1] << 8));
        }
        return samples;
    }

    private static List<Double> gains(short[] sent, short[] heard) {
        List<Double> gains = new ArrayList<>();
        int half = Sound.RATE_HZ / 2;
        for (int from = half; from + half < heard.length; from += half) {
            double before = level(sent, from * 3 / 2, half * 3 / 2);
            double after = level(heard, from, half);
            if (before > -50) {
                gains.add(after - before);
            }
        }
        return gains;
    }

    private static double level(short[] samples, int from, int count) {
        double sum = 0;
        for (int i = from; i < from + count; i++) {
            sum += (double) samples[i] * samples[i] / count;
        }
        return 10 * Math.log10(sum / Short.MAX_VALUE / Short.MAX_VALUE + 1e-12);
    }
}
