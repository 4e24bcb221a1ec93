package dev.parley.kernel.episode;

/** What a directive may do to the world. */
public enum SafetyClass {
    READ,
    WRITE,
    MIXED;

    /** MIXED counts as WRITE everywhere (ruling C6). */
    public boolean writes() {
        return this != READ;
    }
}
