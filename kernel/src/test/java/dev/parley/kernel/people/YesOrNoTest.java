package dev.parley.kernel.people;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever is not plainly yes or no is neither: nothing is done for whoever only asks back. */
class YesOrNoTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "Is that correct?",
                "is that correct",
                "sure?",
                "do you want it approved",
                "you want to do it?",
                "would you do it",
                "are you sure",
                "ok?",
                "yes?",
                "want to go ahead"
            })
    void aQuestionIsNoAnswer(String words) {
        assertEquals(YesOrNo.NEITHER, YesOrNo.of(words));
    }

    @ParameterizedTest
    @CsvSource({
        "yes, YES",
        "Yes please!, YES",
        "do it, YES",
        "please do, YES",
        "go ahead then, YES",
        "sure thanks, YES",
        "i would yes, YES",
        "no, NO",
        "rather not, NO",
        "yes or no, NEITHER",
        "yes no, NO",
        "not now, NO",
        "not yet, NO",
        "yes now please, YES",
        "now, NEITHER",
        "say that again, NEITHER",
        "maybe, NEITHER",
        "all right, YES",
        "alright then, YES",
        "yes 👍, YES",
        "no 👍, NO"
    })
    void aPlainWordIsOne(String words, YesOrNo read) {
        assertEquals(read, YesOrNo.of(words));
    }

    /** Polite people begin a refusal with a word of agreement. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "okay, forget that",
                "ok leave that",
                "sure, just leave that",
                "ok, rather leave that then",
                "yes leave it",
                "all right, never mind",
                "do forget it",
                "i would rather do not"
            })
    void aRefusalThatBeginsWithAgreementIsANo(String words) {
        assertEquals(YesOrNo.NO, YesOrNo.of(words));
    }

    @ParameterizedTest
    @ValueSource(strings = {"yes 🙅", "ok ❌", "sure 👎", "yes ⛔", "yes, the other one"})
    void agreementWithASignOrWordThatSaysSomethingElseIsNoAnswer(String words) {
        assertEquals(YesOrNo.NEITHER, YesOrNo.of(words));
    }
}
