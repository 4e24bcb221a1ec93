package dev.parley.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.AgentEvents.AgentStateChanged;
import dev.parley.kernel.event.ControlEvents.ClientConnected;
import dev.parley.kernel.event.ControlEvents.ClientDisconnected;
import dev.parley.kernel.event.ControlEvents.MicrophoneMuted;
import dev.parley.kernel.event.ControlEvents.PlacementLeaseRotated;
import dev.parley.kernel.event.ControlEvents.ReconnectAwaited;
import dev.parley.kernel.event.PlaybackEvents.PlaybackResumed;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The line to the client as the fold of its events, and each rule with an event that only it refuses. */
class LineTest {
    private final Happening story = new Happening("line.");

    private Line line() {
        return story.state().line();
    }

    @Test
    void theLineIsAsItChangedLast() {
        story.happens(new ClientConnected());
        story.happens(new MicrophoneMuted());
        story.happens(new ReconnectAwaited());
        assertFalse(line().isConnected());
        assertFalse(line().isDisconnected(), "the client may come back");
        story.happens(new ClientDisconnected());
        assertTrue(line().isDisconnected());
        story.happens(new ClientConnected());
        assertTrue(line().isConnected());
        assertTrue(line().isMuted(), "who comes back is muted as before");
    }

    @Test
    void eachRuntimeTellsOnceHowTheLineIs() {
        story.happens(new ClientConnected());
        story.under(2);
        story.happens(new PlacementLeaseRotated(2, null, null, null));
        assertEquals("line.change", story.refused(new ClientConnected()), "the same runtime goes on");
        story.under(3);
        assertEquals("line.known", story.refused(new AgentStateChanged("listening")));
        assertTrue(line().isConnected(), "what the runtime before knew of it");
        story.happens(new ClientConnected());
        assertEquals("line.change", story.refused(new ClientConnected()));
    }

    @Test
    void aSnapshotKeepsTheNewestOfTheLeasesAndAllThatWasKnownUnderThem() {
        ConversationState kept = new ConversationState();
        kept.applyKept(story.at(new ClientConnected(), 0, 0));
        story.under(2);
        kept.applyKept(story.at(new MicrophoneMuted(), 0, 0));
        story.under(3);
        kept.applyKept(story.at(new PlacementLeaseRotated(3, null, null, null), 0, 0));
        kept.rest();
        assertTrue(kept.line().isTold(), "one runtime had all three leases");
        assertEquals(3, kept.epoch());
    }

    @Test
    void eachRuleRefusesWhatNoOtherRuleDoes() {
        assertEquals("line.change", story.refused(new ReconnectAwaited()), "nobody is awaited who was never there");
        assertEquals("line.known", story.refused(new AgentStateChanged("listening")));
        story.happens(new ClientConnected());
        assertEquals("line.change", story.refused(new ClientConnected()));
        story.happens(new ReconnectAwaited());
        assertEquals("line.resume", story.refused(new PlaybackResumed(1, 100L, 0L, 0L), 1, 0));
        assertEquals(List.of("line.change", "line.known", "line.resume"), Happening.rules("line."));
    }
}
