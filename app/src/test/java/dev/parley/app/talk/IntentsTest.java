package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** People say what they want, need or would like as often as what is to be done; and often it is no wish at all. */
class IntentsTest {
    @ParameterizedTest
    @CsvSource({
        "We need the bathroom lights on., turn_on_light",
        "I would like some light in the kitchen please, turn_on_light",
        "Make it bright in the kitchen., turn_on_light",
        "Please get the lights in the bedroom off., turn_off_light",
        "I want the bedroom lights off now, turn_off_light",
        "Please make it dark in the living room, turn_off_light",
        "Would you shut the door for me?, close_door",
        "Can you make sure that the front door is closed?, close_door",
        "I need the garage door open please, open_garage",
        "Please let the garage door up, open_garage",
        "Could you set the volume to three please?, set_volume",
        "Turn the sound up to seven., set_volume",
        "Hold the music for a minute, pause_music",
        "I want the alarm to be off, disable_alarm",
        "Do you know whether it is raining in Rome?, weather",
        "Could you tell me how the weather is in Paris?, weather",
        "I would like to order a pizza., order",
        "Please get some bread from the shop, order"
    })
    void whatIsWantedIsDone(String said, String tool) {
        Intents.Wish wish = Intents.of(said);
        assertNotNull(wish, said);
        assertEquals(tool, wish.tool(), said);
    }

    @Test
    void theMomentIsNoPartOfACity() {
        Intents.Wish wish = Intents.of("Is it cold in Paris at the moment?");
        assertNotNull(wish);
        assertEquals("Paris", wish.arguments().text("city"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I need the bathroom lights on tomorrow",
                "We would like the kitchen lights off when we leave",
                "I don't want the bedroom lights off",
                "I like the kitchen lights on",
                "My mother would like the kitchen lights on",
                "Who wants the lights off",
                "Get the lights in the living room off ebay",
                "Ben wants the garage open",
                "I need the garage door opener",
                "Don't let the garage door up",
                "Do you want the alarm off",
                "You set the volume to three",
                "you shut the door",
                "Make sure the door is closed when you leave",
                "Is the front door closed",
                "They get some bread from the shop",
                "She would like to order a pizza",
                "Would you like to order a pizza"
            })
    void whatOnlySoundsLikeItIsNot(String said) {
        assertNull(Intents.of(said), said);
    }
}
