package dev.parley.kernel.people.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SentencesTest {
    @ParameterizedTest
    @ValueSource(strings = {"It costs 3.", "We meet at 5 p.", "It is late", "Mind the e.", "", "Well, J."})
    void aTextThatMayGoOnHasNoSentenceYet(String text) {
        assertEquals(-1, Sentences.endIn(text, 0));
    }

    @ParameterizedTest
    @ValueSource(strings = {"It is late.", "Is it late?", "Stop!", "It costs 3. ", "Who knows\u2026"})
    void aSentenceEndsWithItsMark(String text) {
        assertEquals(text.strip().length(), Sentences.endIn(text, 0));
    }

    @Test
    void theNextSentenceIsLookedForBehindTheOneBefore() {
        String text = "One two. Three. Four";
        assertEquals(8, Sentences.endIn(text, 0));
        assertEquals(15, Sentences.endIn(text, 8));
        assertEquals(-1, Sentences.endIn(text, 15));
    }
}
