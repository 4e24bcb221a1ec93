package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.config.Configuration;
import dev.parley.app.record.Account;
import dev.parley.app.record.RecordedConversation;
import dev.parley.app.record.Why;
import dev.parley.kernel.rune.Rune;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whichever fact of a refusal somebody asks about, they are told what {@code /why} tells: the verdict that decided it. */
@Timeout(120)
class ExplainedFactsTest {
    private final SaidLines heard = new SaidLines();
    private final TalkHost house = new TalkHost(Configuration.DEFAULT, new MovedClock());

    @AfterEach
    void close() {
        house.close();
    }

    /** What is recorded of a talk in which this person says these lines. */
    private RecordedConversation after(String person, String... lines) {
        try (TalkConversation talk = house.talk("talk-1", person, heard.screen())) {
            List.of(lines).forEach(talk::type);
            return talk.recorded();
        }
    }

    private static Rune only(RecordedConversation recorded, Predicate<Rune> isMeant) {
        List<Rune> found = recorded.runes().stream().filter(isMeant).toList();
        assertEquals(1, found.size(), found.toString());
        return found.getFirst();
    }

    private static boolean isVerdict(Rune rune, String action) {
        return action.equals(rune.payload().text("action"));
    }

    /** What is said about an event before the trees are drawn. */
    private static List<String> told(RecordedConversation recorded, Rune event) {
        List<String> lines = Why.of(recorded, event).lines(true);
        return lines.subList(0, lines.indexOf(""));
    }

    private static String change(RecordedConversation recorded) {
        Account last = Account.last(recorded);
        assertNotNull(last);
        String change = last.lines().getLast();
        assertTrue(change.startsWith("It would be allowed "), change);
        return change;
    }

    @Test
    void everyFactOfARefusedCommandTellsTheSameNearestChange() {
        RecordedConversation recorded = after("dora", "turn on the kitchen lights");
        String change = change(recorded);
        assertTrue(change.contains("\"let dora use home automation\""), change);
        List<Predicate<Rune>> facts = List.of(
                rune -> isVerdict(rune, "authorization_granted"),
                rune -> rune.kind().equals("system.invariant_violation"),
                rune -> isVerdict(rune, "authorization_denied"),
                rune -> isVerdict(rune, "done"),
                rune -> isVerdict(rune, "reject"),
                rune -> rune.kind().equals("tool.result"),
                rune -> rune.kind().equals("agent.reply") && !isWish(rune),
                rune -> rune.kind().equals("agent.reply") && isWish(rune),
                rune -> rune.kind().equals("playback.started"));
        for (Predicate<Rune> fact : facts) {
            Rune event = only(recorded, fact);
            List<String> told = told(recorded, event);
            assertEquals(change, told.getLast(), event + " " + told);
            assertTrue(told.toString().contains("people.command.role"), told.toString());
        }
    }

    private static boolean isWish(Rune reply) {
        return "".equals(reply.payload().text("pii_text"));
    }

    @Test
    void aProgramIsToldTheVerdictThatDeniedACall() {
        RecordedConversation recorded = after("dora", "turn on the kitchen lights");
        Rune denied = only(recorded, rune -> isVerdict(rune, "authorization_granted"));
        String result = Why.of(recorded, only(recorded, rune -> rune.kind().equals("tool.result")))
                .toJson("talk-1")
                .text();
        assertTrue(result.contains("\"decided_at\":" + denied.eventId() + ","), result);
        assertTrue(result.contains("let dora use home automation"), result);
        String reject = Why.of(recorded, only(recorded, rune -> isVerdict(rune, "reject")))
                .toJson("talk-1")
                .text();
        assertTrue(reject.contains("\"follows_from\":{\"decided_at\":" + denied.eventId() + ","), reject);
        assertTrue(reject.contains("let dora use home automation"), reject);
    }

    @Test
    void aReplyThatOnlyWantsAToolSaysWhatItWants() {
        RecordedConversation recorded = after("dora", "turn on the kitchen lights");
        Rune wish = only(recorded, rune -> rune.kind().equals("agent.reply") && isWish(rune));
        List<String> told = told(recorded, wish);
        assertEquals(
                "The agent said nothing (event " + wish.eventId() + ") and wanted: turn on light (room kitchen).",
                told.get(1));
        assertFalse(told.toString().contains("wants no tool"), told.toString());
    }

    @Test
    void aNoToACommandOfTheHouseTellsWhoseYesItTakes() {
        RecordedConversation recorded = after("ben", "open the garage", "no");
        Rune result = only(recorded, rune -> rune.kind().equals("tool.result"));
        List<String> told = told(recorded, result);
        assertEquals("The call ended (event " + result.eventId() + "): denied by ben.", told.get(1));
        assertEquals("It would be allowed if whoever wants it said yes and nobody objected.", told.getLast());
        assertEquals(told.getLast(), change(recorded));
        String json = Why.of(recorded, result).toJson("talk-1").text();
        assertTrue(json.contains("\"when\":\"if whoever wants it said yes and nobody objected\""), json);
    }
}
