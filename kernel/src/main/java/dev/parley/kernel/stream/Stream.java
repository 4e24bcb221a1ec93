package dev.parley.kernel.stream;

import org.jspecify.annotations.Nullable;

/**
 * A stream as it is registered.
 *
 * @param ownership null where nobody owns it
 */
public record Stream(String id, Charter charter, @Nullable Ownership ownership, StreamState state) implements Subject {

    /** The name by which requests address it. */
    public String name() {
        return charter.stream();
    }

    public @Nullable String owner() {
        return ownership == null ? null : ownership.agent();
    }

    boolean isOwnedBy(String actor) {
        return ownership != null && ownership.agent().equals(actor);
    }

    Stream with(@Nullable Ownership nextOwnership, StreamState nextState) {
        return new Stream(id, charter, nextOwnership, nextState);
    }
}
