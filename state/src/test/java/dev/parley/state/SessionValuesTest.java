package dev.parley.state;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.event.ConversationEvents.SessionStateChanged;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionValuesTest {
    private static Rune kept(long id, String key, Json value) {
        return Rune.of(EventCatalogue.draft("talk", new SessionStateChanged(key, value)), id, Hash.ZERO);
    }

    @Test
    void theNewestValueOfEachKeyIsKept() {
        List<Rune> runes = List.of(
                kept(1, "mood", Json.of("calm")),
                kept(2, SessionValues.HALTED, Json.of(true)),
                kept(3, "mood", Json.of("brisk")));
        SessionValues values = ConversationState.of(runes).values();
        assertEquals(Json.Obj.EMPTY.with("mood", "brisk").with(SessionValues.HALTED, Json.of(true)), values.kept());
        assertTrue(values.isHalted());
        assertFalse(ConversationState.of(List.of()).values().isHalted());
    }
}
