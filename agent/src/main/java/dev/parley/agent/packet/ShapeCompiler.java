package dev.parley.agent.packet;

import dev.parley.kernel.episode.Timestamps;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import tools.jackson.databind.JsonNode;

/**
 * Compiles the schemas of this package, and no others, to shapes: a keyword or form that it does not know ends the
 * start-up. It says yes only where JSON Schema says yes; where following the standard exactly would cost time (patterns beyond a
 * prefix) it says no and leaves the answer to the validator.
 */
final class ShapeCompiler {
    private static final Set<String> ANNOTATIONS = Set.of("$schema", "$id", "title", "description");
    private static final Set<String> OBJECT_KEYWORDS =
            Set.of("properties", "required", "patternProperties", "additionalProperties");

    private final Map<String, JsonNode> schemas;

    ShapeCompiler(Map<String, JsonNode> schemas) {
        this.schemas = schemas;
    }

    Shape compile(JsonNode schema) {
        List<Shape> shapes = new ArrayList<>();
        for (String keyword : schema.propertyNames()) {
            if (!ANNOTATIONS.contains(keyword) && !OBJECT_KEYWORDS.contains(keyword)) {
                shapes.add(keyword(keyword, schema.get(keyword)));
            }
        }
        if (schema.propertyNames().stream().anyMatch(OBJECT_KEYWORDS::contains)) {
            shapes.add(object(schema));
        }
        return all(shapes);
    }

    private Shape keyword(String keyword, JsonNode value) {
        return switch (keyword) {
            case "$ref" -> compile(referenced(value.stringValue()));
            case "type" -> type(value);
            case "enum" -> text(texts(value)::contains);
            case "const" -> text(value.stringValue()::equals);
            case "pattern" -> pattern(value.stringValue());
            case "format" -> format(value.stringValue());
            case "minLength" ->
                atLeastOne(
                        value, node -> !node.isString() || !node.stringValue().isEmpty());
            case "minItems" -> atLeastOne(value, node -> !node.isArray() || !node.isEmpty());
            case "minimum" -> minimum(value.longValue());
            case "maximum" -> maximum(value.longValue());
            case "items" -> items(compile(value));
            case "anyOf" -> any(value.valueStream().map(this::compile).toList());
            default -> throw unsupported(keyword, value);
        };
    }

    private JsonNode referenced(String id) {
        JsonNode schema = schemas.get(id);
        if (schema == null) {
            throw unsupported("$ref", id);
        }
        return schema;
    }

    private static Shape all(List<Shape> shapes) {
        if (shapes.size() == 1) {
            return shapes.getFirst();
        }
        Shape[] each = shapes.toArray(Shape[]::new);
        return value -> {
            for (Shape shape : each) {
                if (!shape.fits(value)) {
                    return false;
                }
            }
            return true;
        };
    }

    private static Shape any(List<Shape> shapes) {
        return value -> {
            for (Shape shape : shapes) {
                if (shape.fits(value)) {
                    return true;
                }
            }
            return false;
        };
    }

    private static Shape type(JsonNode value) {
        return value.isArray()
                ? any(value.valueStream()
                        .map(name -> typeNamed(name.stringValue()))
                        .toList())
                : typeNamed(value.stringValue());
    }

    private static Shape typeNamed(String name) {
        return switch (name) {
            case "object" -> JsonNode::isObject;
            case "array" -> JsonNode::isArray;
            case "string" -> JsonNode::isString;
            case "boolean" -> JsonNode::isBoolean;
            case "number" -> JsonNode::isNumber;
            case "integer" -> ShapeCompiler::isInteger;
            default -> throw unsupported("type", name);
        };
    }

    /** A check of texts; the schemas use it only for values that have to be texts. */
    private static Shape text(Predicate<String> check) {
        return node -> node.isString() && check.test(node.stringValue());
    }

    private static Set<String> texts(JsonNode values) {
        Set<String> texts = new HashSet<>();
        for (JsonNode value : values) {
            texts.add(value.stringValue());
        }
        return texts;
    }

    /** A prefix and one more character, written {@code ^prefix.}; after the prefix only plain characters say yes. */
    private static Shape pattern(String pattern) {
        if (!pattern.matches("\\^[a-z_]+\\.")) {
            throw unsupported("pattern", pattern);
        }
        String prefix = pattern.substring(1, pattern.length() - 1);
        return text(text -> text.length() > prefix.length()
                && text.startsWith(prefix)
                && text.charAt(prefix.length()) > ' '
                && text.charAt(prefix.length()) < 0x7f);
    }

    private static Shape format(String name) {
        if (!name.equals("date-time")) {
            throw unsupported("format", name);
        }
        return text(text -> Timestamps.parse(text) != null);
    }

    private static Shape atLeastOne(JsonNode value, Shape shape) {
        if (value.longValue() != 1) {
            throw unsupported("minimum size", value);
        }
        return shape;
    }

    private static Shape minimum(long bound) {
        BigDecimal exact = BigDecimal.valueOf(bound);
        return node -> isPlainInteger(node)
                ? node.longValue() >= bound
                : !node.isNumber() || node.decimalValue().compareTo(exact) >= 0;
    }

    private static Shape maximum(long bound) {
        BigDecimal exact = BigDecimal.valueOf(bound);
        return node -> isPlainInteger(node)
                ? node.longValue() <= bound
                : !node.isNumber() || node.decimalValue().compareTo(exact) <= 0;
    }

    /** A number without a fraction, however it is written. */
    private static boolean isInteger(JsonNode node) {
        if (!node.isNumber() || node.isIntegralNumber()) {
            return node.isNumber();
        }
        BigDecimal exact = node.decimalValue();
        return exact.scale() <= 0 || exact.stripTrailingZeros().scale() <= 0;
    }

    private static boolean isPlainInteger(JsonNode node) {
        return node.isInt() || node.isLong();
    }

    private static Shape items(Shape item) {
        return node -> {
            if (node.isArray()) {
                for (JsonNode value : node) {
                    if (!item.fits(value)) {
                        return false;
                    }
                }
            }
            return true;
        };
    }

    private Shape object(JsonNode schema) {
        Set<String> required = schema.has("required") ? texts(schema.get("required")) : Set.of();
        List<ObjectShape.Field> fields = new ArrayList<>();
        for (Map.Entry<String, JsonNode> entry : schema.path("properties").properties()) {
            boolean must = required.contains(entry.getKey());
            fields.add(new ObjectShape.Field(entry.getKey(), must, compile(entry.getValue())));
        }
        for (String name : required) {
            if (!schema.path("properties").has(name)) {
                fields.add(new ObjectShape.Field(name, true, value -> true));
            }
        }
        boolean open = !schema.has("additionalProperties");
        if (!open && schema.get("additionalProperties").asBoolean()) {
            throw unsupported("additionalProperties", schema);
        }
        boolean ignoresMarked = schema.has("patternProperties");
        if (ignoresMarked && !schema.get("patternProperties").toString().equals("{\"^_\":{}}")) {
            throw unsupported("patternProperties", schema);
        }
        return new ObjectShape(fields, open, ignoresMarked);
    }

    private static IllegalArgumentException unsupported(String keyword, Object value) {
        return new IllegalArgumentException("the schemas use " + keyword + " in a form that is not compiled: " + value);
    }
}
