package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.config.Configuration;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.people.HouseholdReader;
import dev.parley.session.settings.Cues;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nobody becomes somebody else by a PIN that they did not give with these very words, nor by giving many. */
@Timeout(120)
class PinGuessesTest {
    private static final String WRONG = "That PIN is not right. I do not know who you are.";
    private static final String PAUSED = "Too many wrong PINs were given for Eva. I take none for the next ";

    private final MovedClock clock = new MovedClock();
    private final List<String> said = new CopyOnWriteArrayList<>();
    private final TalkHost house = new TalkHost(
            Configuration.DEFAULT
                    .with(Configuration.DEFAULT.settings().with(new Cues(List.of("stop"), List.of())))
                    .with(HouseholdReader.read(
                            "house.yaml", "people: [{id: eva, role: OWNER, birthdate: 1970-02-14, pin: \"9753\"}]\n")),
            clock);

    @AfterEach
    void close() {
        house.close();
    }

    private TalkConversation talk(String name, @Nullable String person) {
        return house.talk(name, person, TalkScreen.ofLines(said::add));
    }

    private static boolean isKnown(TalkConversation talk) {
        return talk.recorded().runes().stream()
                .anyMatch(rune -> rune.kind().equals("verdict.household")
                        && "allowed".equals(rune.payload().text("decision"))
                        && "system".equals(rune.payload().text("actor"))
                        && !"validation_failure".equals(rune.payload().text("action"))
                        && rune.payload().canonical().contains("\"voice\":\"guest\""));
    }

    /** Somebody else than who opened the conversation types, and is answered. */
    private void typeAsGuest(String... lines) {
        for (String line : lines) {
            int before = said.size();
            house.tell("talk-1", new SessionEvent.TextTyped(line, "guest"));
            while (said.size() == before) {
                Thread.onSpinWait();
            }
        }
    }

    /** The words are lost before anything else is typed, so that nobody waits for an answer to them. */
    private static void awaitLost(TalkConversation talk) {
        while (talk.recorded().runes().stream().noneMatch(rune -> rune.kind().equals("text.lost"))) {
            Thread.onSpinWait();
        }
    }

    private void type(TalkConversation talk, String... lines) {
        List.of(lines).forEach(talk::type);
    }

    @Test
    void aRightPinInWordsThatWereLostProvesNothingLater() {
        try (TalkConversation talk = talk("talk-1", null)) {
            house.tell("talk-1", new SessionEvent.Disconnected());
            house.tell("talk-1", new SessionEvent.TextTyped("my pin is 9753", "guest"));
            house.tell("talk-1", new SessionEvent.Reconnected());
            awaitLost(talk);
            type(talk, "I am Eva", "my pin is 1111");
            assertEquals(WRONG, said.getLast(), said.toString());
            assertFalse(isKnown(talk));
        }
    }

    @Test
    void aRightPinInWordsThatWereStoppedProvesNothingLater() {
        try (TalkConversation talk = talk("talk-1", null)) {
            type(talk, "I am Eva");
            house.tell("talk-1", new SessionEvent.AnswersHeld(true));
            house.tell("talk-1", new SessionEvent.TextTyped("my pin is 9753", "guest"));
            house.tell("talk-1", new SessionEvent.TextTyped("stop", "guest"));
            house.tell("talk-1", new SessionEvent.AnswersHeld(false));
            typeAsGuest("my pin is 1111");
            assertEquals(WRONG, said.getLast(), said.toString());
            assertFalse(isKnown(talk));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"my pin is %s", "%s"})
    void manyPinsInOneSentenceAreNone(String sentence) {
        String many = IntStream.range(9745, 9760).mapToObj(String::valueOf).collect(Collectors.joining(" or "));
        try (TalkConversation talk = talk("talk-1", null)) {
            type(talk, "I am Eva", String.format(sentence, many));
            assertEquals(WRONG, said.getLast(), said.toString());
            assertFalse(isKnown(talk));
        }
    }

    /**
     * What these words leave in the record, without its times, seeds and digests; in order of their text, since a provider may
     * report its end sooner or later.
     */
    private List<String> left(String name, String... lines) {
        said.clear();
        try (TalkConversation talk = talk(name, null)) {
            type(talk, lines);
            return Stream.concat(
                            said.stream(),
                            talk.recorded().runes().stream()
                                    .map(rune -> rune.kind() + " "
                                            + rune.payload()
                                                    .canonical()
                                                    .replace(name, "talk")
                                                    .replaceAll(
                                                            "\"(?:[a-z_]*_(?:ms|ns|micros)|at|created_at|seed)\":(?:\\d+|\"[^\"]*\"|\\[[^]]*])",
                                                            "")
                                                    .replaceAll("[0-9a-f]{64}", "#")))
                    .sorted()
                    .toList();
        }
    }

