package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.config.Configuration;
import dev.parley.kernel.people.household.Timeouts;
import dev.parley.kernel.people.household.Wait;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.people.HouseSpec;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is asked in a typed conversation is answered, dropped or told to have lapsed, and later words are answered. */
@Timeout(120)
class TalkQuestionsTest {
    private static final String GARAGE = "Shall I open the garage? Please say yes or no.";
    private static final String TEA = "May I order tea? Please say yes or no.";

    private final MovedClock clock = new MovedClock();
    private final SaidLines heard = new SaidLines();
    private final List<String> said = heard.lines();
    private final TalkHost house = new TalkHost(
            Configuration.DEFAULT.with(
                    HouseSpec.standard().with(Timeouts.DEFAULTS.with(Wait.CONFIRMATION, Duration.ofSeconds(2)))),
            clock);

    /** Puts the clock forward and waits until so many lines were said in all. */
    private void pass(long ms, int lines) throws InterruptedException {
        clock.forward(ms);
        heard.await(lines);
    }

    @AfterEach
    void close() {
        house.close();
    }

    private TalkConversation talk(String person) {
        return house.talk("talk-1", person, heard.screen());
    }

    private static List<Rune> runes(TalkConversation talk, String kind) {
        return talk.recorded().runes().stream()
                .filter(rune -> rune.kind().equals(kind))
                .toList();
    }

    @Test
    void aQuestionIsWordedFromTheToolAndItsArgumentsWithoutJson() {
        try (TalkConversation talk = talk("ben")) {
            talk.type("order some green tea");
            assertEquals(List.of("May I order green tea? Please say yes or no."), said);
        }
    }

    /** Friction 1: one approval left open, and tool requests got no more answers. */
    @Test
    void aQuestionLeftOpenIsDroppedByTheNextSentenceWhichIsAnswered() {
        try (TalkConversation talk = talk("ana")) {
            List.of(
                            "order some tea",
                            "turn on the kitchen lights",
                            "turn on the bedroom lights",
                            "weather in Paris",
                            "yes")
                    .forEach(talk::type);
            assertEquals(
                    List.of(
                            TEA,
                            "I did not order tea.",
                            "The kitchen lights are on.",
                            "The bedroom lights are on.",
                            "The sky over Paris is clear."),
                    said.subList(0, 5));
            assertEquals("There is nothing to say yes to.", said.getLast());
            assertEquals(3, runes(talk, "tool.dispatched").size());
        }
    }

    @Test
    void wordsThatAreNoAnswerDropTheQuestionAndThePersonIsToldSo() {
        try (TalkConversation talk = talk("ana")) {
            List.of("open the garage", "it was a long day", "yes").forEach(talk::type);
            assertEquals(List.of(GARAGE, "I did not open the garage."), said.subList(0, 2));
            assertEquals(0, runes(talk, "tool.dispatched").size());
        }
    }

    @Test
    void aQuestionOfTheHouseThatIsLeftOpenIsToldToBeDropped() {
        try (TalkConversation talk = talk("ana")) {
            List.of("record this conversation", "it was a long day", "let Ben use the alarm", "weather in Rome")
                    .forEach(talk::type);
            assertEquals("I take that as no consent.", said.get(1));
            assertEquals(List.of("I have not lent anything.", "The sky over Rome is clear."), said.subList(4, 6));
        }
    }

    @Test
    void aStopDropsTheQuestionAndNothingIsSaidAfterIt() {
        try (TalkConversation talk = talk("ana")) {
            talk.type("open the garage");
            talk.stop();
            talk.type("weather in Rome");
            assertEquals(List.of(GARAGE, "The sky over Rome is clear."), said);
        }
    }

    @Test
    void aQuestionIsHeardAndRecordedLikeAllSpeech() {
        try (TalkConversation talk = talk("ana")) {
            talk.type("open the garage");
            assertEquals(GARAGE, runes(talk, "agent.reply").getLast().payload().text("pii_text"));
            assertNotEquals(
                    true, runes(talk, "playback.ended").getLast().payload().flag("interrupted"));
            talk.type("yeah sure");
            assertEquals(List.of(GARAGE, "Done: the garage is open."), said);
        }
    }

