package dev.parley.pipeline.plan;

import dev.parley.kernel.event.ConversationEvents.PipelineResolved;
import dev.parley.kernel.event.TurnEvents.FrozenPlan;
import dev.parley.kernel.json.Json;
import dev.parley.pipeline.budget.BudgetScope;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.pipeline.edge.BufferSpec;
import dev.parley.pipeline.graph.GraphDefinition;
import dev.parley.pipeline.graph.GraphDefinition.Arc;
import dev.parley.pipeline.graph.GraphDefinition.Vertex;
import dev.parley.pipeline.graph.NodeDeclaration;
import dev.parley.pipeline.spec.DegradeRule;
import dev.parley.pipeline.spec.ExternalSpec;
import dev.parley.pipeline.spec.PipelineSpec;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Writes a plan as JSON: everything that can be observed, and no place in a file. */
final class PlanEncoder {
    private static final long EXACT_MAX = (1L << 53) - 1;

    private PlanEncoder() {}

    /** The part that all turns share. */
    static PipelineResolved graph(GraphDefinition graph) {
        PipelineSpec spec = graph.spec();
        return new PipelineResolved(
                "plan/1",
                spec.name(),
                spec.version(),
                spec.profile().spelled(),
                graph.commitNode(),
                budgets(spec.budgets()),
                Json.of(graph.nodes().values().stream().map(PlanEncoder::node).toList()),
                Json.of(graph.edges().values().stream().map(PlanEncoder::edge).toList()),
                Json.of(spec.degrade().stream().map(PlanEncoder::degrade).toList()),
                spec.observability().recording().name(),
                List.copyOf(spec.observability().metrics()));
    }

    /** The part of one turn, without the hash, which covers it. */
    static Json.Obj turn(TurnInputs inputs) {
        return Json.Obj.EMPTY
                .with("conversation", inputs.conversation())
                .with("turn", inputs.turn())
                .with("epoch", inputs.epoch())
                .with("admission", inputs.admission().name())
                .with("bindings", lists(inputs.bindings()))
                .with("capabilities", lists(inputs.capabilities()))
                .with("posture", inputs.posture().name())
                .with("seed", Long.toString(inputs.seed()));
    }

    /** The same with the hash of the whole plan. */
    static FrozenPlan turn(TurnInputs inputs, String hash) {
        return new FrozenPlan(
                inputs.conversation(),
                inputs.turn(),
                inputs.epoch(),
                inputs.admission().name(),
                lists(inputs.bindings()),
                lists(inputs.capabilities()),
                inputs.posture().name(),
                Long.toString(inputs.seed()),
                hash);
    }

    private static Json.Obj lists(Map<String, List<String>> lists) {
        Json.Obj object = Json.Obj.EMPTY;
        for (Map.Entry<String, List<String>> entry : lists.entrySet()) {
            object = object.with(entry.getKey(), Json.texts(entry.getValue()));
        }
        return object;
    }

    private static Json.Obj budgets(Map<BudgetScope, BudgetSpec> budgets) {
        Json.Obj object = Json.Obj.EMPTY;
        for (BudgetScope scope : BudgetScope.values()) {
            object = object.with(scope.spelled(), budget(Objects.requireNonNull(budgets.get(scope))));
        }
        return object;
    }

    /** A limit without end, or beyond what a JSON number holds exactly, is written as a word. */
    private static Json budget(BudgetSpec budget) {
        return Json.Obj.EMPTY
                .with("time_ms", limit(budget.timeMs()))
                .with("tokens", limit(budget.tokens()))
                .with("tool_calls", limit(budget.toolCalls()))
                .with("warn_percent", budget.warnPercent())
                .with("on_exhausted", budget.onExhausted().spelled());
    }

    private static Json limit(long value) {
        return value > EXACT_MAX ? Json.of("unlimited") : Json.of(value);
    }

    private static Json node(Vertex node) {
        Json.Obj object = Json.Obj.EMPTY
                .with("id", node.spec().id())
                .with("type", node.spec().type())
                .with("settings", node.spec().settings())
                .with("budget", budget(node.spec().budget()))
                .with("fallback", node.spec().fallback().orElse(""))
                .with("fan_out", node.spec().fanOut().map(Enum::name).orElse(""))
                .with("declares", declaration(node.declaration()));
        if (node.spec().fanIn().isPresent()) {
            object = object.with("fan_in", node.spec().fanIn().get().rule().name())
                    .with("priority", Json.texts(node.spec().fanIn().get().priority()));
        }
        return node.spec().external().isEmpty()
                ? object
                : object.with("external", external(node.spec().external().get()));
    }

    private static Json declaration(NodeDeclaration declaration) {
        return Json.Obj.EMPTY
                .with("role", declaration.role().name())
                .with("accepts", Json.texts(declaration.accepts()))
                .with("emits", Json.texts(declaration.emits()))
                .with("streaming", declaration.streaming().name())
                .with("cancel", declaration.cancel().name())
                .with("cancel_within_ms", declaration.cancelWithinMs())
                .with(
                        "resources",
                        Json.texts(
                                declaration.resources().stream().map(Enum::name).toList()))
                .with(
                        "state",
                        Json.texts(declaration.state().stream().map(Enum::name).toList()));
    }

    private static Json external(ExternalSpec external) {
        return Json.Obj.EMPTY
                .with("command", Json.texts(external.command()))
                .with("port", external.port())
                .with("start_ms", external.startMs())
                .with("timeout_ms", external.timeoutMs())
                .with("cancel_within_ms", external.cancelWithinMs())
                .with("line_bytes_max", external.lineBytesMax())
                .with("in_flight_max", external.inFlightMax());
    }

    private static Json edge(Arc arc) {
        return Json.Obj.EMPTY
                .with("id", arc.id())
                .with("from", arc.from())
                .with("to", arc.to())
                .with("carries", arc.carries())
                .with("buffer", buffer(arc.buffer()));
    }

    private static Json buffer(BufferSpec buffer) {
        return Json.Obj.EMPTY
                .with("max_items", buffer.bounds().maxItems())
                .with("max_bytes", limit(buffer.bounds().maxBytes()))
                .with("max_queue_ms", limit(buffer.bounds().maxQueueMs()))
                .with("max_latency_ms", limit(buffer.bounds().maxLatencyMs()))
                .with("strategy", buffer.strategy().spelled())
                .with("max_block_ms", buffer.maxBlockMs())
                .with("sample_one_in", buffer.sampleOneIn())
                .with("drop", buffer.dropEnd().name())
                .with("high", buffer.watermarks().highItems())
                .with("low", buffer.watermarks().lowItems())
                .with("high_ms", limit(buffer.watermarks().highMs()))
                .with("low_ms", limit(buffer.watermarks().lowMs()))
                .with("control_max_items", buffer.lanes().controlMaxItems())
                .with("telemetry_max_items", buffer.lanes().telemetryMaxItems())
                .with("telemetry_one_in", buffer.lanes().telemetryOneIn())
                .with("fairness_key", buffer.fairnessKey().spelled())
                .with("source", buffer.source().name());
    }

    private static Json degrade(DegradeRule rule) {
        return Json.Obj.EMPTY
                .with("when", rule.when())
                .with("node", rule.node())
                .with("action", rule.action());
    }
}
