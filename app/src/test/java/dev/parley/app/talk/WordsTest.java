package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.json.Json;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

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
                        "tell me a joke")
                .map(each -> DynamicTest.dynamicTest(each, () -> assertEquals(null, Intents.of(each))));
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
}
