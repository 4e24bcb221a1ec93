package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.json.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is taken from sentences: the right act or none, and never another. */
class WordsTest {
    private static final HouseWords WORDS = new HouseWords(List.of("ana", "ben"));

    @TestFactory
    Stream<DynamicTest> aWishIsATool() {
        return Map.ofEntries(
                        Map.entry("switch the bathroom lamps on", "turn_on_light {\"room\":\"bathroom\"}"),
                        Map.entry("please brighten the hall", "turn_on_light {\"room\":\"hall\"}"),
                        Map.entry("Turn off the bedroom light.", "turn_off_light {\"room\":\"bedroom\"}"),
                        Map.entry("shut the front door", "close_door {}"),
                        Map.entry("open our garage now", "open_garage {}"),
                        Map.entry("deactivate the alarm", "disable_alarm {}"),
                        Map.entry("volume up to seven", "set_volume {\"level\":7}"),
                        Map.entry("volume 10", "set_volume {\"level\":10}"),
                        Map.entry("halt that song", "pause_music {}"),
                        Map.entry("buy us milk please", "order {\"item\":\"milk\"}"),
                        Map.entry("we ran out of coffee, order more", "order {\"item\":\"coffee\"}"),
                        Map.entry("is it raining in Berlin", "weather {\"city\":\"Berlin\"}"))
                .entrySet()
                .stream()
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> {
                    Intents.Wish wish = Intents.of(each.getKey());
                    assertEquals(
                            each.getValue(),
                            wish == null
                                    ? "nothing"
                                    : wish.tool() + " " + wish.arguments().canonical());
                }));
    }

    @TestFactory
    Stream<DynamicTest> whatDeniesWondersOrIsOutOfRangeIsNoWish() {
        return Stream.of(
                        "please do not open the garage",
                        "never turn on the kitchen lights",
                        "why did you close the door",
                        "what if I disable the alarm",
                        "when were the hall lights turned on",
                        "volume eleven",
                        "volume 99",
                        "volume -3",
                        "buy some",
                        "get me out of here",
                        "order milk, actually no",
                        "open the front door",
                        "turn on the attic lights",
                        "turn on the lights",
                        "turn off all the lights",
                        "turn off all lights except the kitchen",
                        "turn on the hall light at eight",
                        "close the door tomorrow",
                        "if it rains close the door",
                        "open the garage and turn off the alarm",
                        "turn the volume up by two",
                        "allow ben to delete everything",
                        "can Ben open the garage?",
                        "he said turn on the lights",
                        "did you turn on the lights?",
                        "there is no reason to disable the alarm",
                        "put the kitchen light on the shopping list",
                        "imagine I asked you to open the garage",
                        "close the door of the fridge",
                        "delete all my photos",
                        "the alarm is going off",
                        "tell me a joke")
                .map(each -> DynamicTest.dynamicTest(each, () -> assertEquals(null, Intents.of(each))));
    }

    @TestFactory
    Stream<DynamicTest> whatIsNotDoneIsAskedAbout() {
        return Map.of(
                        "turn on the attic lights", "Which room: kitchen, bedroom, living room, bathroom or hall?",
                        "turn off all the lights",
                                "I can only do one room at a time. Which room: kitchen, bedroom, living room, bathroom or hall?",
                        "what is the weather like?", "In which city?",
                        "volume 50", "The volume goes from 0 to 10. Which level shall it be?",
                        "close the door and open the garage", "One thing at a time, please. What shall I do first?",
                        "close the door at eight",
                                "I can do that now, but not at another time. Shall I close the door now?",
                        "please do not open the garage", "All right, I leave it.")
                .entrySet()
                .stream()
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> {
                    Intents.Found found = Intents.read(each.getKey());
                    assertEquals(each.getValue(), found == null ? "nothing" : found.instead());
                }));
    }

    @TestFactory
    Stream<DynamicTest> oneLetterMayBeWrong() {
        return Map.of(
                        "kichen lights on", "kitchen lights on",
                        "trun on the light", "turn on the light",
                        "turn of the kitchen light", "turn off the kitchen light",
                        "volumme five", "volume five",
                        "turn on the oven", "turn on the oven",
                        "the attic", "the attic",
                        "this is Dora", "this is Dora")
                .entrySet()
                .stream()
                .map(each -> DynamicTest.dynamicTest(
                        each.getKey(), () -> assertEquals(each.getValue(), Spelling.mended(each.getKey()))));
    }

    @TestFactory
    Stream<DynamicTest> aVerbIsNeverItsOpposite() {
        return Map.of(
                        "open the front door", "I can close the door, but not the opposite. What shall I do?",
                        "close the garage", "I can open the garage, but not the opposite. What shall I do?",
                        "switch the alarm on", "I can disable the alarm, but not the opposite. What shall I do?",
                        "start the music", "I can pause the music, but not the opposite. What shall I do?")
                .entrySet()
                .stream()
                .map(each -> DynamicTest.dynamicTest(
                        each.getKey(),
                        () -> assertEquals(
                                each.getValue(),
                                new FreeWords(List.of("ana", "ben"))
                                        .read(each.getKey())
                                        .instead())));
    }

    @TestFactory
    Stream<DynamicTest> peopleSpeakToTheMachines() {
        return Map.ofEntries(
                        Map.entry("This is Ben.", "identity explicit_identity_claim ben"),
                        Map.entry("I'm Ana", "identity explicit_identity_claim ana"),
                        Map.entry("I am tired", "nothing"),
                        Map.entry("I am not Ana", "nothing"),
                        Map.entry("please call me Benny", "addressing explicit_preference "),
                        Map.entry("let Ben use the music", "delegation delegation_intent_detected ben"),
                        Map.entry("Ben can not use the alarm", "nothing"),
                        Map.entry("let Zoe use the garage", "nothing"),
                        Map.entry(
                                "Ben can disable the alarm until I'm back",
                                "delegation delegation_intent_detected ben"),
                        Map.entry("allow ben to delete everything", "delegation delegation_intent_detected ben"),
                        Map.entry("Ben wants to use the garage", "nothing"),
                        Map.entry("I don't mind being recorded", "consent consent_request "),
                        Map.entry("I don't want to be recorded", "consent explicit_denial "),
                        Map.entry("are you recording me", "nothing"),
                        Map.entry("record the match", "nothing"),
                        Map.entry("call me later", "nothing"),
                        Map.entry("Ben and Zoe are here", "nothing"),
                        Map.entry("Ben just went home", "mode participant_left "),
                        Map.entry("Ben left his keys", "nothing"),
                        Map.entry("Ben is here", "mode participant_detected "),
                        Map.entry("Ben has left", "mode participant_left "))
                .entrySet()
                .stream()
                .map(each -> DynamicTest.dynamicTest(
                        each.getKey(),
                        () -> assertEquals(
                                each.getValue(),
                                WORDS.acts(each.getKey()).stream()
                                        .map(act -> act.machine() + " " + act.action() + " " + act.target())
                                        .findFirst()
                                        .orElse("nothing"))));
    }

    @TestFactory
    Stream<DynamicTest> aMannerIsAskedForInWords() {
        return Map.of(
                        "please speak more slowly", "{\"scope\":\"session\",\"speech_rate\":0.8}",
                        "talk faster to me everywhere", "{\"scope\":\"user\",\"speech_rate\":1.2}",
                        "show me captions", "{\"forced_captions\":true,\"scope\":\"session\"}",
                        "do not talk slower", "null",
                        "what a slow day", "null")
                .entrySet()
                .stream()
                .map(each -> DynamicTest.dynamicTest(each.getKey(), () -> {
                    Json.Obj manner = WORDS.manner(each.getKey());
                    assertEquals(each.getValue(), manner == null ? "null" : manner.canonical());
                }));
    }

    @ParameterizedTest
    @ValueSource(strings = {"make it dark, ", "could you please. ", ", , ", "it is so dark - ", " "})
    void readsASentenceWithAnEmptyPart(String sentence) {
        assertDoesNotThrow(() -> new FreeWords(List.of("ana")).meant(sentence));
    }
}
