package dev.parley.speech.moonshine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.provider.AudioFrame;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderEvent.PartialTranscript;
import dev.parley.provider.ProviderRequest;
import dev.parley.speech.Fetched;
import dev.parley.speech.Sound;
import dev.parley.speech.models.SpeechModel;
import dev.parley.speech.stt.TranscriberProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The free recogniser where it was fetched. */
class MoonshineTest {
    private static List<ProviderEvent> heard(Moonshine moonshine, List<AudioFrame> frames) {
        return Sound.run(
                new TranscriberProvider(moonshine),
                new ProviderRequest.Transcribe("u1", "en", Sound.RATE_HZ, true),
                frames);
    }

    private static final List<String> STORY = List.of(
            "once there was a small house by the river where an old woman lived with her brother",
            "every morning they went down to the water and counted the boats that came from the village",
            "one summer there was a yellow boat that nobody had ever seen before and it had no name",
            "they asked the neighbors and the teacher and the doctor but nobody could tell them anything about it",
            "in the evening a stranger came to the garden and asked for bread and water and a bicycle",
            "they gave him everything and the next morning the yellow boat was gone with the bicycle");

    @TestFactory
    Stream<DynamicTest> whatWasFetchedUnderstandsAnySentence() {
        return Fetched.made(SpeechModel.MOONSHINE, Moonshine::in)
                .flatMap(moonshine -> Stream.of(
                        DynamicTest.dynamicTest("words that nobody wrote down", () -> anySentence(moonshine)),
                        DynamicTest.dynamicTest("half a sentence", () -> halfASentence(moonshine)),
                        DynamicTest.dynamicTest("more than it hears at once", () -> longSpeech(moonshine)),
                        DynamicTest.dynamicTest("noise says nothing", () -> noise(moonshine))));
    }

    private static void anySentence(Moonshine moonshine) {
        List<ProviderEvent> events = heard(moonshine, Sound.of("my brother lives in a small village near the river"));
        ProviderEvent.FinalTranscript words = events.stream()
                .filter(ProviderEvent.FinalTranscript.class::isInstance)
                .map(ProviderEvent.FinalTranscript.class::cast)
                .findFirst()
                .orElseThrow();
        String text = words.text().toLowerCase(Locale.ROOT);
        assertTrue(text.contains("brother lives in a small village"), text);
    }

    private static void halfASentence(Moonshine moonshine) {
        List<String> partials =
                heard(moonshine, Sound.of("my brother lives in a small village near the river")).stream()
                        .filter(PartialTranscript.class::isInstance)
                        .map(event -> ((PartialTranscript) event).text())
                        .toList();
        assertTrue(partials.size() >= 3 && partials.size() <= 8, "it looks again, and not all the time: " + partials);
        assertTrue(partials.getFirst().length() < partials.getLast().length(), "the words grow: " + partials);
    }

    /** Half a minute without a pause. */
    private static void longSpeech(Moonshine moonshine) {
        List<AudioFrame> frames = new ArrayList<>();
        for (String sentence : STORY) {
            for (AudioFrame frame : Sound.frames(sentence, 0, 0)) {
                frames.add(new AudioFrame(
                        frame.pcm(), Sound.RATE_HZ, (long) frames.size() * frame.durationMs(), frame.durationMs()));
            }
        }
        long ms = frames.getLast().mediaMs();
        assertTrue(ms > 25_000, "it is long enough: " + ms);
        String text = heard(moonshine, frames).stream()
                .filter(ProviderEvent.FinalTranscript.class::isInstance)
                .map(event -> ((ProviderEvent.FinalTranscript) event).text().toLowerCase(Locale.ROOT))
                .findFirst()
                .orElse("");
        List<String> lost = STORY.stream()
                .flatMap(sentence -> Stream.of(sentence.split(" ", -1)))
                .filter(word -> word.length() > 4 && !text.contains(word))
                .toList();
        assertTrue(lost.size() <= 6, lost + " are missing from " + text);
    }

    private static void noise(Moonshine moonshine) {
        short[] noise = new short[2 * Sound.RATE_HZ];
        Random random = new Random(5);
        for (int i = 0; i < noise.length; i++) {
            noise[i] = (short) (2_000 * random.nextGaussian());
        }
        assertFalse(moonshine.understand(noise).sure(), "it is sure of " + moonshine.understand(noise));
        assertEquals(false, moonshine.understand(new short[Sound.RATE_HZ]).sure());
    }
}
