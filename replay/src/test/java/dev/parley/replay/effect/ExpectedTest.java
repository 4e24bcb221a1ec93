package dev.parley.replay.effect;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.event.TurnEvents.TurnCompleted;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.tool.ArgumentsDigest;
import dev.parley.state.ConversationState;
import dev.parley.state.Recorded;
import org.junit.jupiter.api.Test;

/** An event that follows from a verdict has exactly the fields that its room gives it. */
class ExpectedTest {
    private static final Json TEA = Json.Obj.EMPTY.with("item", "tea");
    private static final Event DONE = new TurnCompleted("completed", "att_turn_3", null);
    private static final ToolSettled SETTLED = new ToolSettled("c1", "order", "success", Json.Null.NULL, "");

    private final ConversationState state = new ConversationState();
    private final Course course = new Course(state);

    private void under(long epoch) {
        state.apply(Recorded.of(Rune.of(
                RuneDraft.of("talk", "control.connected", Json.Obj.EMPTY).withLeaseEpoch(epoch), epoch, Hash.ZERO)));
    }

    private static Moment moment(String kind, Json.Obj payload) {
        return Moment.of(Rune.of(RuneDraft.of("talk", kind, payload), 7, Hash.ZERO), null);
    }

    private static Moment decided(Json.Obj parameters) {
        return moment("verdict.turn", Json.Obj.EMPTY.with("parameters", parameters));
    }

    private boolean isMet(Event fact, Json.Obj recorded, Json.Obj parameters) {
        return new Expected(true, course).is(fact, decided(parameters), moment(fact.kind(), recorded));
    }

    @Test
    void everyFieldIsEqualAndThereIsNoOther() {
        Json.Obj payload = EventCatalogue.payload(DONE);
        assertTrue(isMet(DONE, payload, Json.Obj.EMPTY));
        assertTrue(isMet(DONE, payload.with("confided_to", "ana"), Json.Obj.EMPTY), "who may see it is added later");
        assertFalse(isMet(DONE, payload.with("note", "more"), Json.Obj.EMPTY));
        assertFalse(isMet(DONE, payload.with("reason", "empty"), Json.Obj.EMPTY));
        assertFalse(isMet(DONE, payload.with("attestation", "att_turn_4"), Json.Obj.EMPTY));
    }

    @Test
    void aSuccessorNamesTheEpochInPlaceOfTheAttestation() {
        Json.Obj late = EventCatalogue.payload(new TurnCompleted("completed", null, 4L));
        Json.Obj parameters = Json.Obj.EMPTY.with("epoch", 4);
        assertFalse(isMet(DONE, late, parameters), "nothing was lost");
        under(1);
        under(2);
        assertTrue(isMet(DONE, late, parameters));
        assertFalse(isMet(DONE, late, Json.Obj.EMPTY.with("epoch", 3)));
    }

    @Test
    void aResultHasTheContentWhoseDigestTheVerdictHas() {
        Json.Obj parameters = Json.Obj.EMPTY.with("content_sha256", ArgumentsDigest.of(TEA));
        Json.Obj told = EventCatalogue.payload(SETTLED.withContent(TEA));
        assertTrue(isMet(SETTLED, told, parameters));
        assertFalse(isMet(SETTLED, EventCatalogue.payload(SETTLED.withContent(Json.of("milk"))), parameters));
        assertFalse(isMet(SETTLED, told.with("content_sha256", "0"), parameters), "a digest beside the content");
        Json.Obj digest = EventCatalogue.payload(SETTLED).with("content_sha256", ArgumentsDigest.of(TEA));
        assertTrue(isMet(SETTLED, digest, parameters), "no texts are kept");
    }
}
