package dev.parley.pipeline.yaml;

import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** A value and its place in the document. Every accessor says what it wanted where it is not there. */
public final class YamlValue {
    private static final List<Tag> TAGS = List.of(Tag.STR, Tag.INT, Tag.FLOAT, Tag.BOOL, Tag.NULL, Tag.MAP, Tag.SEQ);

    private final String file;
    private final String path;
    private final Node node;

    YamlValue(String file, String path, Node node) {
        this.file = file;
        this.path = path;
        this.node = node;
        if (node.getAnchor().isPresent()) {
            throw bad("anchors and aliases are not read; write the value out");
        }
        if (!TAGS.contains(node.getTag())) {
            throw bad("the tag is not read; write text that begins with ! in quotes");
        }
    }

    public String path() {
        return path;
    }

    public int line() {
        return node.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    }

    public Place place() {
        return new Place(file, line(), path);
    }

    /** Whether exactly this word is here. */
    public boolean isText(String word) {
        return node instanceof ScalarNode scalar && scalar.getValue().equals(word);
    }

    /** A mistake at this place. */
    public BadYaml bad(String reason) {
        return new BadYaml(file, line(), path, reason);
    }

    public YamlMap map() {
        if (!(node instanceof MappingNode mapping)) {
            throw bad("expected fields, found " + kind());
        }
        Map<String, YamlValue> fields = new LinkedHashMap<>();
        Map<String, YamlValue> names = new LinkedHashMap<>();
        for (NodeTuple tuple : mapping.getValue()) {
            YamlValue key = new YamlValue(file, path, tuple.getKeyNode());
            String name = key.text();
            if (fields.containsKey(name)) {
                throw key.bad("the field '" + name + "' stands here twice");
            }
            String below = path.equals("$") ? name : path + "." + name;
            fields.put(name, new YamlValue(file, below, tuple.getValueNode()));
            names.put(name, new YamlValue(file, below, tuple.getKeyNode()));
        }
        return new YamlMap(this, fields, names);
    }

    public List<YamlValue> items() {
        if (!(node instanceof SequenceNode sequence)) {
            throw bad("expected a list, found " + kind());
        }
        List<YamlValue> items = new ArrayList<>();
        for (Node item : sequence.getValue()) {
            items.add(new YamlValue(file, path + "[" + items.size() + "]", item));
        }
        return items;
    }

    public boolean isMap() {
        return node instanceof MappingNode;
    }

    public boolean isList() {
        return node instanceof SequenceNode;
    }

    /** Text that is not empty. */
    public String text() {
        if (!(node instanceof ScalarNode scalar) || !scalar.getTag().equals(Tag.STR)) {
            throw bad("expected text, found " + kind());
        }
        if (scalar.getValue().isBlank()) {
            throw bad("expected text, found nothing between the quotes");
        }
        return scalar.getValue();
    }

    /** A whole number from min to max, both included. */
    public long whole(long min, long max) {
        if (!(node instanceof ScalarNode scalar) || !scalar.getTag().equals(Tag.INT)) {
            throw bad("expected a whole number, found " + found());
        }
        BigDecimal value = new BigDecimal(scalar.getValue());
        if (value.compareTo(BigDecimal.valueOf(min)) < 0) {
            throw bad(scalar.getValue() + " is below " + min + ", the least allowed");
        }
        if (value.compareTo(BigDecimal.valueOf(max)) > 0) {
            throw bad(scalar.getValue() + " is above " + max + ", the most allowed");
        }
        return value.longValueExact();
    }

    public boolean flag() {
        if (!(node instanceof ScalarNode scalar) || !scalar.getTag().equals(Tag.BOOL)) {
            throw bad("expected true or false, found " + found());
        }
        return scalar.getValue().equals("true");
    }

    /** One of these words. */
    public String oneOf(List<String> words) {
        String word = text();
        if (!words.contains(word)) {
            throw bad("'" + word + "' is none of " + String.join(", ", words));
        }
        return word;
    }

    /** The value as JSON, for settings that only their node understands. */
    public Json json() {
        if (isMap()) {
            Map<String, Json> fields = new LinkedHashMap<>();
            map().fields().forEach((name, value) -> fields.put(name, value.json()));
            return new Json.Obj(fields);
        }
        if (isList()) {
            return Json.of(items().stream().map(YamlValue::json).toList());
        }
        return scalar((ScalarNode) node);
    }

    private static Json scalar(ScalarNode scalar) {
        Tag tag = scalar.getTag();
        if (tag.equals(Tag.NULL)) {
            return Json.Null.NULL;
        }
        if (tag.equals(Tag.BOOL)) {
            return Json.of(scalar.getValue().equals("true"));
        }
        if ((tag.equals(Tag.INT) || tag.equals(Tag.FLOAT)) && !scalar.getValue().startsWith(".")) {
            return new Json.Num(new BigDecimal(scalar.getValue()));
        }
        return Json.of(scalar.getValue());
    }

    /** What is here, where only a number or a flag belongs. */
    private String found() {
        return node instanceof ScalarNode scalar && !scalar.getTag().equals(Tag.NULL)
                ? "'" + scalar.getValue() + "'"
                : kind();
    }

    /** What is here without its value, which may be a secret whose quotes or brackets were forgotten. */
    private String kind() {
        return switch (node) {
            case MappingNode _ -> "fields";
            case SequenceNode _ -> "a list";
            case ScalarNode scalar when scalar.getTag().equals(Tag.NULL) -> "nothing";
            case ScalarNode scalar when scalar.getTag().equals(Tag.STR) -> "text";
            case ScalarNode _ -> "a number or a flag; write text in quotes";
            default -> "something else";
        };
    }
}
