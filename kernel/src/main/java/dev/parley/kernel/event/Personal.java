package dev.parley.kernel.event;

import org.jspecify.annotations.Nullable;

/**
 * Which fields of a payload say something about a person, and about which. Everything under a key that begins with
 * {@code pii_} does, in every kind; {@link About} marks further fields. A kind that is not in the catalogue is personal as a
 * whole, so that a new one is never less protected than it should be.
 */
public final class Personal {
    /** The beginning of every key under which a value is personal, whatever the kind. */
    public static final String PREFIX = "pii_";

    /** Stands for the person whose turn it is; they are named by the words that began it. */
    public static final String ASKER = "asker";

    /** Stands for everybody who takes part. */
    public static final String EVERYBODY = "everybody";

    private Personal() {}

    /** Whether the kind is one whose fields are declared. */
    public static boolean isListed(String kind) {
        return EventCatalogue.find(kind) != null;
    }

    /**
     * Whose the value of this field is: the field of the same payload that names the person, {@link #ASKER} or
     * {@link #EVERYBODY}; null if the field says nothing about a person.
     *
     * @param key a field of the payload itself; what lies below it is of the same person
     */
    public static @Nullable String whose(String kind, String key) {
        EventType type = EventCatalogue.find(kind);
        return type == null ? EVERYBODY : type.whose(key);
    }
}
