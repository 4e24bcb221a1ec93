package dev.parley.kernel.event;

/** An enum whose constants are persisted under other names than their own. */
public interface PersistedName {
    String persisted();
}
