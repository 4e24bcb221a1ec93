package dev.parley.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.ControlEvents.SessionEnded;
import dev.parley.kernel.event.ConversationEvents.RosterDeclared;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.RuneEnvelope;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where a record stands, and what counts by its kind alone. */
class ConversationStateTest {
    private final List<Rune> runes = new ArrayList<>();

    private void recorded(String kind, Json.Obj payload, long turn, long epoch, long nanos) {
        RuneEnvelope envelope = new RuneEnvelope(
                "talk",
                kind,
                RuneDraft.of("talk", kind, payload).envelope().lane(),
                RuneDraft.of("talk", kind, payload).envelope().visibility(),
                turn,
                "",
                0,
                "",
                "",
                epoch,
                nanos,
                0,
                RuneEnvelope.NO_MEDIA_TIME,
                RuneEnvelope.SCHEMA_VERSION,
                "",
                "",
                0,
                0);
        runes.add(Rune.of(new RuneDraft(envelope, payload), runes.size() + 1, Hash.ZERO));
    }

    @Test
    void knowsTheNewestLeaseTimeAndTurn() {
        recorded("user.words", Json.Obj.EMPTY, 3, 2, 500);
        recorded("user.words", Json.Obj.EMPTY, 0, 1, 400);
        recorded("system.gap", Json.Obj.EMPTY, 0, 0, 9_000);
        ConversationState state = ConversationState.of(runes);
        assertEquals(2, state.epoch());
        assertEquals(500, state.newestNanos(), "the log has a clock of its own");
        assertEquals(3, state.lastTurn());
    }

    @Test
    void anEndCountsWhateverFieldsItHas() {
        assertEquals(Phase.UNBEGUN, ConversationState.of(runes).phase());
        recorded("session.created", Json.Obj.EMPTY.with("name", 7), 0, 1, 0);
        assertEquals(Phase.OPEN, ConversationState.of(runes).phase());
        recorded("control.ended", Json.Obj.EMPTY.with("reason", 7), 0, 1, 0);
        assertEquals(Phase.ENDED, ConversationState.of(runes).phase());
        recorded("session.created", Json.Obj.EMPTY, 0, 1, 0);
        assertEquals(Phase.ENDED, ConversationState.of(runes).phase(), "what is over stays over");
        assertFalse(ConversationState.readsFields(SessionEnded.class));
        assertTrue(ConversationState.readsFields(RosterDeclared.class));
    }

    @Test
    void repliesAndTheirSentencesAreNumberedTogether() {
        recorded("agent.reply", Json.Obj.EMPTY.with("reply", 4), 1, 1, 0);
        recorded("agent.sentence", Json.Obj.EMPTY.with("reply", 6).with("of", 4), 1, 1, 0);
        recorded("agent.writing", Json.Obj.EMPTY.with("reply", 5), 1, 1, 0);
        recorded("speech.cut", Json.Obj.EMPTY.with("reply", 9), 1, 1, 0);
        assertEquals(6, ConversationState.of(runes).replies().last());
        assertEquals(0, ReplyNumbers.of(runes.getLast()));
    }
}
