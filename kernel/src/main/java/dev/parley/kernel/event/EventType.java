package dev.parley.kernel.event;

import dev.parley.kernel.event.FieldCodec.Misfit;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Visibility;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One kind of event: what its record declares, and its codec, which is derived from the record. */
public final class EventType {
    private static final String SIGNAL = "signal";
    private static final String EVERY_FIELD = "*";
    /** Where no text is kept, a digest under this ending stands in its place. */
    private static final String DIGEST = "_sha256";

    private final Class<? extends Record> type;
    private final Kind declared;
    private final RecordShape shape;
    private final Map<String, String> whose;

    EventType(Class<? extends Record> type) {
        Kind kind = type.getAnnotation(Kind.class);
        if (kind == null) {
            throw new IllegalStateException(type + " declares no kind.");
        }
        this.type = type;
        this.declared = kind;
        this.shape = RecordShape.of(type);
        this.whose = shape.whose();
    }

    public String kind() {
        return declared.value();
    }

    /** What happened, in one sentence. */
    public String means() {
        return declared.means();
    }

    public Class<? extends Record> type() {
        return type;
    }

    public Lane lane() {
        return declared.lane();
    }

    public Visibility visibility() {
        return declared.visibility();
    }

    public WriteClass writeClass() {
        return declared.write();
    }

    /** Whether such an event shows that the turn makes progress. */
    public boolean isProgress() {
        return declared.progress();
    }

    /** Whether it carries a person's own words, which that person may see whoever is present. */
    public boolean isOwnWords() {
        return declared.ownWords();
    }

    /** The fields as they are persisted, the constant signal last. */
    public List<EventField> fields() {
        List<EventField> fields = new ArrayList<>(shape.fields());
        if (!declared.signal().isEmpty()) {
            fields.add(new EventField(SIGNAL, false, null, "always " + declared.signal(), false));
        }
        return List.copyOf(fields);
    }

    /**
     * Whose the value of this field is; null if it says nothing about a person.
     *
     * @param key a field of the payload itself; what lies below it is of the same person
     */
    @Nullable
    String whose(String key) {
        String owner = whose.get(key);
        if (owner == null) {
            owner = whose.get(EVERY_FIELD);
        }
        return owner == null && key.startsWith(Personal.PREFIX) ? Personal.ASKER : owner;
    }

    /** The payload that records this event. */
    Json.Obj payload(Event event) {
        Map<String, Json> fields = new LinkedHashMap<>();
        shape.write((Record) type.cast(event), fields);
        if (!declared.signal().isEmpty()) {
            fields.put(SIGNAL, Json.of(declared.signal()));
        }
        return new Json.Obj(fields);
    }

    /** The event of this payload, or null where a field is of another type. */
    @Nullable
    Event read(Json.Obj payload) {
        try {
            return (Event) shape.read(payload);
        } catch (Misfit e) {
            return null;
        }
    }

    /** The JSON Schema (2020-12) of the payload. Further fields are allowed: later versions add some. */
    public Json.Obj schema() {
        Map<String, Json> properties = new LinkedHashMap<>();
        List<String> required = new ArrayList<>();
        shape.describe(properties, name -> {
            if (!isKeptAsDigest(name)) {
                required.add(name);
            }
        });
        Map<String, Json> all = new LinkedHashMap<>(properties);
        properties.keySet().stream().filter(EventType::isKeptAsDigest).forEach(name -> all.put(digestOf(name), text()));
        if (!declared.signal().isEmpty()) {
            all.put(SIGNAL, Json.Obj.EMPTY.with("const", declared.signal()));
            required.add(SIGNAL);
        }
        if (!whose.isEmpty()) {
            all.put(Confided.TO, text());
        }
        return Json.Obj.EMPTY
                .with("title", kind())
                .with("description", means())
                .with("type", "object")
                .with("properties", new Json.Obj(all))
                .with("required", Json.texts(required));
    }

    private static Json.Obj text() {
        return Json.Obj.EMPTY.with("type", "string");
    }

    /** Whether only a digest is kept of this field where a pipeline records no texts. */
    static boolean isKeptAsDigest(String name) {
        return name.startsWith(Personal.PREFIX) || name.equals("content");
    }

    private static String digestOf(String name) {
        return (name.startsWith(Personal.PREFIX) ? name.substring(Personal.PREFIX.length()) : name) + DIGEST;
    }
}
