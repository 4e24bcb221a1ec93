package dev.parley.kernel.rune;

import dev.parley.kernel.json.Json;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One recorded event. It is the hash before it and its canonical bytes, which stand one after the other in an array, as
 * they do in a frame of the log; all else is read out of them when it is first asked for, so that a reader pays only for
 * what it looks at. What a live caller sees and what a replay sees is therefore decoded from the same bytes.
 */
public final class Rune {
    private final long eventId;
    private final byte[] bytes;
    private final int at;
    private final int length;
    private @Nullable Hash previous;
    private RuneCodec.@Nullable Opened opened;
    private Json.@Nullable Obj payload;
    private @Nullable Hash hash;
    private @Nullable Object reading;

    private Rune(long eventId, byte[] bytes, int at, int length) {
        this.eventId = eventId;
        this.bytes = bytes;
        this.at = at;
        this.length = length;
    }

    /** A rune as it will stand in the log: the draft, its event id and the hash of the rune before it. */
    public static Rune of(RuneDraft draft, long eventId, Hash previous) {
        ByteSink out = new ByteSink();
        previous.write(out.bytes(), out.skip(Hash.BYTES));
        RuneCodec.write(draft, eventId, out);
        return new Rune(eventId, out.copy(), 0, out.length() - Hash.BYTES);
    }

    /** Reads a rune out of canonical bytes, which are copied. Damaged bytes are an {@link IllegalArgumentException}. */
    public static Rune decode(byte[] canonical, int from, int length, Hash previous) {
        byte[] bytes = new byte[Hash.BYTES + length];
        previous.write(bytes, 0);
        System.arraycopy(canonical, from, bytes, Hash.BYTES, length);
        return new Rune(RuneCodec.eventId(bytes, Hash.BYTES), bytes, 0, length);
    }

    /**
     * The rune of this event, whose previous hash and canonical bytes stand here. Nothing is copied, so the bytes may not
     * change any more.
     *
     * @param at where the hash before begins
     * @param length of the canonical bytes after it
     */
    public static Rune over(byte[] bytes, int at, int length, long eventId) {
        return new Rune(eventId, bytes, at, length);
    }

    /** The same where the array holds nothing else and the hash is known already. */
    public static Rune sealed(byte[] bytes, int length, long eventId, Hash hash) {
        Rune rune = new Rune(eventId, bytes, 0, length);
        rune.hash = hash;
        return rune;
    }

    /** The same, with bytes of its own. */
    public static Rune copied(byte[] bytes, int at, int length, long eventId) {
        return new Rune(eventId, Arrays.copyOfRange(bytes, at, at + Hash.BYTES + length), 0, length);
    }

    public long eventId() {
        return eventId;
    }

    public RuneEnvelope envelope() {
        return opened().envelope();
    }

    /**
     * What the reader makes of this rune, which is made once. There is one such reader, the catalogue of events. Two threads
     * may both make it; they get equal, immutable answers.
     */
    @SuppressWarnings("unchecked")
    public <T> T readBy(Function<Rune, T> reader) {
        Object known = reading;
        if (known == null) {
            known = reader.apply(this);
            reading = known;
        }
        return (T) known;
    }

    public Json.Obj payload() {
        Json.Obj read = payload;
        if (read == null) {
            read = RuneCodec.payload(bytes, opened().payloadAt(), end());
            payload = read;
        }
        return read;
    }

    /** Two threads may both open a rune; they get equal, immutable answers. */
    private RuneCodec.Opened opened() {
        RuneCodec.Opened read = opened;
        if (read == null) {
            read = RuneCodec.open(bytes, at + Hash.BYTES, end());
            opened = read;
        }
        return read;
    }

    /** The hash of the rune before this one in its conversation; {@link Hash#ZERO} before the first. */
    public Hash previous() {
        Hash known = previous;
        if (known == null) {
            known = Hash.of(bytes, at);
            previous = known;
        }
        return known;
    }

    /** The hash of this rune: over the one before it and these canonical bytes. */
    public Hash hash() {
        Hash known = hash;
        return known != null ? known : hash(new RuneChain());
    }

    /** The same hash, computed with a digest that the caller keeps. */
    public Hash hash(RuneChain chain) {
        Hash known = hash;
        if (known == null) {
            known = chain.content(bytes, at, Hash.BYTES + length);
            hash = known;
        }
        return known;
    }

    /** A copy of the canonical bytes. */
    public byte[] canonical() {
        return Arrays.copyOfRange(bytes, at + Hash.BYTES, end());
    }

    public int canonicalLength() {
        return length;
    }

    private int end() {
        return at + Hash.BYTES + length;
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
        return other instanceof Rune rune && Arrays.equals(bytes, at, end(), rune.bytes, rune.at, rune.end());
    }

    @Override
    public int hashCode() {
        return Long.hashCode(eventId) * 31 + previous().hashCode();
    }

    @Override
    public String toString() {
        return conversation() + "#" + eventId + " " + kind();
    }
}
