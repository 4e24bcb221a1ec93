package dev.parley.speech.sphinx;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.provider.AudioFrame;
import dev.parley.provider.ProviderEvent;
import dev.parley.provider.ProviderEvent.FinalTranscript;
import dev.parley.provider.ProviderEvent.NotUnderstood;
import dev.parley.provider.ProviderEvent.PartialTranscript;
import dev.parley.provider.ProviderRequest;
import dev.parley.provider.WordMark;
import dev.parley.speech.Phrases;
import dev.parley.speech.Sound;
import dev.parley.speech.stt.TranscriberProvider;
import dev.parley.speech.tts.SpeakingProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** What is said is understood, and what cannot be understood is not guessed. */
class SphinxProviderTest {
    private static final Recogniser RECOGNISER = new Recogniser(
            () -> new Phrases()
                    .slot("room", List.of("kitchen", "bedroom", "hall"))
                    .slot("number", List.of("two", "five", "ten"))
                    .add("(turn|switch) (on|off) the <room> (light|lights) [please]")
                    .add("set the volume to <number>")
                    .add("what is the weather in (Rome|Berlin)")
                    .add("(yes|no|stop|open the garage|i am vesna)")
                    .decoy("(do not|never) open the garage"),
            SpeakingProvider::phones,
            text -> text.replace("lights", "light").replace(" please", "").replace("switch", "turn"));

    private static List<ProviderEvent> heard(List<AudioFrame> frames) {
        return Sound.run(
                new TranscriberProvider(RECOGNISER),
                new ProviderRequest.Transcribe("u1", "en", Sound.RATE_HZ, true),
                frames);
    }

    private static String words(List<ProviderEvent> events) {
        return events.stream()
                .filter(FinalTranscript.class::isInstance)
                .map(event -> ((FinalTranscript) event).text())
                .findFirst()
                .orElse("");
    }

    @TestFactory
    Stream<DynamicTest> phrasesAreUnderstood() {
        return Stream.of(
                        "turn on the kitchen lights",
                        "switch off the bedroom light please",
                        "turn off the hall lights",
                        "set the volume to ten",
                        "what is the weather in Berlin",
                        "open the garage",
                        "yes",
                        "stop")
                .map(said -> DynamicTest.dynamicTest(said, () -> assertEquals(said, words(heard(Sound.of(said))))));
    }

    @TestFactory
    Stream<DynamicTest> whatIsNoPhraseIsNotGuessed() {
        return Stream.of(
                        "tell me a joke about penguins",
                        "my brother lives in a small village near the sea",
                        "do not open the garage",
                        "the cat sat on the mat",
                        "where did i leave my keys",
                        "can you recommend a good restaurant")
                .map(said -> DynamicTest.dynamicTest(said, () -> {
                    List<ProviderEvent> events = heard(Sound.of(said));
                    assertEquals("", words(events));
                    assertTrue(events.stream().anyMatch(NotUnderstood.class::isInstance), "and says so");
                }));
    }

    @Test
    void aNameThatIsInNoDictionaryIsUnderstood() {
        assertEquals("i am vesna", words(heard(Sound.of("i am vesna"))));
    }

    @Test
    void aStopWordIsKnownBeforeTheTurnIsOver() {
        List<AudioFrame> frames = Sound.frames("stop", 300, 400);
        List<ProviderEvent> events = heard(frames);
        PartialTranscript partial = (PartialTranscript) events.stream()
                .filter(PartialTranscript.class::isInstance)
                .findFirst()
                .orElseThrow();
        assertEquals("stop", partial.text());
        assertTrue(events.indexOf(partial) < events.size() - 2, "before the final words and the end");
    }

    @Test
    void wordsLieWhereTheyWereSaid() {
        List<ProviderEvent> spoken = Sound.spoken(SpeakingProvider.freeTts(), "turn on the kitchen lights", "1", "1");
        List<WordMark> said = new ArrayList<>();
        for (ProviderEvent event : spoken) {
            if (event instanceof ProviderEvent.AudioChunk chunk) {
                said.addAll(chunk.words());
            }
        }
        FinalTranscript words = (FinalTranscript) heard(Sound.of("turn on the kitchen lights")).stream()
                .filter(FinalTranscript.class::isInstance)
                .findFirst()
                .orElseThrow();
        assertEquals(said.size(), words.words().size());
        for (int i = 0; i < said.size(); i++) {
            long apart =
                    Math.abs(words.words().get(i).fromMs() - 300 - said.get(i).fromMs());
            assertTrue(
                    apart < 120, said.get(i) + " was found at " + words.words().get(i));
        }
    }

    @Test
    void silenceAndAClickSayNothing() {
        List<AudioFrame> silence = Sound.frames("", 1_000, 0);
        assertFalse(heard(silence).stream().anyMatch(NotUnderstood.class::isInstance));
        byte[] click = new byte[640];
        click[100] = 100;
        click[101] = 100;
        List<AudioFrame> clicked = new ArrayList<>(silence);
        clicked.set(20, new AudioFrame(click, Sound.RATE_HZ, 400, 20));
        assertEquals(2, heard(clicked).size(), "it starts and ends");
    }
}
