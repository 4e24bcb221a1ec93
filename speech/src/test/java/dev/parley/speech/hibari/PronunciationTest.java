package dev.parley.speech.hibari;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.speech.Fetched;
import dev.parley.speech.models.SpeechModel;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** How words sound where Hibari was fetched: as its lexicons have them, with endings that they lack, and as its network guesses. */
class PronunciationTest {
    @TestFactory
    Stream<DynamicTest> everyWordHasItsSounds() {
        return Fetched.made(SpeechModel.HIBARI, Pronunciation::new)
                .flatMap(spoken -> Stream.of(
                        test("words and names of the lexicons", spoken, PronunciationTest::lexicon),
                        test("endings that follow the last sound", spoken, PronunciationTest::endings),
                        test("words that nobody knows", spoken, PronunciationTest::unknown),
                        test("light words depend on what follows", spoken, PronunciationTest::light)));
    }

    private static DynamicTest test(String name, Pronunciation spoken, Consumer<Pronunciation> check) {
        return DynamicTest.dynamicTest(name, () -> check.accept(spoken));
    }

    private static void sounds(Pronunciation spoken, Map<String, String> expected) {
        expected.forEach((word, sound) -> assertEquals(List.of(sound), spoken.of(List.of(word)), word));
    }

    private static void lexicon(Pronunciation spoken) {
        sounds(
                spoken,
                Map.of(
                        "kitchen",
                        "kˈɪʧᵊn",
                        "Garage",
                        "ɡəɹˈɑʒ",
                        "thermostat",
                        "θˈɜɹməstˌæt",
                        "dora",
                        "dˈɔɹə",
                        "ana",
                        "ˈɑnə"));
    }

    private static void endings(Pronunciation spoken) {
        sounds(
                spoken,
                Map.of(
                        "dora's", "dˈɔɹəz",
                        "ketchup's", "kˈɛʧəps",
                        "alex's", "ˈælɪksᵻz",
                        "rewatched", "ɹiwˈɑʧt",
                        "texted", "tˈɛkstᵻd",
                        "vaping", "vˈApɪŋ"));
    }

    private static void unknown(Pronunciation spoken) {
        sounds(
                spoken,
                Map.of("zorblax", "zˈɔɹblæks", "quinthorpe", "kwˈɪnθɔɹp", "frobnicate", "fɹˈɑbnᵻkˌAt", "42", ""));
    }

    private static void light(Pronunciation spoken) {
        assertEquals(List.of("ði", "ˈæpᵊl"), spoken.of(List.of("the", "apple")));
        assertEquals(List.of("ðə", "kˈɪʧᵊn"), spoken.of(List.of("the", "kitchen")));
        assertEquals(List.of("tʊ", "ˈOpᵊn"), spoken.of(List.of("to", "open")));
        assertEquals(List.of("ɡˌO", "tu"), spoken.of(List.of("go", "to")));
        assertEquals(List.of("ˈA", "bˈi", "sˈi"), spoken.of(List.of("a", "b", "c")));
        assertEquals(List.of("ɐ", "bˈɑks"), spoken.of(List.of("a", "box")));
    }
}
