package dev.parley.pipeline.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.rune.Lane;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Item 15: a fairness key for an edge that several share. */
class FairEdgeTest {
    private static final BufferSpec SPEC = new BufferSpec(
            new Bounds(6, 1_000, 1_000, 1_000),
            Strategy.DROP,
            0,
            1,
            BufferSpec.DropEnd.NEWEST,
            Watermarks.items(6, 0),
            LaneRules.DEFAULT,
            FairnessKey.SESSION,
            BufferSpec.Source.EXPLICIT);

    private final FairEdge<String> edge = new FairEdge<>("shared", SPEC);

    @Test
    void oneThatFillsTheEdgeDoesNotShutTheOthersOut() {
        for (int i = 1; i <= 10; i++) {
            edge.offer("greedy", "g" + i, Lane.DATA, 1, 0);
        }
        assertEquals(6, edge.items("greedy"), "while nobody else is there it may use all");
        assertEquals(Offered.ACCEPTED, edge.offer("modest", "m1", Lane.DATA, 1, 0));
        assertEquals(Offered.ACCEPTED, edge.offer("modest", "m2", Lane.DATA, 1, 0));
        assertEquals(4, edge.items("greedy"));
        assertEquals(6, edge.items());
        assertTrue(edge.drainSignals().stream().anyMatch(EdgeSignal.DropNotice.class::isInstance));
    }

    @Test
    void theKeysAreServedInTurnAndControlBeforeAll() {
        for (String item : List.of("a1", "a2", "a3")) {
            edge.offer("a", item, Lane.DATA, 1, 0);
        }
        edge.offer("b", "b1", Lane.DATA, 1, 0);
        edge.offer("c", "stop", Lane.CONTROL, 1, 0);
        List<String> served = new ArrayList<>();
        for (String item = edge.poll(0); item != null; item = edge.poll(0)) {
            served.add(item);
        }
        assertEquals(List.of("stop", "a1", "b1", "a2", "a3"), served);
    }

    @Test
    void anEdgeWithoutAKeyIsNotShared() {
        BufferSpec plain = BufferSpec.dropping(SPEC.bounds(), SPEC.watermarks());
        assertThrows(IllegalArgumentException.class, () -> new FairEdge<>("x", plain));
    }
}
