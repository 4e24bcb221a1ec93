package dev.parley.speech.tts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderEvent.AudioChunk;
import dev.parley.provider.WordMark;
import dev.parley.speech.Sound;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The voice speaks at one level, without clicks, and says where its words are. */
class FreeVoiceProviderTest {
    private static final String TEXT =
            "The kitchen lights are on. It is 7:30, and the volume is at 20%. Shall I open the garage?";

    private static List<AudioChunk> chunks(String text, String rate, String pauses) {
        return Sound.spoken(text, rate, pauses).stream()
                .filter(AudioChunk.class::isInstance)
                .map(AudioChunk.class::cast)
                .toList();
    }

    private static short[] samples(List<AudioChunk> chunks) {
        int count = chunks.stream()
                .mapToInt(chunk -> chunk.frame().pcm().length / 2)
                .sum();
        short[] samples = new short[count];
        int at = 0;
        for (AudioChunk chunk : chunks) {
            byte[] pcm = chunk.frame().pcm();
            for (int i = 0; i < pcm.length; i += 2) {
                samples[at++] = (short) ((pcm[i] & 0xff) | (pcm[i + 1] << 8));
            }
        }
        return samples;
    }

    private static long lengthMs(List<AudioChunk> chunks) {
        return chunks.stream().mapToLong(ProviderEvent::cost).sum();
    }

    @Test
    void itsLoudnessIsMinusTwentyGiveOrTakeThree() {
        for (String text : List.of(TEXT, "The sky over Rome is clear.", "I did not understand that.")) {
            double lufs = Loudness.of(samples(chunks(text, "1", "1")));
            assertTrue(lufs > -23 && lufs < -17, text + " is at " + lufs);
        }
    }

    @Test
    void nothingClipsAndEveryClauseBeginsAndEndsInSilence() {
        short[] samples = samples(chunks(TEXT, "1", "1"));
        for (short sample : samples) {
            assertTrue(Math.abs(sample) < Short.MAX_VALUE);
        }
        assertTrue(Math.abs(samples[0]) <= 1, "it fades in");
        assertTrue(Math.abs(samples[samples.length - 1]) <= 50, "it fades out");
        int steps = 0;
        int silent = 0;
        for (short sample : samples) {
            steps += silent > 80 && Math.abs(sample) > 500 ? 1 : 0;
            silent = sample == 0 ? silent + 1 : 0;
        }
        for (int i = samples.length - 1; i > 0; i--) {
            steps += silent > 80 && Math.abs(samples[i]) > 500 ? 1 : 0;
            silent = samples[i] == 0 ? silent + 1 : 0;
        }
        assertEquals(0, steps, "no click where silence begins or ends");
    }

    @Test
    void everyWrittenWordHasItsPlaceInOrder() {
        List<WordMark> marks = new ArrayList<>();
        List<AudioChunk> chunks = chunks(TEXT, "1", "1");
        for (AudioChunk chunk : chunks) {
            for (WordMark mark : chunk.words()) {
                assertTrue(
                        mark.fromMs() >= chunk.frame().mediaMs()
                                && mark.fromMs()
                                        <= chunk.frame().mediaMs()
                                                + chunk.frame().durationMs(),
                        mark + " begins in its chunk");
                marks.add(mark);
            }
        }
        assertEquals(
                List.of(TEXT.split(" ")), marks.stream().map(WordMark::word).toList());
        assertTrue(marks.getLast().toMs() <= lengthMs(chunks));
        assertTrue(marks.getFirst().fromMs() < 200, "nobody waits for the first word");
    }

    @Test
    void aSlowerVoiceHasTheSamePitch() {
        short[] normal = samples(chunks("I am here for all of you now.", "1", "1"));
        short[] slow = samples(chunks("I am here for all of you now.", "0.5", "1"));
        assertTrue(slow.length > 1.7 * normal.length && slow.length < 2.3 * normal.length);
        double before = Loudness.pitchHz(normal);
        double after = Loudness.pitchHz(slow);
        assertTrue(Math.abs(after / before - 1) < 0.1, before + " Hz became " + after + " Hz");
    }

    @Test
    void longerPausesLeaveTheWordsAlone() {
        long normal = lengthMs(chunks(TEXT, "1", "1"));
        long paused = lengthMs(chunks(TEXT, "1", "2"));
        assertTrue(paused >= normal + 600 && paused <= normal + 1_000, normal + " ms became " + paused + " ms");
    }

    @Test
    void theFirstClauseDoesNotWaitForTheOthers() {
        assertTrue(chunks(TEXT, "1", "1").getFirst().frame().durationMs() <= 100);
    }

    @Test
    void manyConversationsMaySpeakAtOnce() {
        List<Long> lengths = Stream.of("one", "two", "three", "four", "five", "six")
                .parallel()
                .map(_ -> lengthMs(chunks("The kitchen lights are on.", "1", "1")))
                .distinct()
                .toList();
        assertEquals(1, lengths.size(), "each of them says the same: " + lengths);
    }
}
