package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.config.Configuration;
import dev.parley.app.record.Account;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who asks why is told about the last thing that they met, whatever it was. */
@Timeout(120)
class WhyTest {
    private final MovedClock clock = new MovedClock();
    private final SaidLines heard = new SaidLines();
    private final List<String> said = heard.lines();
    private final TalkHost house = new TalkHost(Configuration.DEFAULT, clock);

    /** Puts the clock forward and waits until so many lines were said in all. */
    private void pass(long ms, int lines) throws InterruptedException {
        clock.forward(ms);
        heard.await(lines);
    }

    @AfterEach
    void close() {
        house.close();
    }

    private TalkConversation talk(@Nullable String person) {
        return house.talk("talk-1", person, heard.screen());
    }

    /** The account without the numbers of events. */
    private static List<String> why(TalkConversation talk) {
        Account last = Account.last(talk.recorded());
        assertNotNull(last);
        return last.lines().stream()
                .map(line -> line.replaceAll(" \\(event \\d+\\)", ""))
                .toList();
    }

    @Test
    void wordsThatWereNotUnderstood() {
        try (TalkConversation talk = talk("ana")) {
            talk.type("turn on the kitchen lights");
            talk.type("flibber the gnarf");
            assertEquals("Ana had said \"flibber the gnarf\".", why(talk).get(1));
            assertTrue(
                    why(talk).get(2).startsWith("That was not understood at all"),
                    why(talk).toString());
        }
    }

    @Test
    void aQuestionAndTheYesToIt() {
        try (TalkConversation talk = talk("ana")) {
            talk.type("open the garage");
            assertEquals(
                    List.of(
                            "The agent said \"Shall I open the garage? Please say yes or no.\".",
                            "Ana had said \"open the garage\", which was understood as: open garage.",
                            "It asks first because the house does this only after a yes of whoever wants it.",
                            "A yes lets it be done. A no, other words, or no answer in time, and it is left."),
                    why(talk));
            talk.type("yes");
            assertEquals(
                    List.of(
                            "Then Ana said \"yes\".",
                            "It was done because Ana said yes to the question.",
                            "Without that yes it would not have been done; the yes counts for this one time."),
                    why(talk).subList(2, 5));
        }
    }

    @Test
    void aQuestionBackIsExplainedAsOne() {
        try (TalkConversation talk = talk("ana")) {
            talk.type("louder please");
            assertTrue(
                    why(talk).get(2).startsWith("It was not clear enough to act on"),
                    why(talk).toString());
        }
    }

    @Test
    void somethingThatWasLeftUnsaidWithoutRepeatingIt() {
        try (TalkConversation talk = talk("ana")) {
            List.of("remember that my allergy is kznuts", "ben is here", "what is my allergy")
                    .forEach(talk::type);
            List<String> why = why(talk);
            assertEquals("The agent left something unsaid, because not everybody here may hear it.", why.getFirst());
            assertTrue(why.contains("It is personal, and Ben may hear it too."), why.toString());
            assertTrue(why.getLast().endsWith("somebody says \"ben left\"."), why.toString());
            assertFalse(why.toString().contains("kznuts"), why.toString());
            talk.type("ben left");
            talk.type("what is my allergy");
            assertEquals("Your allergy is kznuts.", said.getLast());
        }
    }

    @Test
    void aStopAndWhatItDropped() {
        try (TalkConversation talk = talk("ana")) {
            talk.type("open the garage");
            talk.stop();
            while (talk.recorded().runes().stream()
                    .noneMatch(rune -> rune.kind().equals("turn.closed"))) {
                Thread.onSpinWait();
            }
            List<String> why = why(talk);
            assertEquals("Ana stopped the agent.", why.getFirst());
            assertTrue(why.contains("It was about to open garage, which is not done."), why.toString());
        }
    }

    @Test
    void anOrderThatLapsed() throws InterruptedException {
        try (TalkConversation talk = talk("ana")) {
            talk.type("order some tea");
            pass(31_000, 2);
            List<String> why = why(talk);
            assertTrue(why.get(1).endsWith("which was understood as: order (item tea)."), why.toString());
            assertTrue(why.contains("It was not done because nobody answered the question in time."), why.toString());
        }
    }

    @Test
    void aYesThatDoesNotCount() {
        try (TalkConversation talk = talk("chris")) {
            talk.type("order some tea");
            talk.type("yes");
            assertTrue(
                    why(talk).toString().contains("tool.approval.minor"),
                    why(talk).toString());
        }
    }

    @Test
    void aNoAfterAYesThatDidNotCount() {
        try (TalkConversation talk = talk("chris")) {
            List.of("order some tea", "yes", "no").forEach(talk::type);
            List<String> why = why(talk);
            assertTrue(why.contains("It was not done because Chris said no."), why.toString());
            assertFalse(why.toString().contains("tool.approval.minor"), why.toString());
        }
    }

    @Test
    void aLoanThatWaitsForItsYes() {
        try (TalkConversation talk = talk("ana")) {
            talk.type("let dora use home automation");
            assertEquals(
                    "No rule stands in the way so far. It counts only after a yes.",
                    why(talk).getLast());
            talk.type("yes");
            assertEquals("It was allowed: no rule stood in the way.", why(talk).getLast());
        }
    }

    @Test
    void aLoanThatIsForSomebodyElseToGive() {
        try (TalkConversation talk = talk("ben")) {
            talk.type("let dora use home automation");
            assertEquals("It would be allowed if ana asked for it.", why(talk).getLast());
        }
    }

    @Test
    void aNameThatTheHouseIsNotSureOf() {
        try (TalkConversation talk = talk(null)) {
            talk.type("i am ana");
            assertEquals(
                    "That was heard and proves nothing: it counts once the house is sure of it, as by a PIN.",
                    why(talk).getLast());
        }
    }
}
