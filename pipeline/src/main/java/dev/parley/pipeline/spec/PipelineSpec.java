package dev.parley.pipeline.spec;

import dev.parley.pipeline.budget.BudgetScope;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.pipeline.yaml.Place;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What can run: the source of truth, completed with its profile, so that every buffer and budget in it is explicit.
 *
 * @param commitNode the sink whose end commits the turn, where the specification names one
 */
public record PipelineSpec(
        Place place,
        String name,
        String version,
        ExecutionProfile profile,
        Map<BudgetScope, BudgetSpec> budgets,
        List<NodeSpec> nodes,
        List<EdgeSpec> edges,
        List<DegradeRule> degrade,
        Optional<String> commitNode,
        Observability observability) {
    public PipelineSpec {
        budgets = Collections.unmodifiableMap(new EnumMap<>(budgets));
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
        degrade = List.copyOf(degrade);
    }

    /** Reads a specification; a {@link dev.parley.pipeline.yaml.BadYaml} names the first mistake. */
    public static PipelineSpec read(String file, String yaml) {
        return new SpecDecoder().decode(file, yaml);
    }

    /** The same specification with other nodes and edges of the same names. */
    public PipelineSpec with(List<NodeSpec> otherNodes, List<EdgeSpec> otherEdges) {
        return new PipelineSpec(
                place, name, version, profile, budgets, otherNodes, otherEdges, degrade, commitNode, observability);
    }

    /** The same specification with another budget for a turn. */
    public PipelineSpec withTurn(BudgetSpec turn) {
        Map<BudgetScope, BudgetSpec> others = new EnumMap<>(budgets);
        others.put(BudgetScope.TURN, turn);
        return new PipelineSpec(
                place, name, version, profile, others, nodes, edges, degrade, commitNode, observability);
    }

    /** The same specification with other rules for doing with less. */
    public PipelineSpec withDegrade(List<DegradeRule> rules) {
        return new PipelineSpec(place, name, version, profile, budgets, nodes, edges, rules, commitNode, observability);
    }

    /** The pipeline of a conversation for which nobody gave another. */
    public static PipelineSpec standard() {
        return read("voice.yaml", resource("voice.yaml"));
    }

    /** The JSON Schema of the format, as it is published. */
    public static String schema() {
        return resource("pipeline-1.schema.json");
    }

    private static String resource(String name) {
        try (InputStream in = PipelineSpec.class.getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(in, name).readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
