package dev.parley.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.ConversationEvents.RosterAgent;
import dev.parley.kernel.event.ConversationEvents.RosterDeclared;
import dev.parley.kernel.event.ConversationEvents.RosterHuman;
import dev.parley.kernel.event.HumanEvents.HumanActed;
import dev.parley.kernel.event.HumanEvents.HumanRefused;
import dev.parley.kernel.event.VerdictEvents.Decided;
import dev.parley.kernel.event.VerdictEvents.InvariantViolated;
import dev.parley.kernel.event.VerdictEvents.StreamDecided;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** How humans take the floor over and give it back, and each rule with an event that only it refuses. */
class TakeoverTest {
    private final Happening story = new Happening("takeover.");

    @BeforeEach
    void declare() {
        story.happens(new RosterDeclared(
                List.of(new RosterAgent("lea", 5, "conversation", null, null)),
                List.of(new RosterHuman("ops", 9), new RosterHuman("boss", 10))));
    }

    private Takeover takeover() {
        return story.state().takeover();
    }

    private void wants(String human, String act) {
        story.happens(new HumanActed(human, act, null, null));
    }

    private void decided(String actor, String action, String decision) {
        story.happens(new StreamDecided(
                new Decided(0, List.of(0L, 0L, 0L), actor, "voice", action, null, decision, null, null, null, ""),
                null,
                null));
    }

    private void allowed(String actor, String action) {
        decided(actor, action, "allowed");
    }

    private void takesOver(String human, String from) {
        wants(human, "take_over");
        allowed(from, "RELEASE");
        allowed(human, "CLAIM");
    }

    private static InvariantViolated violation(String actor, String act) {
        return new InvariantViolated("roster", "REJECT", "no", actor, act, null, null);
    }

    @Test
    void aHumanTakesTheFloorFromAnAgentWhoGetsItBack() {
        wants("ops", "take_over");
        allowed("lea", "RELEASE");
        assertTrue(takeover().isNobodys(), "until the human has it");
        allowed("ops", "CLAIM");
        assertFalse(takeover().isNobodys());
        assertEquals("lea", takeover().before());
        assertEquals("", takeover().taking());
        wants("ops", "give_back");
        assertEquals("ops", takeover().leaving());
        allowed("ops", "RELEASE");
        assertTrue(takeover().isNobodys());
        allowed("lea", "CLAIM");
        assertFalse(takeover().isNobodys());
        assertEquals("lea", takeover().before(), "the agent, not the human");
    }

    @Test
    void anAgentThatGivesTheFloorAwayLeavesItToNobodyInParticular() {
        allowed("lea", "RELEASE");
        assertFalse(takeover().isNobodys());
        assertEquals("lea", takeover().before());
    }

    @Test
    void whoTakesTheFloorFromOneThatIsAboutToGiveItBackMayGiveItBackLater() {
        takesOver("ops", "lea");
        wants("ops", "give_back");
        wants("boss", "take_over");
        allowed("boss", "CLAIM");
        assertEquals("", takeover().leaving());
        assertEquals("", story.refused(new HumanActed("boss", "give_back", null, null)));
    }

    @Test
    void whatIsDeniedIsOver() {
        wants("ops", "take_over");
        decided("ops", "INTERRUPT", "denied");
        assertEquals("", takeover().taking());
        assertEquals("", story.refused(new HumanActed("ops", "take_over", null, null)));
    }

    @Test
    void theNextRuntimeDoesNotTakeOverForAnybody() {
        wants("ops", "take_over");
        allowed("lea", "RELEASE");
        story.happens(new HumanRefused("boss", "say", null, null));
        story.under(2);
        wants("ops", "take_over");
        story.happens(new HumanRefused("boss", "say", null, null));
        assertTrue(takeover().isNobodys(), "it is still given up");
    }

    @Test
    void eachRuleRefusesWhatNoOtherRuleDoes() {
        assertEquals("takeover.roster", story.refused(new HumanActed("lea", "take_over", null, null)));
        wants("ops", "take_over");
        assertEquals("takeover.decided", story.refused(new HumanActed("boss", "take_over", null, null)));
        assertEquals("", story.refused(new HumanActed("boss", "give_back", null, null)), "another wish");
        assertEquals("takeover.violation", story.refused(violation("ops", "say")));
        assertEquals("takeover.violation", story.refused(violation("lea", "say")));
        assertEquals("", story.refused(violation("lea", "claim")), "an agent was refused");
        HumanRefused refusal = new HumanRefused("boss", "say", null, null);
        story.happens(refusal);
        assertEquals("takeover.refusal", story.refused(refusal));
        assertEquals("takeover.violation", story.refused(violation("boss", "give_back")));
        assertEquals("takeover.violation", story.refused(violation("ops", "say")));
        story.happens(violation("boss", "say"));
        story.happens(refusal);
        assertEquals(4, Happening.rules("takeover.").size(), "each rule has its event in this class");
    }
}
