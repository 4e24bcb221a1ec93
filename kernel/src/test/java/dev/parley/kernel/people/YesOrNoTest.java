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
        "maybe, NEITHER"
    })
    void aPlainWordIsOne(String words, YesOrNo read) {
        assertEquals(read, YesOrNo.of(words));
    }
}
