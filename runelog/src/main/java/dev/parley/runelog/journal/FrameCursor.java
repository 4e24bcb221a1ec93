package dev.parley.runelog.journal;

import static dev.parley.runelog.journal.FrameFormat.HEADER_BYTES;

import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.kernel.rune.RuneCodec;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** Looks at one frame after another in a stretch of a journal file that is in memory. */
public final class FrameCursor {
    /** What stands at a place. */
    public enum Found {
        SOUND,
        /** The header holds, so conversation, event id and length are known; the body does not. */
        BAD_BODY,
        BAD_HEADER
    }

    private final long salt;
    private final CRC32C crc = new CRC32C();
    private final byte[] scratch = new byte[FrameFormat.SCRATCH_BYTES];
    private byte[] bytes;
    private int limit;
    private long base;
    private int at;

    public FrameCursor(long salt) {
        this.salt = salt;
        this.bytes = new byte[0];
    }

    /** Looks at these bytes, the first of which stands at {@code base} in the file. */
    public void over(byte[] bytes, int limit, long base) {
        this.bytes = bytes;
        this.limit = limit;
        this.base = base;
        this.at = 0;
    }

    /** Examines what stands at this index of the bytes. */
    public Found examine(int index) {
        at = index;
        if (!hasSoundHeader()) {
            return Found.BAD_HEADER;
        }
        int from = at + HEADER_BYTES + identityLength();
        int length = canonicalLength() - identityLength();
        if (length > limit - from) {
            return Found.BAD_BODY;
        }
        crc.reset();
        crc.update(bytes, from, length);
        return (int) crc.getValue() == FrameFormat.intAt(bytes, at + FrameFormat.BODY_CHECKSUM_AT)
                ? Found.SOUND
                : Found.BAD_BODY;
    }

    /** Goes back to a frame of the same bytes that was examined before. */
    public void stand(int index) {
        at = index;
    }

    private boolean hasSoundHeader() {
        if (limit - at < HEADER_BYTES || FrameFormat.intAt(bytes, at) != FrameFormat.SYNC) {
            return false;
        }
        int length = canonicalLength();
        int identity = identityLength();
        if (length < identity || length > FrameFormat.CANONICAL_MAX || identity > limit - at - HEADER_BYTES) {
            return false;
        }
        return FrameFormat.headerChecksum(bytes, at, salt, base + at, crc, scratch)
                == FrameFormat.intAt(bytes, at + FrameFormat.HEADER_CHECKSUM_AT);
    }

    /** The index of the next sound header at or after this one, or the limit. */
    public int resync(int from) {
        for (int index = from; index <= limit - HEADER_BYTES; index++) {
            if (bytes[index] == 'R') {
                at = index;
                if (hasSoundHeader()) {
                    return index;
                }
            }
        }
        return limit;
    }

    public int index() {
        return at;
    }

    public long offset() {
        return base + at;
    }

    public int end() {
        return at + frameLength();
    }

    public int frameLength() {
        return HEADER_BYTES + canonicalLength();
    }

    public int canonicalLength() {
        return FrameFormat.intAt(bytes, at + FrameFormat.LENGTH_AT);
    }

    private int identityLength() {
        return FrameFormat.shortAt(bytes, at + FrameFormat.IDENTITY_LENGTH_AT);
    }

    /** Which group of the file this frame is of, modulo 256. */
    int group() {
        return bytes[at + FrameFormat.GROUP_AT] & 0xFF;
    }

    /** Whether the next frame begins a group. */
    boolean endsGroup() {
        return (bytes[at + FrameFormat.FLAGS_AT] & FrameFormat.ENDS_GROUP) != 0;
    }

    public boolean continues() {
        return (bytes[at + FrameFormat.FLAGS_AT] & FrameFormat.CONTINUES) != 0;
    }

    public Hash previous() {
        return Hash.of(bytes, at + FrameFormat.PREVIOUS_AT);
    }

    public String conversation() {
        return RuneCodec.conversation(bytes, at + HEADER_BYTES);
    }

    public long eventId() {
        return RuneCodec.eventId(bytes, at + HEADER_BYTES);
    }

    /** Whether this is the frame of an event of the conversation with these identity bytes, without making a text. */
    public boolean isOf(byte[] identityPrefix, long eventId) {
        int from = at + HEADER_BYTES;
        int length = identityPrefix.length;
        return length < identityLength() && varint(from + length) == eventId && beginsWith(from, identityPrefix);
    }

    /** Eight bytes at a time, the last eight once more: names are too short for a call to pay. */
    private boolean beginsWith(int from, byte[] prefix) {
        int length = prefix.length;
        if (length < Long.BYTES) {
            return Arrays.equals(bytes, from, from + length, prefix, 0, length);
        }
        for (int i = 0; i < length - Long.BYTES; i += Long.BYTES) {
            if (FrameFormat.longAt(bytes, from + i) != FrameFormat.longAt(prefix, i)) {
                return false;
            }
        }
        int last = length - Long.BYTES;
        return FrameFormat.longAt(bytes, from + last) == FrameFormat.longAt(prefix, last);
    }

    /** The event id that ends the identity; the header checksum vouches for it. */
    private long varint(int index) {
        long value = 0;
        int shift = 0;
        int next = index;
        while (bytes[next] < 0) {
            value |= (long) (bytes[next++] & 0x7F) << shift;
            shift += 7;
        }
        return value | (long) bytes[next] << shift;
    }

    /** The hash of the rune in this frame; what it is computed over stands in one piece. */
    Hash hash(RuneChain chain) {
        return chain.content(bytes, at + FrameFormat.PREVIOUS_AT, Hash.BYTES + canonicalLength());
    }

    /** The rune in this frame, with bytes of its own. */
    public Rune rune() {
        return Rune.copied(bytes, at + FrameFormat.PREVIOUS_AT, canonicalLength(), eventId());
    }

    /** The rune of a frame that is known to be of this event, where it stands; it holds while these bytes do. */
    public Rune view(long eventId) {
        return Rune.over(bytes, at + FrameFormat.PREVIOUS_AT, canonicalLength(), eventId);
    }

    public byte[] bytes() {
        return bytes;
    }
}