    /** Rulings B9 and B10: the yes of a command is waited for as long as the house says, and the person is told. */
    @Test
    void aQuestionThatLapsesIsToldAndALateYesDoesNotCount() throws InterruptedException {
        try (TalkConversation talk = talk("ana")) {
            talk.type("open the garage");
            pass(3_000, 2);
            talk.type("yes");
            assertEquals(GARAGE, said.getFirst());
            assertTrue(said.get(1).startsWith("I did not open the garage"), said.toString());
            assertEquals("That came too late.", said.get(2));
            talk.type("hello");
            talk.type("yes");
            assertEquals(1, said.stream().filter("That came too late."::equals).count(), said.toString());
            assertTrue(runes(talk, "tool.dispatched").isEmpty());
            assertTrue(runes(talk, "verdict.household").stream()
                    .anyMatch(
                            rune -> "confirmation_timeout".equals(rune.payload().text("action"))));
            talk.type("turn on the hall lights");
            assertEquals("The hall lights are on.", said.getLast());
        }
    }

    /** Finding 14: a lapsed question let no later yes or no count. */
    @Test
    void aNoAfterALapsedQuestionAnswersTheNextOne() throws InterruptedException {
        try (TalkConversation talk = talk("ana")) {
            talk.type("order some tea");
            pass(31_000, 2);
            talk.type("open the garage");
            talk.type("no");
            assertEquals(GARAGE, said.get(said.size() - 2));
            assertEquals("All right, I leave it.", said.getLast());
        }
    }

    @Test
    void aYesOfWhoMayNotApproveIsRefusedInWordsAndTheNextSentenceIsAnswered() {
        try (TalkConversation talk = talk("chris")) {
            talk.type("order some tea");
            talk.type("yes");
            assertEquals("That needs the yes of a grown-up. Please ask one.", said.getLast());
            talk.type("weather in Rome");
            assertEquals("The sky over Rome is clear.", said.getLast());
            assertEquals(1, runes(talk, "tool.dispatched").size());
        }
    }

    @Test
    void aMinorHearsAtOnceThatAGrownUpIsNeeded() {
        try (TalkConversation talk = talk("dora")) {
            List.of("order some tea", "record this conversation", "yes", "you may record this", "weather in Rome")
                    .forEach(talk::type);
            assertEquals(
                    List.of(
                            "May I order tea? That needs the yes of a grown-up. Please ask one.",
                            "I did not order tea.",
                            "I do not record what is said here. Only a grown-up can allow that.",
                            "There is nothing to say yes to.",
                            "That does not count: only a grown-up can say yes to that.",
                            "The sky over Rome is clear."),
                    said);
        }
    }

    @Test
    void aMinorIsRefusedInWordsThatAreSaidToThem() {
        try (TalkConversation talk = talk("dora")) {
            List.of("let Ben use the garage", "I was born on 1 January 1990").forEach(talk::type);
            assertEquals(
                    List.of(
                            "I cannot do that: that is not yours to lend.",
                            "I cannot change your birthdate. A grown-up of the house has to do that."),
                    said);
        }
    }

    /** Friction 7: what was shown to its end was recorded as interrupted. */
    @Test
    void whatWasShownToItsEndIsNotInterrupted() {
        try (TalkConversation talk = talk("ana")) {
            List.of("turn on the kitchen lights", "order some tea", "hello", "open the garage", "yes")
                    .forEach(talk::type);
            assertTrue(runes(talk, "playback.ended").stream()
                    .noneMatch(rune -> Boolean.TRUE.equals(rune.payload().flag("interrupted"))));
        }
    }

    /** Friction 6: recorded wall times ran ahead of the clock by everything that was said. */
    @Test
    void wallTimesAreThoseOfTheClock() {
        try (TalkConversation talk = talk("ana")) {
            List.of("help", "help", "help", "help").forEach(talk::type);
            long last = talk.recorded().runes().getLast().envelope().wallMillis();
            assertTrue(last <= clock.wallMillis(), (last - clock.wallMillis()) + " ms ahead");
        }
    }
}
