package dev.parley.runelog.journal;

import dev.parley.kernel.rune.Hash;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The bytes of a frame, all numbers big-endian:
 *
 * <pre>
 *  0  u32  "RUNE"
 *  4  u32  header checksum: CRC32C over salt, frame offset, and bytes 8 up to the end of the identity
 *  8  u32  body checksum: CRC32C over the canonical bytes after the identity
 * 12  u32  length of the canonical bytes
 * 16  u16  length of the identity, which begins the canonical bytes
 * 18  u8   flags: 1 = the batch goes on in the next frame, 2 = the last frame of its group
 * 19  u8   which group of the file this is of, counted from 1 modulo 256; a group is what one sync makes durable
 * 20  32   hash of the conversation's previous rune
 * 52       canonical bytes
 * </pre>
 *
 * <p>The header checksum is bound to the file (its salt) and to the place, so that a frame that was written elsewhere, or
 * that someone put into a payload, is not taken for one when the scan looks for the next good frame.
 *
 * <p>Behind the last frame stands the end mark, bound to its place in the same way: {@code "ENDS"} and CRC32C over salt,
 * offset and those four bytes. Each group ends with one and the next group is written over it, so that a file that was
 * cut, between two frames too, has none.
 */
final class FrameFormat {
    static final int HEADER_BYTES = 52;
    static final int SYNC = 0x52554E45;
    static final int CONTINUES = 1;
    static final int ENDS_GROUP = 2;
    static final int END = 0x454E4453;
    static final int END_BYTES = 8;
    static final int CANONICAL_MAX = 1 << 24;

    private static final int SEED_BYTES = 16;
    static final int SCRATCH_BYTES = SEED_BYTES + Integer.BYTES;

    static final int HEADER_CHECKSUM_AT = 4;
    static final int BODY_CHECKSUM_AT = 8;
    static final int LENGTH_AT = 12;
    static final int IDENTITY_LENGTH_AT = 16;
    static final int FLAGS_AT = 18;
    static final int GROUP_AT = 19;
    static final int PREVIOUS_AT = 20;

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle SHORTS = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private FrameFormat() {}

    static int intAt(byte[] bytes, int at) {
        return (int) INTS.get(bytes, at);
    }

    static void intAt(byte[] bytes, int at, int value) {
        INTS.set(bytes, at, value);
    }

    static int shortAt(byte[] bytes, int at) {
        return (short) SHORTS.get(bytes, at) & 0xFFFF;
    }

    static long longAt(byte[] bytes, int at) {
        return (long) LONGS.get(bytes, at);
    }

    static void longAt(byte[] bytes, int at, long value) {
        LONGS.set(bytes, at, value);
    }

    /** Writes the header before canonical bytes that stand in place, all but the checksums. */
    static void write(byte[] into, int at, int length, int identityLength, Hash previous, boolean continues) {
        INTS.set(into, at, SYNC);
        INTS.set(into, at + LENGTH_AT, length);
        SHORTS.set(into, at + IDENTITY_LENGTH_AT, (short) identityLength);
        into[at + FLAGS_AT] = (byte) (continues ? CONTINUES : 0);
        previous.write(into, at + PREVIOUS_AT);
    }

    static int frameLength(byte[] frames, int at) {
        return HEADER_BYTES + intAt(frames, at + LENGTH_AT);
    }

    /** Says which group a frame is of and computes both checksums, now that its place is known. */
    static void seal(byte[] frame, int at, int group, long salt, long offset, CRC32C crc, byte[] scratch) {
        frame[at + GROUP_AT] = (byte) group;
        int identityLength = shortAt(frame, at + IDENTITY_LENGTH_AT);
        crc.reset();
        crc.update(frame, at + HEADER_BYTES + identityLength, intAt(frame, at + LENGTH_AT) - identityLength);
        intAt(frame, at + BODY_CHECKSUM_AT, (int) crc.getValue());
        bind(frame, at, salt, offset, crc, scratch);
    }

    /** Writes the mark that says: up to here, and nothing behind it. */
    static void end(byte[] into, int at, long salt, long offset, CRC32C crc, byte[] scratch) {
        intAt(into, at, END);
        intAt(into, at + Integer.BYTES, endChecksum(salt, offset, crc, scratch));
    }

    private static int endChecksum(long salt, long offset, CRC32C crc, byte[] scratch) {
        longAt(scratch, 0, salt);
        longAt(scratch, 8, offset);
        intAt(scratch, SEED_BYTES, END);
        crc.reset();
        crc.update(scratch, 0, SEED_BYTES + Integer.BYTES);
        return (int) crc.getValue();
    }

    /** Binds the header to its place. */
    static void bind(byte[] frame, int at, long salt, long offset, CRC32C crc, byte[] scratch) {
        intAt(frame, at + HEADER_CHECKSUM_AT, headerChecksum(frame, at, salt, offset, crc, scratch));
    }

    /** The checksum over place and header. */
    static int headerChecksum(byte[] frame, int at, long salt, long offset, CRC32C crc, byte[] scratch) {
        int length = HEADER_BYTES - BODY_CHECKSUM_AT + shortAt(frame, at + IDENTITY_LENGTH_AT);
        longAt(scratch, 0, salt);
        longAt(scratch, 8, offset);
        crc.reset();
        crc.update(scratch, 0, SEED_BYTES);
        crc.update(frame, at + BODY_CHECKSUM_AT, length);
        return (int) crc.getValue();
    }
}
