package dev.parley.app.command;

import dev.parley.kernel.event.EventField;
import dev.parley.kernel.event.EventType;
import dev.parley.kernel.json.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/** The kinds of events as a table, as JSON and as JSON Schema. */
public final class EventListing {
    private static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";
    private static final String ROW = "%-27s %-9s %-10s %s";

    private EventListing() {}

    /** For people: a heading and a line for each kind. */
    static List<String> table(Collection<EventType> types) {
        List<String> lines = new ArrayList<>();
        lines.add(String.format(Locale.ROOT, ROW, "kind", "lane", "visibility", "what happened"));
        types.forEach(type ->
                lines.add(String.format(Locale.ROOT, ROW, type.kind(), lane(type), visibility(type), type.means())));
        return lines;
    }

    /** The lane of these events, as a rune prints it. */
    public static String lane(EventType type) {
        return type.lane().name().toLowerCase(Locale.ROOT);
    }

    /** Who may see these events, as a rune prints it. */
    public static String visibility(EventType type) {
        return type.visibility().printed();
    }

    /** For programs: one kind with its fields. */
    static Json.Obj json(EventType type) {
        return Json.Obj.EMPTY
                .with("kind", type.kind())
                .with("means", type.means())
                .with("lane", lane(type))
                .with("visibility", visibility(type))
                .with("write", type.writeClass().name().toLowerCase(Locale.ROOT))
                .with(
                        "fields",
                        Json.of(type.fields().stream()
                                .<Json>map(EventListing::json)
                                .toList()));
    }

    private static Json.Obj json(EventField field) {
        return Json.Obj.EMPTY
                .with("name", field.name())
                .with("type", field.type())
                .with("optional", field.isOptional())
                .with("about", field.about() == null ? Json.Null.NULL : Json.of(field.about()))
                .with("free", field.isFree());
    }

    /** A JSON Schema (2020-12) document that defines the payload of each of these kinds under its name. */
    public static Json.Obj schema(Collection<EventType> types) {
        Json.Obj defined = Json.Obj.EMPTY;
        for (EventType type : types) {
            defined = defined.with(type.kind(), type.schema());
        }
        return Json.Obj.EMPTY.with("$schema", DIALECT).with("$defs", defined);
    }
}
