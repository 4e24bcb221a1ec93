package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.app.config.Configuration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the house asks back takes its answer from the very next words, and from no others. */
@Timeout(120)
class AskedBackTest {
    private static List<String> said(@Nullable String person, String... lines) {
        List<String> said = new CopyOnWriteArrayList<>();
        try (TalkHost host = new TalkHost(Configuration.DEFAULT, new SystemTime());
                TalkConversation talk = host.talk("talk-1", person, TalkScreen.ofLines(said::add))) {
            List.of(lines).forEach(talk::type);
        }
        return said;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "what's the weather | Rome | The sky over Rome is clear.",
                "what's the weather | in new york please | The sky over New york is clear.",
                "turn on the light in the attic | kitchen | The kitchen lights are on.",
                "turn on the light in the attic | the kitchen, please | The kitchen lights are on.",
                "turn on the lights | in the kitchen | The kitchen lights are on.",
                "please switch the lamp off | hall | The hall lights are off.",
                "turn off all the lights | the hall | The hall lights are off.",
                "turn on the kitchen and hall lights | hall | The hall lights are on.",
                "louder please | 7 | The volume is at 7.",
                "louder please | make it three | The volume is at 3.",
                "volume 99 | four | The volume is at 4.",
                "turn on the hall light at eight | yes | The hall lights are on.",
                "turn on the hall light tomorrow | yes please | The hall lights are on.",
                "turn on the hall light tomorrow | no | All right, I leave it.",
                "did you turn on the kitchen lights? | yes | The kitchen lights are on.",
                "if it gets dark turn on the kitchen lights | do it | The kitchen lights are on.",
                "let bob use the garage | ben | Shall I let Ben use",
                "I have company over tonight | yes | I take it that others are here.",
                "I have company over tonight | no | All right, I leave it.",
            })
    void isAnsweredByTheNextWords(String first, String answer, String then) {
        List<String> said = said("ana", first, answer);
        assertTrue(said.getFirst().endsWith("?"), said.toString());
        assertTrue(said.get(1).startsWith(then), said.toString());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "what's the weather | hello | Hello.",
                "what's the weather | turn on the hall lights | The hall lights are on.",
                "turn on the light in the attic | turn off the kitchen lights | The kitchen lights are off.",
                "turn on the hall light tomorrow | turn on the bathroom lights | The bathroom lights are on.",
            })
    void isDroppedByWordsOfTheirOwn(String first, String next, String then) {
        List<String> said = said("ana", first, next, "Rome", "kitchen", "yes");
        assertTrue(said.get(1).startsWith(then), said.toString());
        said.subList(2, said.size())
                .forEach(each -> assertTrue(!each.contains("lights are") && !each.contains("sky"), said.toString()));
    }

    @Test
    void lightsWithoutARoomAreThoseOfTheRoomThatWasJustSpokenOf() {
        assertEquals(
                List.of(
                        "The kitchen lights are on.",
                        "The kitchen lights are off.",
                        "The sky over Rome is clear.",
                        "Which room: kitchen, bedroom, living room, bathroom or hall?"),
                said(
                        "ana",
                        "turn on the kitchen lights",
                        "turn the light off",
                        "weather in Rome",
                        "turn on the lights"));
        assertEquals(
                "Which room: kitchen, bedroom, living room, bathroom or hall?",
                said("ana", "turn on the kitchen lights", "turn off the light in the attic")
                        .getLast());
    }

    @Test
    void whoMayNotTurnOnAnyLightsIsNotAskedInWhichRoom() {
        assertEquals(
                List.of("I did not turn the lights on: that is for those who look after the house."),
                said("chris", "turn on the lights"));
        assertEquals(
                List.of("I did not turn the lights off. I do not know who you are."),
                said(null, "turn off the lights"));
    }

    @Test
    void thatSomebodyMayHaveComeIsNotDropped() {
        List<String> said = said(
                "ana",
                "remember that my birthdate is 1980-05-01",
                "I have company over tonight",
                "what is my birthdate");
        assertTrue(said.get(1).endsWith("?"), said.toString());
        assertEquals("I take it that somebody else is here.", said.get(2), said.toString());
        assertTrue(said.stream().noneMatch(each -> each.contains("1980")), said.toString());
    }

    @Test
    void aGivenNameIsNotAskedFor() {
        assertEquals(
                List.of("Hello, Max. I do not know you yet, so you are a guest here."),
                said(null, "I am new here, my name is Max"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "thank you | You are welcome.",
                "Thanks! | You are welcome.",
                "goodbye | Goodbye.",
                "good night | Good night.",
                "never mind | All right.",
                "yes | There is nothing to say yes to.",
                "no | There is nothing to say no to.",
                "who is in the house? | Nobody else is here, as far as I know.",
                "are you recording me? | I write down what is said and decided. Sound I keep only with your consent.",
                "my pin is 1234 | I did not understand that. Ask me what I can do.",
                "I am 18 now | I did not understand that. Ask me what I can do.",
                "I am 8 | I did not understand that. Ask me what I can do.",
                "turn them off again | What shall I turn off?",
                "turn off everything | I turn one thing on or off at a time. What shall I turn off first?",
                "switch everything off please | I turn one thing on or off at a time. What shall I turn off first?",
                "turn it all on | I turn one thing on or off at a time. What shall I turn on first?",
                "forget everything you know about me | I cannot forget one person alone. I can only forget everything about everybody. Shall I do that?",
            })
    void shortWordsGetAShortAnswer(String words, String answer) {
        assertEquals(List.of(answer), said("ana", words));
    }

    @Test
    void themAreTheLightsOfJustNow() {
        assertEquals(
                List.of("The hall lights are on.", "The hall lights are off."),
                said("ana", "turn on the hall lights", "turn them off again"));
    }

    @Test
    void whatIsToBeRememberedIsToldBackWithoutTheWish() {
        assertEquals(
                List.of("I will remember that.", "You told me that you like tea."),
                said("ana", "remember that I like tea", "what do you know about me"));
        assertEquals(
                List.of("I do not know who you are. I keep nothing of that."), said(null, "remember that I like tea"));
    }

    @Test
    void whatWasNotedIsListed() {
        assertEquals(
                List.of("I will remember your favourite colour.", "Your favourite colour is green."),
                said("ana", "remember that my favourite colour is green", "what do you know about me"));
    }
}
