package dev.parley.runelog.snapshot;

import dev.parley.kernel.rune.Hash;

/** The state of a conversation after an event, with the chain's hash at that event. */
public final class Snapshot {
    private final String conversation;
    private final long eventId;
    private final Hash chain;
    private final byte[] state;

    public Snapshot(String conversation, long eventId, Hash chain, byte[] state) {
        this.conversation = conversation;
        this.eventId = eventId;
        this.chain = chain;
        this.state = state.clone();
    }

    public String conversation() {
        return conversation;
    }

    public long eventId() {
        return eventId;
    }

    /** The hash of the rune with that event id. */
    public Hash chain() {
        return chain;
    }

    public byte[] state() {
        return state.clone();
    }
}
