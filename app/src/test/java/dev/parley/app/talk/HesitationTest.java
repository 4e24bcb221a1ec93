package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.app.config.Configuration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whoever is asked and hesitates, or agrees to something else. */
@Timeout(120)
class HesitationTest {
    private static final String GARAGE = "Shall I open the garage? Please say yes or no.";

    private final List<String> said = new CopyOnWriteArrayList<>();
    private final TalkHost house = new TalkHost(Configuration.DEFAULT, new SystemTime());

    @AfterEach
    void close() {
        house.close();
    }

    private TalkConversation talk(String name) {
        return house.talk(name, "ana", TalkScreen.ofLines(said::add));
    }

    @Test
    void hesitationKeepsTheQuestionAndItIsAskedOnceMore() {
        for (String hesitation : List.of("hmm", "what for?", "maybe later", "hmm, well, maybe later")) {
            said.clear();
            try (TalkConversation talk = talk("talk-" + hesitation.length())) {
                List.of("open the garage", hesitation, "yes").forEach(talk::type);
                assertEquals(List.of(GARAGE, GARAGE, "Done: the garage is open."), said);
            }
        }
    }

    @Test
    void hesitationKeepsTheQuestionsOfTheHouseToo() {
        String recording = "May I record what is said here? Please say yes or no.";
        String lending = "Shall I let Ben use the alarm until we part? Please say yes or no.";
        try (TalkConversation talk = talk("talk-1")) {
            List.of(
                            "record this conversation",
                            "hmm, maybe later",
                            "yes",
                            "let Ben use the alarm",
                            "let me think",
                            "no")
                    .forEach(talk::type);
            assertEquals(
                    List.of(
                            recording,
                            recording,
                            "Thank you. I may record what is said here until you take that back, or we part.",
                            lending,
                            lending,
                            "All right, I leave it."),
                    said);
        }
    }

    @Test
    void hesitationIsNoNameToBeCalledBy() {
        try (TalkConversation talk = talk("talk-1")) {
            List.of("hello", "hmm", "Annie").forEach(talk::type);
            assertTrue(said.getFirst().endsWith("How shall I call you?"), said.toString());
            assertEquals(List.of("Take your time.", "All right, Annie."), said.subList(1, 3));
        }
    }

    @Test
    void whoHesitatesTwiceHasLeftTheQuestionOfTheHouse() {
        try (TalkConversation talk = talk("talk-1")) {
            List.of("record this conversation", "hmm", "maybe later", "yes").forEach(talk::type);
            assertEquals(
                    List.of("I take that as no consent.", "Take your time.", "There is nothing to say yes to."),
                    said.subList(2, 5));
            assertFalse(talk.recorded().runes().stream()
                    .anyMatch(rune -> "explicit_grant".equals(rune.payload().text("action"))));
        }
    }

    @Test
    void whoHesitatesTwiceHasLeftTheQuestion() {
        try (TalkConversation talk = talk("talk-1")) {
            List.of("open the garage", "hmm", "hmm", "yes").forEach(talk::type);
            assertEquals(List.of(GARAGE, GARAGE, "I did not open the garage."), said.subList(0, 3));
            assertEquals("There is nothing to say yes to.", said.getLast());
            assertTrue(talk.recorded().runes().stream()
                    .noneMatch(rune -> rune.kind().equals("tool.dispatched")));
        }
    }

    @Test
    void aYesToSomethingElseThanWasAskedIsANoWithItsReason() {
        try (TalkConversation talk = talk("talk-1")) {
            List.of("open the garage", "yes but only halfway", "yes").forEach(talk::type);
            assertEquals(
                    List.of(
                            GARAGE,
                            "I can only do it just as I asked, so I leave it.",
                            "There is nothing to say yes to."),
                    said);
            assertTrue(talk.recorded().runes().stream()
                    .noneMatch(rune -> rune.kind().equals("tool.dispatched")));
        }
    }
}
