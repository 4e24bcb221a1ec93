package dev.parley.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.AgentEvents.AgentRestarted;
import dev.parley.kernel.event.AgentEvents.AgentTookOver;
import dev.parley.kernel.event.AgentEvents.AgentUsageRecorded;
import dev.parley.kernel.event.AgentEvents.AgentWentDown;
import dev.parley.kernel.event.ControlEvents.PlacementLeaseRotated;
import dev.parley.kernel.event.ConversationEvents.AgentRestartLimit;
import dev.parley.kernel.event.ConversationEvents.RosterAgent;
import dev.parley.kernel.event.ConversationEvents.RosterDeclared;
import dev.parley.kernel.event.ConversationEvents.RosterHuman;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.RuneEnvelope;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The agents of a conversation as the fold of its events, and each rule with an event that only it refuses. */
class AgentsTest {
    private static final RosterDeclared ROSTER = new RosterDeclared(
            List.of(
                    new RosterAgent("host", 5, "conversation", new AgentRestartLimit(1, 1_000), null),
                    new RosterAgent("cook", 4, "host", new AgentRestartLimit(2, 1_000), null)),
            List.of(new RosterHuman("ops", 9)));

    private final ConversationState state = new ConversationState();
    private long events;
    private long epoch = 1;

    private Recorded at(Event event, long turn, long ms) {
        RuneDraft draft = EventCatalogue.draft("talk", event);
        RuneEnvelope own = draft.envelope();
        RuneEnvelope envelope = new RuneEnvelope(
                "talk",
                own.kind(),
                own.lane(),
                own.visibility(),
                turn,
                "",
                0,
                "",
                "",
                epoch,
                ms * 1_000_000,
                ms,
                RuneEnvelope.NO_MEDIA_TIME,
                RuneEnvelope.SCHEMA_VERSION,
                "",
                "",
                0,
                0);
        return Recorded.of(Rune.of(new RuneDraft(envelope, draft.payload()), ++events, Hash.ZERO));
    }

    private void happens(Event event, long turn, long ms) {
        Recorded recorded = at(event, turn, ms);
        assertNull(state.check(recorded), "an honest event");
        state.apply(recorded);
    }

    private String refused(Event event, long turn, long ms) {
        Rule.Broken broken = state.check(at(event, turn, ms));
        return broken == null ? "" : broken.id();
    }

    private static AgentWentDown down(String agent) {
        return new AgentWentDown(agent, "fault", agent.equals("host") ? "conversation" : "host", 0);
    }

    private static AgentRestarted restarted(String agent, long max) {
        return new AgentRestarted(agent, 1, max, 1_000);
    }

    @Test
    void anUnnamedAgentIsNeverDownForLong() {
        happens(down("agent"), 1, 10);
        assertFalse(state.agents().isDown("agent"));
        assertFalse(state.agents().areAllDown());
        assertEquals("agents.down_once", refused(down("agent"), 1, 20));
        happens(down("agent"), 2, 30);
        happens(down("agent"), 0, 40);
        happens(down("agent"), 0, 50);
    }

    @Test
    void anotherLeaseMayDeclareAnotherRoster() {
        happens(ROSTER, 0, 0);
        happens(down("cook"), 1, 10);
        happens(down("host"), 1, 10);
        epoch = 2;
        RosterDeclared other =
                new RosterDeclared(List.of(new RosterAgent("cook", 5, "conversation", null, null)), null);
        assertFalse(state.agents().isDeclared(other));
        happens(other, 0, 20);
        assertTrue(state.agents().isDeclared(other));
        assertEquals(List.of("cook"), List.copyOf(state.agents().down().keySet()));
        assertEquals("agents.one_roster", refused(ROSTER, 0, 30));
        epoch = 3;
        happens(new PlacementLeaseRotated(3, null, null, null), 0, 40);
        assertEquals("agents.one_roster", refused(ROSTER, 0, 50), "the same runtime goes on after a rotation");
    }

    @Test
    void whoGoesDownIsDownUntilTheRestart() {
        happens(ROSTER, 0, 0);
        assertEquals(
                List.of("host", "cook"), List.copyOf(state.agents().roster().keySet()));
        happens(down("cook"), 1, 10);
        assertEquals(new Agents.Down("fault", 2), state.agents().down().get("cook"));
        happens(restarted("cook", 2), 1, 10);
        assertFalse(state.agents().isDown("cook"));
        happens(down("cook"), 2, 20);
        happens(down("host"), 2, 20);
        assertTrue(state.agents().areAllDown());
    }

    @Test
    void restartsCountForTheTimeOfTheLimit() {
        happens(ROSTER, 0, 0);
        happens(down("host"), 1, 10);
        happens(restarted("host", 1), 1, 10);
        happens(down("host"), 2, 900);
        assertEquals("agents.restart_limit", refused(restarted("host", 1), 2, 1_009));
        assertEquals(1, state.agents().restartsWithin("host", 1_000, 1_009));
        assertEquals("", refused(restarted("host", 1), 2, 1_010));
        assertEquals(0, state.agents().restartsWithin("host", 1_000, 1_010));
    }

    @Test
    void aRestartCannotShortenTheTimeInWhichRestartsCount() {
        happens(ROSTER, 0, 0);
        for (long i = 1; i <= 2; i++) {
            happens(down("cook"), i, 10 * i);
            AgentRestarted forged = new AgentRestarted("cook", 1, 2, 1);
            assertEquals("agents.restart_terms", refused(forged, i, 10 * i));
            state.apply(at(forged, i, 10 * i));
        }
        happens(down("cook"), 3, 30);
        assertEquals("agents.restart_limit", refused(restarted("cook", 2), 3, 30));
    }

    @Test
    void theSameWordsRestartAnAgentNoMoreOftenHoweverSlowlyItFails() {
        happens(ROSTER, 0, 0);
        happens(down("host"), 1, 10);
        happens(restarted("host", 1), 1, 10);
        happens(new AgentTookOver("host", 1), 2, 20);
        happens(down("host"), 2, 5_000);
        assertEquals("agents.restart_limit", refused(restarted("host", 1), 2, 5_000));
    }

    @Test
    void eachRuleRefusesWhatNoOtherRuleDoes() {
        happens(ROSTER, 0, 0);
        assertEquals("agents.one_roster", refused(ROSTER, 0, 1));
        assertEquals("agents.down_once", refused(down("nobody"), 1, 1));
        assertEquals("agents.parent", refused(new AgentWentDown("cook", "fault", "cook", 0), 1, 1));
        assertEquals("agents.restart_after_down", refused(restarted("cook", 2), 1, 1));
        assertEquals("agents.down_once", refused(down("nobody"), 0, 1));
        assertEquals("agents.usage", refused(new AgentUsageRecorded("nobody", 1L, 1L, 1L), 1, 1));
        assertEquals(
                List.of(
                        "agents.one_roster",
                        "agents.down_once",
                        "agents.parent",
                        "agents.restart_after_down",
                        "agents.restart_limit",
                        "agents.restart_terms",
                        "agents.usage"),
                AgentRules.ALL.stream().map(Rule::id).toList(),
                "each rule has its event in this class");
    }

    @Test
    void aFoldTakesWhatNoHonestRecordSays() {
        for (Event event : List.of(restarted("nobody", 9), down("x"), ROSTER, ROSTER, new AgentTookOver("y", 7))) {
            state.apply(at(event, 3, 1));
        }
        assertEquals(Map.of(), state.agents().down(), "an agent that nobody named is not kept as down");
        assertEquals(3, state.agents().answeredAgainIn());
    }
}
