package dev.parley.pipeline.spec;

import dev.parley.pipeline.budget.BudgetScope;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.pipeline.edge.BufferSpec;
import dev.parley.pipeline.spec.Observability.RecordingLevel;
import dev.parley.pipeline.yaml.YamlDocument;
import dev.parley.pipeline.yaml.YamlMap;
import dev.parley.pipeline.yaml.YamlValue;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the top of a specification and its edges, and completes both with the profile. */
final class SpecDecoder {
    static final String FORMAT = "pipeline/1";

    private static final List<String> TOP = List.of(
            "parley",
            "name",
            "version",
            "profile",
            "budgets",
            "nodes",
            "edges",
            "degrade",
            "commit_on",
            "observability");
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_-]{0,63}");
    private static final Pattern VERSION = Pattern.compile("(0|[1-9]\\d{0,5})(\\.(0|[1-9]\\d{0,5})){2}");
    /** A run keeps the nodes that can go on in the bits of one number. */
    private static final int NODES_MAX = 64;

    private static final int EDGES_MAX = 256;

    PipelineSpec decode(String file, String yaml) {
        YamlValue root = YamlDocument.read(file, yaml);
        YamlMap top = root.map();
        format(top);
        top.only(TOP);
        ExecutionProfile profile = ExecutionProfile.of(top.required("profile").oneOf(ExecutionProfile.words()));
        Map<BudgetScope, BudgetSpec> budgets = budgets(top, profile);
        return new PipelineSpec(
                root.place(),
                name(top.required("name")),
                version(top.required("version")),
                profile,
                budgets,
                nodes(top, profile, Objects.requireNonNull(budgets.get(BudgetScope.NODE))),
                edges(top, profile),
                degrade(top),
                top.optional("commit_on").map(SpecDecoder::name),
                top.optional("observability", PLAIN, SpecDecoder::observability));
    }

    private static final Observability PLAIN =
            new Observability(RecordingLevel.L1, List.of("queue_depth", "drops", "latency"));

    /** The version is judged before the fields, so that a newer document is told apart from a mistyped one. */
    private static void format(YamlMap top) {
        YamlValue format = top.required("parley");
        String text = format.text();
        if (!text.equals(FORMAT)) {
            throw format.bad("'" + text + "' is not a version this runtime reads; it reads " + FORMAT);
        }
    }

    static String name(YamlValue value) {
        String text = value.text();
        if (!NAME.matcher(text).matches()) {
            throw value.bad("'" + text + "' is no name: small letters, digits, _ and -, a letter first, at most 64");
        }
        return text;
    }

    private static String version(YamlValue value) {
        String text = value.text();
        if (!VERSION.matcher(text).matches()) {
            throw value.bad("'" + text + "' is no version of the form 1.2.3");
        }
        return text;
    }

    private static Map<BudgetScope, BudgetSpec> budgets(YamlMap top, ExecutionProfile profile) {
        Map<BudgetScope, BudgetSpec> budgets = new EnumMap<>(BudgetScope.class);
        for (BudgetScope scope : BudgetScope.values()) {
            budgets.put(scope, profile.budget(scope));
        }
        top.optional("budgets").ifPresent(value -> {
            YamlMap map = value.map().only(List.of("turn", "path", "node", "edge"));
            for (BudgetScope scope : BudgetScope.values()) {
                map.optional(scope.spelled())
                        .ifPresent(set -> budgets.put(scope, BudgetFields.complete(set, profile.budget(scope))));
            }
        });
        return budgets;
    }

    private static List<NodeSpec> nodes(YamlMap top, ExecutionProfile profile, BudgetSpec budget) {
        List<NodeSpec> nodes = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (YamlValue item : some(top.required("nodes"), "node", NODES_MAX)) {
            NodeSpec node = new NodeDecoder(profile, budget).decode(item);
            if (!ids.add(node.id())) {
                throw item.map().required("id").bad("there is already a node '" + node.id() + "'");
            }
            nodes.add(node);
        }
        return nodes;
    }

    private static List<EdgeSpec> edges(YamlMap top, ExecutionProfile profile) {
        List<EdgeSpec> edges = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (YamlValue item : some(top.required("edges"), "edge", EDGES_MAX)) {
            EdgeSpec edge = edge(item, profile);
            if (!ids.add(edge.id())) {
                throw item.map().required("id").bad("there is already an edge '" + edge.id() + "'");
            }
            edges.add(edge);
        }
        return edges;
    }

    private static List<YamlValue> some(YamlValue list, String what, int max) {
        List<YamlValue> items = list.items();
        if (items.isEmpty()) {
            throw list.bad("a pipeline has at least one " + what);
        }
        if (items.size() > max) {
            throw list.bad("more than " + max + " entries");
        }
        return items;
    }

    private static EdgeSpec edge(YamlValue item, ExecutionProfile profile) {
        YamlMap map = item.map().only(List.of("id", "from", "to", "carries", "buffer"));
        map.optional("buffer").ifPresent(buffer -> {
            if (!profile.isTunable()) {
                throw buffer.bad("a buffer of one edge can be set only under the profile advanced");
            }
        });
        BufferSpec buffer =
                map.optional("buffer", profile.buffer(), value -> BufferFields.complete(value, profile.buffer()));
        return new EdgeSpec(
                item.place(),
                name(map.required("id")),
                name(map.required("from")),
                name(map.required("to")),
                map.optional("carries").map(NodeDecoder::eventType),
                buffer);
    }

    private static List<DegradeRule> degrade(YamlMap top) {
        return top.optional(
                "degrade",
                List.of(),
                list -> list.items().stream().map(SpecDecoder::degradeRule).toList());
    }

    private static DegradeRule degradeRule(YamlValue item) {
        YamlMap map = item.map().only(List.of("when", "node", "action"));
        return new DegradeRule(
                item.place(),
                map.required("when").oneOf(DegradeRule.CAUSES),
                name(map.required("node")),
                map.required("action").oneOf(DegradeRule.ACTIONS));
    }

    private static Observability observability(YamlValue value) {
        YamlMap map = value.map().only(List.of("recording", "metrics"));
        RecordingLevel level = map.optional(
                "recording", PLAIN.recording(), set -> RecordingLevel.valueOf(set.oneOf(List.of("L0", "L1", "L2"))));
        List<String> metrics = map.optional(
                "metrics",
                PLAIN.metrics(),
                list -> list.items().stream()
                        .map(metric -> metric.oneOf(Observability.METRICS))
                        .toList());
        return new Observability(level, metrics);
    }
}
