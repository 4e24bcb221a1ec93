package dev.parley.kernel.people.mode;

/** How much company a conversation has. */
public enum Mode {
    PRIVATE,
    SHARED_VERIFIED,
    SHARED_UNVERIFIED;

    public boolean isShared() {
        return this != PRIVATE;
    }
}
