package dev.parley.kernel.people;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A yes is a whole answer on the list; hundreds of sentences that come near it are none. */
class NearYesTest {
    @Test
    void noSentenceThatOnlyComesNearAYesIsOne() {
        List<String> near = NearYes.sentences();
        assertTrue(near.size() >= 300, near.size() + " sentences");
        assertEquals(near.size(), Set.copyOf(near).size(), "each is listed once");
        assertEquals(
                List.of(),
                near.stream().filter(each -> YesOrNo.of(each) == YesOrNo.YES).toList());
    }

    @Test
    void everyAnswerOfTheListIsAYesInThePunctuationOfManyScripts() {
        List<String> written =
                NearYes.answers().stream().flatMap(NearYes::written).toList();
        assertTrue(written.size() > 1_000, written.size() + " answers");
        assertEquals(
                List.of(),
                written.stream().filter(each -> YesOrNo.of(each) != YesOrNo.YES).toList());
    }

    @Test
    void everyAnswerOfTheListWithAQuestionMarkOfAnyScriptAsksBack() {
        List<String> asked = NearYes.answers().stream()
                .flatMap(answer ->
                        NearYes.QUESTION_MARKS.codePoints().mapToObj(mark -> answer + Character.toString(mark)))
                .toList();
        assertEquals(
                List.of(),
                asked.stream()
                        .filter(each -> YesOrNo.of(each) != YesOrNo.NEITHER || !YesOrNo.resembles(each))
                        .toList());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "I want to do it",
                "I do it",
                "I would do it",
                "then I would just do it",
                "okay that is all",
                "yes\uFF1F",
                "yes if you are sure",
                "yes?",
                "not yes",
                "yes and no",
                "yes...",
                "y\u200Bes",
                "\u0443es",
                "\uD83D\uDC4D",
                "ja",
                "oui",
                "are you sure",
                "yes \u274C"
            })
    void whatResemblesAnAnswerIsAskedBack(String words) {
        assertEquals(YesOrNo.NEITHER, YesOrNo.of(words));
        assertTrue(YesOrNo.resembles(words));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "what is the weather in Rome",
                "turn on the kitchen lights",
                "ok turn on the kitchen lights",
                "sure, what's the weather in Rome",
                "Ben would do it",
                "I am here",
                "we are alone",
                "thank you",
                "I want to leave the house",
                "help",
                ""
            })
    void anyOtherSentenceIsNoAnswerAndIsNotAskedBack(String words) {
        assertEquals(YesOrNo.NEITHER, YesOrNo.of(words));
        assertFalse(YesOrNo.resembles(words));
    }

    @Test
    void aLongTextIsNoAnswerWhateverItSays() {
        for (String each :
                List.of("yes ".repeat(20_000), "no ".repeat(20_000), "hm ".repeat(20_000), "yes but ".repeat(200))) {
            assertEquals(YesOrNo.NEITHER, YesOrNo.of(each));
            assertFalse(YesOrNo.resembles(each) || YesOrNo.hesitates(each) || YesOrNo.asksAgain(each));
        }
    }

    @Test
    void aNoWithoutANoWordIsNone() {
        assertEquals(
                List.of(),
                Stream.of("I see", "later", "what", "you", "do you", "now", "that is it")
                        .filter(each -> YesOrNo.of(each) != YesOrNo.NEITHER)
                        .toList());
    }
}
