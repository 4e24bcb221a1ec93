package dev.parley.pipeline.spec;

import dev.parley.kernel.json.Json;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.pipeline.spec.NodeSpec.FanIn;
import dev.parley.pipeline.spec.NodeSpec.FanOut;
import dev.parley.pipeline.spec.NodeSpec.Rule;
import dev.parley.pipeline.yaml.YamlMap;
import dev.parley.pipeline.yaml.YamlValue;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Reads one node of a specification. */
final class NodeDecoder {
    private static final List<String> NAMES =
            List.of("id", "type", "providers", "settings", "fan_in", "fan_out", "budget", "fallback", "external");
    private static final List<String> EXTERNAL_NAMES = List.of(
            "command",
            "port",
            "accepts",
            "emits",
            "start_ms",
            "timeout_ms",
            "cancel_within_ms",
            "line_bytes_max",
            "in_flight_max");
    private static final Pattern EVENT_TYPE = Pattern.compile("[a-z][a-z0-9_]*(\\.[a-z][a-z0-9_]*)+");
    private static final long MS_MAX = 600_000;

    private final ExecutionProfile profile;
    private final BudgetSpec budget;

    NodeDecoder(ExecutionProfile profile, BudgetSpec budget) {
        this.profile = profile;
        this.budget = budget;
    }

    NodeSpec decode(YamlValue item) {
        YamlMap map = item.map().only(NAMES);
        for (String tuned : List.of("budget", "external")) {
            map.optional(tuned).ifPresent(value -> {
                if (!profile.isTunable()) {
                    throw value.bad(tuned + " of one node can be set only under the profile advanced");
                }
            });
        }
        return new NodeSpec(
                item.place(),
                SpecDecoder.name(map.required("id")),
                SpecDecoder.name(map.required("type")),
                map.optional("providers", List.of(), value -> distinct(value, SpecDecoder::name)),
                map.optional("settings", Json.Obj.EMPTY, NodeDecoder::settings),
                map.optional("fan_in").map(NodeDecoder::fanIn),
                map.optional("fan_out").map(NodeDecoder::fanOut),
                map.optional("budget", budget, value -> BudgetFields.complete(value, budget)),
                map.optional("fallback").map(SpecDecoder::name),
                map.optional("external").map(NodeDecoder::external));
    }

    static String eventType(YamlValue value) {
        String text = value.text();
        if (!EVENT_TYPE.matcher(text).matches()) {
            throw value.bad("'" + text + "' is no event type of the form audio.pcm");
        }
        return text;
    }

    private static Json.Obj settings(YamlValue value) {
        value.map();
        return (Json.Obj) value.json();
    }

    private static FanIn fanIn(YamlValue value) {
        YamlMap map = value.map().only(List.of("merge", "priority"));
        String word = map.required("merge").oneOf(List.of("sequence", "media_time", "priority"));
        Rule rule = Rule.valueOf(word.toUpperCase(Locale.ROOT));
        if (rule == Rule.PRIORITY && !map.has("priority")) {
            throw value.bad("merge by priority needs the list 'priority' of edges");
        }
        if (rule != Rule.PRIORITY && map.has("priority")) {
            throw map.required("priority").bad("the list 'priority' belongs to merge: priority");
        }
        return new FanIn(rule, map.optional("priority", List.of(), list -> distinct(list, SpecDecoder::name)));
    }

    private static FanOut fanOut(YamlValue value) {
        return FanOut.valueOf(value.oneOf(List.of("copy", "first_ready")).toUpperCase(Locale.ROOT));
    }

    private static ExternalSpec external(YamlValue value) {
        YamlMap map = value.map().only(EXTERNAL_NAMES);
        if (map.has("command") == map.has("port")) {
            throw value.bad("a node in another process has either a command or a port");
        }
        return new ExternalSpec(
                map.optional("command", List.of(), NodeDecoder::command),
                map.optional("port", 0, port -> (int) port.whole(1, 65_535)),
                distinct(map.required("accepts"), NodeDecoder::eventType),
                distinct(map.required("emits"), NodeDecoder::eventType),
                whole(map, "start_ms", 5_000, 1, MS_MAX),
                whole(map, "timeout_ms", 1_000, 1, MS_MAX),
                whole(map, "cancel_within_ms", 100, 1, MS_MAX),
                (int) whole(map, "line_bytes_max", 65_536, 64, 1 << 24),
                (int) whole(map, "in_flight_max", 16, 1, 4_096));
    }

    private static List<String> command(YamlValue value) {
        List<String> words = value.items().stream().map(YamlValue::text).toList();
        if (words.isEmpty()) {
            throw value.bad("a command names at least its program");
        }
        return words;
    }

    private static long whole(YamlMap map, String name, long absent, long min, long max) {
        return map.optional(name, absent, value -> value.whole(min, max));
    }

    private static List<String> distinct(YamlValue list, Function<YamlValue, String> read) {
        Set<String> seen = new HashSet<>();
        List<YamlValue> items = list.items();
        if (items.isEmpty()) {
            throw list.bad("the list is empty");
        }
        return items.stream()
                .map(item -> {
                    String text = read.apply(item);
                    if (!seen.add(text)) {
                        throw item.bad("'" + text + "' stands here twice");
                    }
                    return text;
                })
                .toList();
    }
}