    /** Ruling P24: who guesses without saying who they are learns nothing, neither from the answer nor from the record. */
    @ParameterizedTest
    @ValueSource(strings = {"%s", "open the door %s now", "is it %s?", "order %s teas", "9 7 5 3 or %s"})
    void aRightPinWithoutAClaimLeavesWhatAWrongOneDoes(String sentence) {
        List<String> wrong = left("talk-1", String.format(sentence, "4711"), "what can you do");
        List<String> right = left("talk-2", String.format(sentence, "9753"), "what can you do");
        assertEquals(String.join("\n", wrong), String.join("\n", right));
    }

    @Test
    void whoIsKnownAlreadyIsNotGuessedByNumbersThatLookLikeNoPin() {
        try (TalkConversation talk = talk("talk-1", "eva")) {
            typeAsGuest("I am Eva", "9751", "9752", "9753");
            assertFalse(isKnown(talk), "the first number was the try");
            assertTrue(said.contains(WRONG), said.toString());
        }
    }

    private void guess(TalkConversation talk, int times) {
        IntStream.range(0, times).forEach(n -> type(talk, "I am Eva", "my pin is 100" + n));
    }

    @Test
    void afterFiveMissesInAnyConversationNoPinIsTakenForAMinute() {
        try (TalkConversation talk = talk("talk-1", null)) {
            guess(talk, 4);
            assertEquals(WRONG, said.getLast(), said.toString());
        }
        try (TalkConversation talk = talk("talk-2", null)) {
            guess(talk, 1);
            assertEquals(PAUSED + "minute.", said.getLast(), said.toString());
            type(talk, "I am Eva", "my pin is 9753");
            assertEquals(PAUSED + "minute.", said.getLast(), "not the right one either");
            assertFalse(isKnown(talk));
            clock.forward(61_000);
            type(talk, "I am Eva", "my pin is 9753");
            assertEquals("Thank you, Eva. I know you now.", said.getLast(), said.toString());
        }
    }

    @Test
    void thePauseGrowsToAnHourAndAMissAgainstWhoIsKnownCounts() {
        try (TalkConversation talk = talk("talk-1", "eva")) {
            List<Integer> minutes = List.of(1, 2, 4, 8, 16, 32, 60, 60);
            for (int each : minutes) {
                for (int n = 0; n < 5; n++) {
                    typeAsGuest("I am Eva", "my pin is 1111");
                }
                String pause = PAUSED + (each == 1 ? "minute." : each + " minutes.");
                assertTrue(said.contains(pause), pause + " in " + said);
                said.clear();
                clock.forward(each * 60_000L + 1_000);
            }
            assertFalse(isKnown(talk));
        }
    }

    private static List<String> identity(TalkConversation talk) {
        return talk.recorded().runes().stream()
                .filter(rune -> rune.kind().equals("verdict.household")
                        && "identity".equals(rune.payload().text("machine"))
                        && "eva".equals(rune.payload().text("target")))
                .map(rune -> rune.payload().text("actor") + " " + rune.payload().text("action") + " "
                        + rune.payload().text("decision"))
                .toList();
    }

    /** What is said follows the verdict, and a claim leads out of REJECTED by a timeout that is on record. */
    @Test
    void theRightPinAfterAWrongOneIsBelieved() {
        try (TalkConversation talk = talk("talk-1", null)) {
            type(talk, "I am Eva, 1111", "I am Eva, 9753", "who am I?");
            assertEquals(
                    List.of(
                            "user_eva explicit_identity_claim allowed",
                            "system validation_failure allowed",
                            "system timeout allowed",
                            "user_eva explicit_identity_claim allowed",
                            "system validation_success allowed"),
                    identity(talk).subList(0, 5));
            assertEquals(List.of(WRONG, "Thank you, Eva. I know you now."), said.subList(0, 2));
            assertTrue(said.getLast().contains("Eva"), said.toString());
            assertTrue(isKnown(talk));
        }
    }

    @Test
    void noTimeoutLeadsOutOfRejectedOnceTheTriesAreUsedUp() {
        try (TalkConversation talk = talk("talk-1", null)) {
            guess(talk, 5);
            type(talk, "I am Eva, 9753");
            assertEquals(PAUSED + "minute.", said.getLast(), said.toString());
            assertEquals(
                    4,
                    identity(talk).stream()
                            .filter(each -> each.startsWith("system timeout"))
                            .count());
            assertFalse(isKnown(talk));
        }
    }

    @Test
    void missesThatAreLongAgoAreForgotten() {
        try (TalkConversation talk = talk("talk-1", null)) {
            for (int n = 0; n < 3; n++) {
                guess(talk, 4);
                clock.forward(16 * 60_000);
            }
            type(talk, "I am Eva", "my pin is 9753");
            assertEquals("Thank you, Eva. I know you now.", said.getLast(), said.toString());
        }
    }
}
