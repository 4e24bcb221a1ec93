package dev.parley.runelog.snapshot;

import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.RuneChain;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

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

    /** The SHA-256 over everything that the snapshot says: whose it is, where it stands, and the state. */
    public Hash digest() {
        byte[] body = body();
        return new RuneChain().content(body, 0, body.length);
    }

    byte[] body() {
        byte[] name = conversation.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(Long.BYTES + Hash.BYTES + 2 * Integer.BYTES + name.length + state.length)
                .putLong(eventId)
                .put(chain.bytes())
                .putInt(name.length)
                .put(name)
                .putInt(state.length)
                .put(state)
                .array();
    }

    public byte[] state() {
        return state.clone();
    }
}
