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
        "Please get some bread from the shop, order",
        "I forgot my bike open the garage door please, open_garage",
        "We are watching a movie turn off the living room lights, turn_off_light",
        "Someone is coming in turn on the hall lights, turn_on_light",
        "It is pitch black in the bedroom give me some light, turn_on_light",
        "There is a draft shut the door please, close_door",
        "My hearing is bad put the volume on eight, set_volume",
        "I cannot hear anything make the volume nine, set_volume",
        "Please disarm the alarm I am home, disable_alarm",
        "Cancel the burglar alarm now, disable_alarm",
        "I need to talk to mom pause the music a second, pause_music",
        "My son lives in Vienna what is the weather there, weather",
        "Barcelona weather please, weather",
        "Put in an order for dog food, order"
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
                "Would you like to order a pizza",
                "She is the one who can open the garage",
                "It is my job to close the door",
                "My kids are here to turn off the lights",
                "Switch the alarm off once I'm back",
                "Close the door if it is too cold",
                "The film is called turn off the lights",
                "I have people open the garage",
                "It was dark in the hall turn on the lights she said",
                "The activate the bathroom lights",
                "Do you activate the bathroom lights",
                "The kids are asleep don't turn on the hall lights",
                "I hear Ben open the garage",
                "I want to make sure my sons turn off the bedroom lights",
                "My wife has finally put on the hall lights",
                "My dad is like turn off the kitchen lights",
                "The baby is asleep so nobody turn on the bedroom lights",
                "It's great you can turn off the kitchen lights",
                "I'll turn off the kitchen lights in a minute",
                "Pause the music in a second",
                "We interrupt the music for the news",
                "I am reading the encyclopedia volume three",
                "The volume is at nine, turn it down",
                "I like this one, turn the volume up",
                "On the tv, volume five",
                "Activate the fairy lights in the bedroom",
                "The kids are in school, how is the weather there"
            })
    void whatOnlySoundsLikeItIsNot(String said) {
        assertNull(Intents.of(said), said);
    }
}
