package dev.parley.pipeline.spec;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.pipeline.budget.BudgetScope;
import dev.parley.pipeline.edge.Bounds;
import dev.parley.pipeline.edge.BufferSpec;
import dev.parley.pipeline.edge.Strategy;
import dev.parley.pipeline.edge.Watermarks;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Item 2: what a profile supplies, and items 15 and 16: every edge has a buffer and marks. */
class ExecutionProfileTest {
    @Test
    void anEdgeThatSetsNothingGetsTheProfileAndSaysSo() {
        PipelineSpec spec = PipelineSpec.read("v", simple(""));
        BufferSpec buffer = spec.edges().getFirst().buffer();
        assertEquals(new Bounds(64, 262_144, 300, 120), buffer.bounds());
        assertEquals(Watermarks.items(48, 24), buffer.watermarks());
        assertEquals(BufferSpec.Source.PROFILE, buffer.source());
    }

    @Test
    void anEdgeThatSetsSomethingKeepsTheRestAndSaysThatItIsMixed() {
        BufferSpec buffer = advanced("{max_items: 10, strategy: block, max_block_ms: 70}");
        assertEquals(new Bounds(10, 262_144, 300, 120), buffer.bounds());
        assertEquals(Watermarks.items(7, 3), buffer.watermarks(), "marks follow a smaller room");
        assertEquals(Strategy.BLOCK, buffer.strategy());
        assertEquals(BufferSpec.Source.MIXED, buffer.source());
    }

    @Test
    void anEdgeThatSetsEverythingIsExplicit() {
        BufferSpec buffer = advanced(
                "{max_items: 9, max_bytes: 8, max_queue_ms: 7, max_latency_ms: 6, strategy: drop, high: 5, low: 4}");
        assertEquals(new Bounds(9, 8, 7, 6), buffer.bounds());
        assertEquals(BufferSpec.Source.EXPLICIT, buffer.source());
    }

    @Test
    void budgetsOfEveryScopeAreThereWithoutBeingWritten() {
        PipelineSpec spec = PipelineSpec.read("v", simple("budgets: {turn: {time_ms: 9000}}\n"));
        assertEquals(9_000, time(spec, BudgetScope.TURN));
        assertEquals(3_000, time(spec, BudgetScope.PATH));
        assertEquals(1_500, time(spec, BudgetScope.NODE));
        assertEquals(500, time(spec, BudgetScope.EDGE));
    }

    private static long time(PipelineSpec spec, BudgetScope scope) {
        return Objects.requireNonNull(spec.budgets().get(scope)).timeMs();
    }

    private static String simple(String more) {
        return """
                parley: pipeline/1
                name: v
                version: 0.1.0
                profile: simple
                nodes: [{id: kb, type: keyboard}, {id: out, type: screen}]
                edges: [{id: e, from: kb, to: out}]
                """ + more;
    }

    private static BufferSpec advanced(String buffer) {
        String yaml = simple("").replace("simple", "advanced").replace("to: out}", "to: out, buffer: " + buffer + "}");
        return PipelineSpec.read("v", yaml).edges().getFirst().buffer();
    }
}
