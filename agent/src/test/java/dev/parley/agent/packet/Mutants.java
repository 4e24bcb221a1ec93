package dev.parley.agent.packet;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Every way of changing one place of a line: removing it, or putting each of many odd values there. */
final class Mutants {
    private static final List<String> VALUES = List.of(
            "null",
            "true",
            "false",
            "0",
            "1",
            "-1",
            "6",
            "7",
            "1.0",
            "1.5",
            "0.5",
            "-0.0",
            "5e0",
            "1e400",
            "9007199254740991",
            "9007199254740992",
            "123456789012345678901234567890",
            "1e999999",
            "-1e999999",
            "\"\"",
            "\" \"",
            "\"x\"",
            "\"pkt_\"",
            "\"pkt_z\"",
            "\"pkt_\\n\"",
            "\"pkt_\\u00e9\"",
            "\"corr_z\"",
            "\"token_z\"",
            "\"task_z\"",
            "\"camp_z\"",
            "\"Integrity\"",
            "\"integrity\"",
            "\"ACT\"",
            "\"WRITE\"",
            "\"MIXED\"",
            "\"FAILURE\"",
            "\"CRITICAL\"",
            "\"2026-03-01T10:00:00Z\"",
            "\"2026-03-01T10:00:00\"",
            "\"2026-02-30T10:00:00Z\"",
            "\"2026-03-01T10:00:60Z\"",
            "\"2026-03-01t10:00:00.5+01:00\"",
            "\"2026-03-01\"",
            "[]",
            "{}",
            "[1]",
            "[\"pkt_1\"]",
            "[\"read\"]",
            "{\"a\":1}");

    /** A changed copy, and what was changed. */
    record Mutant(String change, ObjectNode line) {}

    private Mutants() {}

    static List<Mutant> of(ObjectNode line) {
        List<Mutant> mutants = new ArrayList<>();
        walk(line, "", mutants, line);
        return mutants;
    }

    private static void walk(JsonNode node, String path, List<Mutant> mutants, ObjectNode line) {
        if (node instanceof ObjectNode object) {
            for (String name : object.propertyNames()) {
                place(path, name, mutants, line);
                walk(object.path(name), path + "/" + name, mutants, line);
            }
            add(mutants, line, path + " + unknown field", copy -> ((ObjectNode) copy.at(path)).put("unknown", 1));
            add(mutants, line, path + " + marked field", copy -> ((ObjectNode) copy.at(path)).put("_unknown", 1));
        } else if (node instanceof ArrayNode array && !array.isEmpty()) {
            add(mutants, line, path + " emptied", copy -> ((ArrayNode) copy.at(path)).removeAll());
            for (String value : VALUES) {
                add(mutants, line, path + " first = " + value, copy -> ((ArrayNode) copy.at(path)).set(0, read(value)));
            }
        }
    }

    private static void place(String path, String name, List<Mutant> mutants, ObjectNode line) {
        String where = path + "/" + name;
        add(mutants, line, where + " removed", copy -> ((ObjectNode) copy.at(path)).remove(name));
        for (String value : VALUES) {
            add(mutants, line, where + " = " + value, copy -> ((ObjectNode) copy.at(path)).set(name, read(value)));
        }
    }

    private static void add(List<Mutant> mutants, ObjectNode line, String change, Consumer<ObjectNode> edit) {
        ObjectNode copy = line.deepCopy();
        edit.accept(copy);
        mutants.add(new Mutant(change, copy));
    }

    static JsonNode read(String value) {
        return EXACT.readTree(value);
    }

    private static final JsonMapper EXACT = JsonMapper.builder()
            .enable(tools.jackson.databind.DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();
}
