package dev.parley.kernel.people.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a sentence gives away of a value (ruling E12). */
class PhraseTest {
    private static boolean tells(String sentence, Json value) {
        return Phrase.forms(value).stream().anyMatch(form -> Phrase.isIn(sentence, form));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Your pin is 4711.",
                "Your pin is 47-11.",
                "It is 4,711.",
                "4 7 1 1, as ever.",
                "Four seven one one.",
                "Forty-seven eleven!",
                "It is forty seven eleven",
                "Use PIN4711 now.",
                "It is the 4711th.",
                "It is \u0664\u0667\u0661\u0661.",
            })
    void aNumberIsFoundHoweverItIsGroupedOrSpelled(String sentence) {
        assertTrue(tells(sentence, Json.Obj.EMPTY.with("pin", "4711")));
        assertTrue(tells(sentence, Json.Obj.EMPTY.with("pin", 4711)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"It is 47110.", "It is 471.", "Four seven.", "Forty apples and seven pears.", "No number at all."
            })
    void anotherNumberTellsNothing(String sentence) {
        assertFalse(tells(sentence, Json.Obj.EMPTY.with("pin", 4711)));
    }

    @Test
    void theNameOfAFlagThatIsSetTells() {
        assertTrue(tells("You are pregnant.", Json.Obj.EMPTY.with("pregnant", true)));
        assertTrue(tells("You are pregnant.", Json.Obj.EMPTY.with("isPregnant", true)));
        assertTrue(tells("She has diabetes.", Json.Obj.EMPTY.with("has_diabetes", true)));
        assertFalse(tells("You are pregnant.", Json.Obj.EMPTY.with("pregnant", false)));
    }

    @Test
    void aBirthdateTellsItsYear() {
        assertTrue(tells("Born in 1980.", Json.of("1980-05-01")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Your birthday is the first of May.",
                "On May 1st.",
                "1 May, as ever.",
                "May the first be with you.",
            })
    void aBirthdateTellsItsDay(String sentence) {
        assertTrue(tells(sentence, Json.of("1980-05-01")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "You have one thousand two hundred and thirty-four.",
                "Twelve hundred thirty four!",
                "\uff11\uff12\uff13\uff14"
            })
    void aCountIsFoundHoweverItIsSaid(String sentence) {
        assertTrue(tells(sentence, Json.of("1234")));
        assertFalse(tells(sentence, Json.of("1235")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "asth-ma",
                "a s t h m a",
                "a.s.t.h.m.a",
                "\u0430sthm\u0430",
                "as\u200bthma",
                "\u00e1sthma",
                "ASTHMA"
            })
    void aWordIsFoundThoughItIsCutSpelledOrWrittenInLettersThatLookAlike(String word) {
        assertTrue(tells("You have " + word + ".", Json.of("asthma")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"She takes insulins.", "It is the insulin's fault.", "An insulin4u pen."})
    void aWordIsFoundInItsPluralAndBesideANumber(String sentence) {
        assertTrue(tells(sentence, Json.of("insulin")));
        assertFalse(tells("Insulation is warm, and so are insulinsulas.", Json.of("insulin")));
        assertFalse(tells("It has cats.", Json.of("cat")), "short words are left as they are");
    }

    @Test
    void aSingleLetterTells() {
        assertTrue(tells("Your blood group is B.", Json.of("B")));
    }

    /** A child's hobby called "the" mutes nobody. */
    @ParameterizedTest
    @CsvSource({"the", "you are", "a", "I", "is it", "what the", "garage", "the kitchen lights"})
    void theCommonestWordsNeverMatchAlone(String value) {
        assertEquals(Set.of(), Phrase.forms(Json.of(value)));
        assertTrue(tells("I like the camomile tea", Json.of("the camomile")));
    }

    @Test
    void findsAWordThatIsSpelledBeforeAnotherWordAndReadsAnyLengthOfLetters() {
        assertTrue(Phrase.Heard.of("my pet is c a t dog").has("cat"));
        assertTrue(Phrase.Heard.of("a ".repeat(100_000)).has("a ".repeat(3).strip()));
    }
}
