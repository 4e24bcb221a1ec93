package dev.parley.speech.tts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderEvent.AudioChunk;
import dev.parley.provider.WordMark;
import dev.parley.speech.Fetched;
import dev.parley.speech.InstalledVoices;
import dev.parley.speech.Sound;
import dev.parley.speech.hibari.Hibari;
import dev.parley.speech.models.SpeechModel;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The voice speaks at one level, without clicks, and says where its words are. */
class VoicesTest {
    private static final String TEXT =
            "The kitchen lights are on. It is 7:30, and the volume is at 20%. Shall I open the garage?";

    private static Stream<Voice> voices() {
        return Stream.of(
                        Stream.of(SpeakingProvider.freeTts()),
                        Fetched.made(SpeechModel.HIBARI, Hibari::in),
                        InstalledVoices.here())
                .flatMap(each -> each);
    }

    private static Stream<DynamicTest> each(String what, Consumer<Voice> test) {
        return voices().map(voice -> DynamicTest.dynamicTest(voice.name() + ": " + what, () -> test.accept(voice)));
    }

    @TestFactory
    Stream<DynamicTest> everyVoiceIsGood() {
        return Stream.of(
                        each(
                                "its loudness is minus twenty give or take three",
                                VoicesTest::itsLoudnessIsMinusTwentyGiveOrTakeThree),
                        each(
                                "nothing clips and every clause begins and ends in silence",
                                VoicesTest::nothingClipsAndEveryClauseBeginsAndEndsInSilence),
                        each("no border of two chunks is a click", VoicesTest::noBorderOfTwoChunksIsAClick),
                        each(
                                "every written word has its place in order",
                                VoicesTest::everyWrittenWordHasItsPlaceInOrder),
                        each("a slower voice has the same pitch", VoicesTest::aSlowerVoiceHasTheSamePitch),
                        each("longer pauses leave the words alone", VoicesTest::longerPausesLeaveTheWordsAlone),
                        each(
                                "the first clause does not wait for the others",
                                VoicesTest::theFirstClauseDoesNotWaitForTheOthers),
                        each("many conversations may speak at once", VoicesTest::manyConversationsMaySpeakAtOnce))
                .flatMap(tests -> tests);
    }

    private static List<AudioChunk> chunks(Voice voice, String text, String rate, String pauses) {
        return Sound.spoken(voice, text, rate, pauses).stream()
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

    private static void itsLoudnessIsMinusTwentyGiveOrTakeThree(Voice voice) {
        for (String text : List.of(TEXT, "The sky over Rome is clear.", "I did not understand that.")) {
            double lufs = Loudness.of(samples(chunks(voice, text, "1", "1")));
            assertTrue(lufs > -23 && lufs < -17, text + " is at " + lufs);
        }
    }

    private static void nothingClipsAndEveryClauseBeginsAndEndsInSilence(Voice voice) {
        short[] samples = samples(chunks(voice, TEXT, "1", "1"));
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

    /** The largest step from one chunk to the next, beside the largest one inside them. */
    private static void noBorderOfTwoChunksIsAClick(Voice voice) {
        List<AudioChunk> chunks = chunks(voice, TEXT, "1", "1");
        short[] samples = samples(chunks);
        Set<Integer> borders = new HashSet<>();
        int at = 0;
        for (AudioChunk chunk : chunks) {
            at += chunk.frame().pcm().length / 2;
            borders.add(at);
        }
        int inside = 0;
        int atBorders = 0;
        for (int i = 1; i < samples.length; i++) {
            int step = Math.abs(samples[i] - samples[i - 1]);
            if (borders.contains(i)) {
                atBorders = Math.max(atBorders, step);
            } else {
                inside = Math.max(inside, step);
            }
        }
        assertTrue(atBorders <= inside, atBorders + " at borders, and " + inside + " inside");
    }

    private static void everyWrittenWordHasItsPlaceInOrder(Voice voice) {
        List<WordMark> marks = new ArrayList<>();
        List<AudioChunk> chunks = chunks(voice, TEXT, "1", "1");
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

    private static void aSlowerVoiceHasTheSamePitch(Voice voice) {
        short[] normal = samples(chunks(voice, "I am here for all of you now.", "1", "1"));
        short[] slow = samples(chunks(voice, "I am here for all of you now.", "0.5", "1"));
        assertTrue(slow.length > 1.7 * normal.length && slow.length < 2.3 * normal.length);
        double before = Loudness.pitchHz(normal);
        double after = Loudness.pitchHz(slow);
        assertTrue(Math.abs(after / before - 1) < 0.1, before + " Hz became " + after + " Hz");
    }

    private static void longerPausesLeaveTheWordsAlone(Voice voice) {
        long normal = lengthMs(chunks(voice, TEXT, "1", "1"));
        long paused = lengthMs(chunks(voice, TEXT, "1", "2"));
        assertTrue(paused >= normal + 600 && paused <= normal + 1_000, normal + " ms became " + paused + " ms");
    }

    private static void theFirstClauseDoesNotWaitForTheOthers(Voice voice) {
        assertTrue(chunks(voice, TEXT, "1", "1").getFirst().frame().durationMs() <= 100);
    }

    private static void manyConversationsMaySpeakAtOnce(Voice voice) {
        List<Long> lengths = Stream.of("one", "two", "three", "four", "five", "six")
                .parallel()
                .map(_ -> lengthMs(chunks(voice, "The kitchen lights are on.", "1", "1")))
                .distinct()
                .toList();
        assertEquals(1, lengths.size(), "each of them says the same: " + lengths);
    }
}
