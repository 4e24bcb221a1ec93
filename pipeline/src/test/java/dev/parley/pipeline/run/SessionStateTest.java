package dev.parley.pipeline.run;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.json.Json;
import dev.parley.pipeline.graph.NodeDeclaration.StateUse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Item 29: what ends with the turn, what may be lost, what survives. */
class SessionStateTest {
    @Test
    void onlyDurableStateIsToldToTheRecordAndComesAlong() {
        List<String> recorded = new ArrayList<>();
        SessionState state = new SessionState((key, value) -> recorded.add(key + "=" + value.canonical()));
        for (StateUse use : StateUse.values()) {
            state.write(use, "k", Json.of(use.name()));
        }
        assertEquals(List.of("k=\"SESSION_DURABLE\""), recorded);

        state.endTurn();
        assertEquals(Optional.empty(), state.read(StateUse.TURN_EPHEMERAL, "k"));
        assertEquals(Optional.of(Json.of("SESSION_HOT")), state.read(StateUse.SESSION_HOT, "k"));

        SessionState elsewhere = SessionState.reattached(state.durable(), (key, value) -> {});
        assertEquals(Optional.empty(), elsewhere.read(StateUse.SESSION_HOT, "k"));
        assertEquals(Optional.of(Json.of("SESSION_DURABLE")), elsewhere.read(StateUse.SESSION_DURABLE, "k"));
    }
}
