package dev.parley.sim.script;

import dev.parley.kernel.json.Json;
import dev.parley.pipeline.yaml.YamlBounds;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.CoreSchema;

/** Reads YAML 1.2 into a tree that keeps its lines. */
final class YamlReader {
    private static final LoadSettings SETTINGS = LoadSettings.builder()
            .setSchema(new CoreSchema())
            .setAllowDuplicateKeys(false)
            .setMaxAliasesForCollections(20)
            .build();

    private static final int DEPTH_MAX = 64;

    private YamlReader() {}

    static Tree read(String text) throws BadScenario {
        try {
            YamlBounds.Excess excess = YamlBounds.in(new Parse(SETTINGS).parseString(text), DEPTH_MAX);
            if (excess != null) {
                throw new BadScenario(excess.line(), excess.reason());
            }
            Optional<Node> root = new Compose(SETTINGS).composeString(text);
            if (root.isEmpty()) {
                throw new BadScenario(1, "the file is empty");
            }
            return tree(root.get());
        } catch (MarkedYamlEngineException e) {
            int line = e.getProblemMark().map(Mark::getLine).orElse(-1) + 1;
            throw new BadScenario(line, "not YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            throw new BadScenario(
                    1,
                    "not YAML: "
                            + String.valueOf(e.getMessage()).lines().findFirst().orElse(""));
        }
    }

    private static Tree tree(Node node) throws BadScenario {
        int line = node.getStartMark().map(Mark::getLine).orElse(-1) + 1;
        return switch (node) {
            case MappingNode mapping -> mapping(mapping, line);
            case SequenceNode sequence -> {
                List<Tree> items = new ArrayList<>();
                for (Node item : sequence.getValue()) {
                    items.add(tree(item));
                }
                yield new Tree.Sequence(items, line);
            }
            case ScalarNode scalar -> new Tree.Scalar(scalar(scalar, line), line);
            default -> throw new BadScenario(line, "anchors that refer to themselves are not allowed");
        };
    }

    private static Tree mapping(MappingNode node, int line) throws BadScenario {
        Map<String, Tree> fields = new LinkedHashMap<>();
        for (NodeTuple tuple : node.getValue()) {
            int at = tuple.getKeyNode().getStartMark().map(Mark::getLine).orElse(-1) + 1;
            if (!(tuple.getKeyNode() instanceof ScalarNode key)) {
                throw new BadScenario(at, "a key must be a plain text");
            }
            if (fields.put(key.getValue(), tree(tuple.getValueNode())) != null) {
                throw new BadScenario(at, "'" + key.getValue() + "' is given twice");
            }
        }
        return new Tree.Mapping(fields, line);
    }

    private static Json scalar(ScalarNode node, int line) throws BadScenario {
        Tag tag = node.getTag();
        String value = node.getValue();
        if (tag.equals(Tag.NULL)) {
            return Json.Null.NULL;
        }
        if (tag.equals(Tag.BOOL)) {
            return Json.of(value.equalsIgnoreCase("true"));
        }
        if (tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) {
            return number(value, line);
        }
        return Json.of(value);
    }

    private static Json number(String value, int line) throws BadScenario {
        try {
            if (value.startsWith("0x")) {
                return Json.of(Long.parseLong(value.substring(2), 16));
            }
            if (value.startsWith("0o")) {
                return Json.of(Long.parseLong(value.substring(2), 8));
            }
            return new Json.Num(new BigDecimal(value));
        } catch (NumberFormatException e) {
            throw new BadScenario(line, "'" + value + "' is not a number that can be used here");
        }
    }
}
