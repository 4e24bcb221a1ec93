package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Who waits for an answer gets one, or is told why not; not more wait than may. */
class AnswersTest {
    private final Answers answers = new Answers();

    @Test
    void moreMessagesThanMayWaitAreRefusedWithTheReason() {
        List<Answers.Fate> fates = new ArrayList<>();
        for (int i = 0; i < Answers.WAITING_MAX; i++) {
            fates.add(answers.expected());
        }
        Answers.Fate refused = answers.expected();
        assertEquals(
                "256 messages wait to be taken in already",
                refused.answer().exceptionNow().getMessage());
        assertTrue(fates.stream().noneMatch(fate -> fate.answer().isDone()));
        answers.taken();
        assertFalse(answers.expected().answer().isDone(), "one was taken in, so that there is room for one");
    }
}
