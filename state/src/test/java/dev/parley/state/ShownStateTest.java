package dev.parley.state;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.event.AgentEvents.AgentStateChanged;
import dev.parley.kernel.event.ControlEvents.ClientConnected;
import dev.parley.kernel.event.VerdictEvents.Decided;
import dev.parley.kernel.event.VerdictEvents.TurnDecided;
import dev.parley.kernel.json.Json;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the client is shown of the agent, and each rule with an event that only it refuses. */
class ShownStateTest {
    private final Happening story = new Happening("shown.");

    private String refused(String state) {
        return story.refused(new AgentStateChanged(state));
    }

    private void opens() {
        for (String action : List.of("turn_open_proposed", "turn_open")) {
            Decided decided =
                    new Decided(0, List.of(0L, 0L, 0L), "system", "1", action, null, "allowed", null, null, null, "");
            story.happens(new TurnDecided(decided, Json.Obj.EMPTY.with("epoch", 1), null), 1, 0);
        }
    }

    @Test
    void eachRuleRefusesWhatNoOtherRuleDoes() {
        story.happens(new ClientConnected());
        assertEquals("shown.known", refused("sleeping"));
        assertEquals("shown.first", refused("thinking"));
        story.happens(new AgentStateChanged("listening"));
        assertEquals("shown.change", refused("listening"));
        assertEquals("shown.turn", refused("thinking"));
        opens();
        story.happens(new AgentStateChanged("thinking"));
        assertEquals("thinking", story.state().shown().state());
        assertEquals(4, Happening.rules("shown.").size(), "each rule has its event in this class");
    }

    @Test
    void theNextRuntimeShowsItAnew() {
        story.happens(new ClientConnected());
        story.happens(new AgentStateChanged("listening"));
        story.under(2);
        story.happens(new ClientConnected());
        assertEquals("", story.state().shown().state());
        story.happens(new AgentStateChanged("listening"));
    }
}
