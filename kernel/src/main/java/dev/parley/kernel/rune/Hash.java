package dev.parley.kernel.rune;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;

/** A SHA-256 digest as a value. */
public record Hash(long a, long b, long c, long d) {
    public static final int BYTES = 32;

    /** What stands before the first rune of a conversation. */
    public static final Hash ZERO = new Hash(0, 0, 0, 0);

    public static Hash of(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("A hash has 32 bytes, not " + bytes.length + ".");
        }
        return of(bytes, 0);
    }

    public static Hash of(byte[] bytes, int at) {
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.BIG_ENDIAN);
        return new Hash(in.getLong(at), in.getLong(at + 8), in.getLong(at + 16), in.getLong(at + 24));
    }

    public static Hash ofHex(String hex) {
        return of(HexFormat.of().parseHex(hex));
    }

    public byte[] bytes() {
        byte[] bytes = new byte[BYTES];
        write(bytes, 0);
        return bytes;
    }

    public void write(byte[] into, int at) {
        ByteBuffer.wrap(into)
                .order(ByteOrder.BIG_ENDIAN)
                .putLong(at, a)
                .putLong(at + 8, b)
                .putLong(at + 16, c)
                .putLong(at + 24, d);
    }

    public String hex() {
        return HexFormat.of().formatHex(bytes());
    }

    @Override
    public String toString() {
        return hex();
    }
}
