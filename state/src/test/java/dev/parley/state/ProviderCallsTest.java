package dev.parley.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.AgentEvents.AgentStateChanged;
import dev.parley.kernel.event.ControlEvents.PlacementLeaseRotated;
import dev.parley.kernel.event.ConversationEvents.SessionResumed;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.PipelineEvents.ProviderAttempt;
import dev.parley.kernel.event.PipelineEvents.ProviderCallEnded;
import dev.parley.kernel.event.PipelineEvents.ProviderCalled;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The provider calls of a conversation as the fold of its events, and each rule with an event that only it refuses. */
class ProviderCallsTest {
    private final TestRecord record = new TestRecord("providers");

    private static Event called(long call) {
        return new ProviderCalled(new ProviderAttempt(call, "llm", "primary"));
    }

    private static Event ended(long call) {
        return new ProviderCallEnded(new ProviderAttempt(call, "llm", "primary"), "success", 5, 5, null, null, null);
    }

    @Test
    void eachRuleRefusesWhatNoOtherRuleDoes() {
        record.turn = 1;
        record.happens(called(1));
        record.happens(called(2));
        record.happens(ended(2));
        assertEquals(List.of("providers.new_call"), record.broken(called(1)));
        record.turn = 0;
        assertEquals(List.of("providers.own_turn"), record.broken(ended(1)));
        assertEquals(List.of("providers.one_outcome"), record.broken(ended(2)));
        assertEquals(
                List.of("providers.new_call", "providers.one_outcome", "providers.own_turn"),
                TestRecord.rules("providers"),
                "each rule has its event in this test");
    }

    @Test
    void aCallIsOpenInItsTurnUntilItEnds() {
        record.turn = 3;
        record.happens(called(1));
        assertTrue(record.state.providers().isOpen(1));
        assertEquals(3, record.state.providers().turn(1));
        record.happens(ended(1));
        assertFalse(record.state.providers().isOpen(1));
        assertEquals("providers.new_call", record.refused(called(1)));
        record.turn = 0;
        assertEquals("providers.one_outcome", record.refused(ended(1)));
        assertEquals("providers.one_outcome", record.refused(ended(2)), "a call that was never made");
    }

    @Test
    void workThatWasDoneAheadEndsInNoTurnOrInTheNewest() {
        record.happens(called(1));
        record.happens(called(2));
        record.happens(called(3));
        record.turn = 1;
        record.happens(new AgentStateChanged("thinking"));
        record.happens(ended(1));
        record.turn = 0;
        record.happens(ended(2));
        record.turn = 2;
        record.happens(new AgentStateChanged("thinking"));
        record.turn = 1;
        assertEquals("providers.own_turn", record.refused(ended(3)), "a turn that is over");
    }

    @Test
    void callsFromBeforeTheSnapshotEndOnce() {
        record.happens(called(7));
        record.happens(ended(3));
        assertEquals("providers.one_outcome", record.refused(ended(3)));
        record.happens(ended(7));
        assertEquals("providers.one_outcome", record.refused(ended(7)));
    }

    @Test
    void theNextRuntimeNumbersItsCallsAnew() {
        record.happens(called(7));
        record.epoch = 2;
        assertEquals("", record.refused(called(1)));
        record.happens(new SessionResumed("lost", List.of(), List.of(), List.of(), List.of()));
        assertEquals(Map.of(), record.state.providers().open());
        record.epoch = 3;
        record.happens(new PlacementLeaseRotated(3, null, null, null));
        record.happens(called(1));
    }

    @Test
    void aRuntimeThatGoesOnUnderAnotherLeaseNumbersOn() {
        record.happens(called(7));
        record.epoch = 4;
        record.happens(new PlacementLeaseRotated(4, null, null, null));
        assertEquals("providers.new_call", record.refused(called(1)));
        record.happens(ended(7));
    }

    @Test
    void aForgedRecordDoesNotMakeTheFoldSlow() {
        for (long call = 1; call <= ProviderCalls.KNOWN_MAX + 10; call++) {
            record.isForged(ended(call));
        }
        assertEquals(ProviderCalls.KNOWN_MAX, record.state.providers().unseen().size());
        for (long call = 1; call <= ProviderCalls.KNOWN_MAX + 10; call++) {
            record.isForged(called(call));
        }
        assertEquals(ProviderCalls.KNOWN_MAX, record.state.providers().open().size());
        assertFalse(record.state.providers().isOpen(10));
    }
}
