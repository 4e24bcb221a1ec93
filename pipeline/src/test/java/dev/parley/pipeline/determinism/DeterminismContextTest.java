package dev.parley.pipeline.determinism;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Item 21: chance and order are recorded and come again. */
class DeterminismContextTest {
    @Test
    void oneStreamDoesNotDisturbAnother() {
        DeterminismContext alone = new DeterminismContext(7, List.of());
        DeterminismContext both = new DeterminismContext(7, List.of());
        both.random("tts").nextLong();
        long first = alone.random("llm").nextLong();
        assertEquals(first, both.random("llm").nextLong());
        assertNotEquals(
                first, new DeterminismContext(8, List.of()).random("llm").nextLong());
        assertNotEquals(
                first, new DeterminismContext(7, List.of()).random("tts").nextLong());
    }

    @Test
    void markersCountAndTheRecordSaysEverything() {
        DeterminismContext context = new DeterminismContext(-1, List.of("node.llm"));
        assertEquals(1, context.nextMarker());
        assertEquals(2, context.nextMarker());
        context.random("b");
        context.random("a");
        assertTrue(context.allows("node.llm"));
        assertFalse(context.allows("node.tts"));
        assertEquals(
                "{\"allowed\":[\"node.llm\"],\"markers\":2,\"seed\":\"-1\",\"streams\":[\"a\",\"b\"]}",
                context.record().canonical());
    }
}
