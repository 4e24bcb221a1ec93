package dev.parley.kernel.event;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** All kinds of events, by name and by record. */
public final class EventCatalogue {
    private static final Map<String, EventType> BY_KIND = new TreeMap<>();
    private static final Map<Class<?>, EventType> BY_TYPE = new HashMap<>();

    static {
        add(Event.class);
    }

    private EventCatalogue() {}

    private static void add(Class<?> group) {
        for (Class<?> each : group.getPermittedSubclasses()) {
            if (each.isSealed()) {
                add(each);
            } else if (each != Unknown.class) {
                EventType type = new EventType(each.asSubclass(Record.class));
                if (BY_KIND.putIfAbsent(type.kind(), type) != null) {
                    throw new IllegalStateException(type.kind() + " is declared twice.");
                }
                BY_TYPE.put(each, type);
            }
        }
    }

    /** Every kind, in the order of their names. */
    public static Collection<EventType> types() {
        return Collections.unmodifiableCollection(BY_KIND.values());
    }

    /** The kind of this name, or null where the catalogue has none. */
    public static @Nullable EventType find(String kind) {
        return BY_KIND.get(kind);
    }

    /** The kind that this record declares. */
    public static EventType typeOf(Class<? extends Event> type) {
        EventType known = BY_TYPE.get(type);
        if (known == null) {
            throw new IllegalArgumentException(type + " is no kind of the catalogue.");
        }
        return known;
    }

    static EventType typeOf(Event event) {
        return typeOf(event.getClass());
    }

    /** The persisted name of the kind that this record declares. */
    public static String kindOf(Class<? extends Event> type) {
        return typeOf(type).kind();
    }

    /** The payload that records this event. */
    public static Json.Obj payload(Event event) {
        return event instanceof Unknown unknown
                ? unknown.payload()
                : typeOf(event).payload(event);
    }

    /** The event that a rune records. */
    public static Event read(Rune rune) {
        return rune.readBy(EventCatalogue::decoded);
    }

    private static Event decoded(Rune rune) {
        return read(rune.kind(), rune.payload());
    }

    /** The event of this kind and payload, {@link Unknown} where the catalogue has no such kind or the payload does not fit. */
    public static Event read(String kind, Json.Obj payload) {
        EventType type = BY_KIND.get(kind);
        Event known = type == null ? null : type.read(payload);
        return known == null ? new Unknown(kind, payload) : known;
    }

    /** Whether this rune records an event of this record's kind. It does not look at the payload. */
    public static boolean is(Rune rune, Class<? extends Event> type) {
        return rune.kind().equals(kindOf(type));
    }

    /** Whether this rune's kind belongs to this group of kinds. It does not look at the payload. */
    public static boolean isAmong(Rune rune, Class<? extends Event> group) {
        return group.isAssignableFrom(recordOf(rune));
    }

    /** The record of this rune's kind, {@link Unknown} where the catalogue has no such kind. It does not look at the payload. */
    public static Class<? extends Event> recordOf(Rune rune) {
        EventType type = BY_KIND.get(rune.kind());
        return type == null ? Unknown.class : type.type().asSubclass(Event.class);
    }

    /** A draft of this event in this conversation, in the lane and with the visibility of its kind. */
    public static RuneDraft draft(String conversation, Event event) {
        if (event instanceof Unknown(String kind, Json.Obj payload)) {
            return RuneDraft.of(conversation, kind, payload);
        }
        EventType type = typeOf(event);
        return RuneDraft.of(conversation, type.kind(), type.payload(event))
                .withLane(type.lane())
                .withVisibility(type.visibility());
    }

    /** The lane of events of this kind; data where the kind is unknown. */
    public static Lane lane(Event event) {
        return event instanceof Unknown ? Lane.DATA : typeOf(event).lane();
    }

    public static Visibility visibility(Event event) {
        return event instanceof Unknown ? Visibility.PUBLIC : typeOf(event).visibility();
    }

    /** Whether this event shows that the turn makes progress. */
    public static boolean isProgress(Event event) {
        return event instanceof Unknown || typeOf(event).isProgress();
    }

    /** How much an append of this kind needs the disk. */
    public static WriteClass writeClass(String kind) {
        EventType type = BY_KIND.get(kind);
        return type == null ? WriteClass.SPEECH : type.writeClass();
    }
}
