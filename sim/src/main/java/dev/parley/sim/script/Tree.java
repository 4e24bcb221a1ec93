package dev.parley.sim.script;

import dev.parley.kernel.json.Json;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A document whose every part knows the line it stands on. */
public sealed interface Tree {
    int line();

    record Mapping(Map<String, Tree> fields, int line) implements Tree {}

    record Sequence(List<Tree> items, int line) implements Tree {}

    record Scalar(Json value, int line) implements Tree {}

    /** The same document without lines. */
    default Json json() {
        return switch (this) {
            case Scalar scalar -> scalar.value();
            case Sequence sequence ->
                Json.of(sequence.items().stream().map(Tree::json).toList());
            case Mapping mapping -> {
                Map<String, Json> fields = new LinkedHashMap<>();
                mapping.fields().forEach((key, value) -> fields.put(key, value.json()));
                yield new Json.Obj(fields);
            }
        };
    }

    /** A document that was recorded; it has no lines. */
    static Tree of(Json json) {
        return switch (json) {
            case Json.Obj obj -> {
                Map<String, Tree> fields = new LinkedHashMap<>();
                obj.fields().forEach((key, value) -> fields.put(key, of(value)));
                yield new Mapping(fields, 0);
            }
            case Json.Arr arr -> {
                List<Tree> items = new ArrayList<>();
                arr.items().forEach(item -> items.add(of(item)));
                yield new Sequence(items, 0);
            }
            case Json.Null scalar -> new Scalar(scalar, 0);
            case Json.Bool scalar -> new Scalar(scalar, 0);
            case Json.Num scalar -> new Scalar(scalar, 0);
            case Json.Str scalar -> new Scalar(scalar, 0);
        };
    }
}
