package dev.parley.kernel.rune;

import dev.parley.kernel.json.Json;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One recorded event. It is its canonical bytes and the hash before it; envelope, payload and hash are read out of them
 * when they are first asked for, so that a reader pays only for what it looks at. What a live caller sees and what a
 * replay sees is therefore decoded from the same bytes.
 */
public final class Rune {
    private final long eventId;
    private final Hash previous;
    private final byte[] canonical;
    private RuneCodec.@Nullable Opened opened;
    private Json.@Nullable Obj payload;
    private @Nullable Hash hash;

    Rune(long eventId, Hash previous, byte[] canonical) {
        this.eventId = eventId;
        this.previous = previous;
        this.canonical = canonical;
    }

    /** A rune as it will stand in the log: the draft, its event id and the hash of the rune before it. */
    public static Rune of(RuneDraft draft, long eventId, Hash previous) {
        return RuneCodec.seal(draft, eventId, previous);
    }

    /** Reads a rune out of canonical bytes, which are copied. Damaged bytes are an {@link IllegalArgumentException}. */
    public static Rune decode(byte[] bytes, int from, int length, Hash previous) {
        byte[] canonical = Arrays.copyOfRange(bytes, from, from + length);
        return new Rune(RuneCodec.eventId(canonical, 0), previous, canonical);
    }

    /** The same where the reader has already seen the event id in these bytes. */
    public static Rune decode(byte[] bytes, int from, int length, Hash previous, long eventId) {
        return new Rune(eventId, previous, Arrays.copyOfRange(bytes, from, from + length));
    }

    public long eventId() {
        return eventId;
    }

    public RuneEnvelope envelope() {
        return opened().envelope();
    }

    public Json.Obj payload() {
        Json.Obj read = payload;
        if (read == null) {
            read = RuneCodec.payload(canonical, opened().payloadAt());
            payload = read;
        }
        return read;
    }

    /** Two threads may both open a rune; they get equal, immutable answers. */
    private RuneCodec.Opened opened() {
        RuneCodec.Opened read = opened;
        if (read == null) {
            read = RuneCodec.open(canonical);
            opened = read;
        }
        return read;
    }

    /** The hash of the rune before this one in its conversation; {@link Hash#ZERO} before the first. */
    public Hash previous() {
        return previous;
    }

    /** The hash of this rune: over the one before it and these canonical bytes. */
    public Hash hash() {
        Hash known = hash;
        if (known == null) {
            known = new RuneChain().next(previous, canonical, 0, canonical.length);
            hash = known;
        }
        return known;
    }

    /** The same hash, computed with a digest that the caller keeps. */
    public Hash hash(RuneChain chain) {
        Hash known = hash;
        if (known == null) {
            known = chain.next(previous, canonical, 0, canonical.length);
            hash = known;
        }
        return known;
    }

    /** A copy of the canonical bytes. */
    public byte[] canonical() {
        return canonical.clone();
    }

    public int canonicalLength() {
        return canonical.length;
    }

    /** Writes the canonical bytes without a copy in between. */
    public void writeCanonical(byte[] into, int at) {
        System.arraycopy(canonical, 0, into, at, canonical.length);
    }

    public String conversation() {
        return envelope().conversation();
    }

    public String kind() {
        return envelope().kind();
    }

    public Lane lane() {
        return envelope().lane();
    }

    public Visibility visibility() {
        return envelope().visibility();
    }

    public long turn() {
        return envelope().turn();
    }

    public String agent() {
        return envelope().agent();
    }

    public long causalParent() {
        return envelope().causalParent();
    }

    /** The draft this rune was made from. */
    public RuneDraft draft() {
        return new RuneDraft(envelope(), payload());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Rune rune && previous.equals(rune.previous) && Arrays.equals(canonical, rune.canonical);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(eventId) * 31 + previous.hashCode();
    }

    @Override
    public String toString() {
        return conversation() + "#" + eventId + " " + kind();
    }
}
