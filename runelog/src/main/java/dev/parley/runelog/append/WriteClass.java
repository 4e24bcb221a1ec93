package dev.parley.runelog.append;

/** What waits for what (ruling X9): the effect of a write is released according to its class. */
public enum WriteClass {
    /** Tool dispatch, permit, approval, profile change, lease, resume: the effect waits for the durable acknowledgement. */
    IRREVERSIBLE,
    /** A reply: its first rune waits once, and what follows in the same turn is covered by that wait. */
    SPEECH,
    /** Silence, cancel, halt: the effect is released at once and never refused, whatever the disk says. */
    SILENCE
}
