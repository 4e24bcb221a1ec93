package dev.parley.kernel.event;

/** How much a write needs the disk. What an effect waits for is decided by whoever releases it (ruling X9). */
public enum WriteClass {
    /** Tool dispatch, permit, approval, profile change, lease, resume. */
    IRREVERSIBLE,
    /** A reply. */
    SPEECH,
    /** Silence, cancel, halt: never refused, whatever the disk says. */
    SILENCE
}
