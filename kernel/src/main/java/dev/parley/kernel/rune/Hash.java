package dev.parley.kernel.rune;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** A SHA-256 digest as a value. */
public record Hash(long a, long b, long c, long d) {
    public static final int BYTES = 32;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private static final byte[] DIGITS = digits();

    private static byte[] digits() {
        byte[] values = new byte['f' + 1];
        Arrays.fill(values, (byte) -1);
        for (int digit = 0; digit < 16; digit++) {
            values[Character.forDigit(digit, 16)] = (byte) digit;
        }
        return values;
    }

    /** What stands before the first rune of a conversation. */
    public static final Hash ZERO = new Hash(0, 0, 0, 0);

    public static Hash of(byte[] bytes) {
        if (bytes.length != BYTES) {
            throw new IllegalArgumentException("A hash has 32 bytes, not " + bytes.length + ".");
        }
        return of(bytes, 0);
    }

    public static Hash of(byte[] bytes, int at) {
        return new Hash(
                (long) LONGS.get(bytes, at), (long) LONGS.get(bytes, at + 8), (long) LONGS.get(bytes, at + 16), (long)
                        LONGS.get(bytes, at + 24));
    }

    public static Hash ofHex(String hex) {
        return of(HexFormat.of().parseHex(hex));
    }

    /** The hash that these 64 digits are, in lower case as {@link #hex} writes them; null if they are not. */
    public static @Nullable Hash read(String hex) {
        if (hex.length() != 2 * BYTES) {
            return null;
        }
        long a = eight(hex, 0);
        long b = eight(hex, 8);
        long c = eight(hex, 16);
        long d = eight(hex, 24);
        long e = eight(hex, 32);
        long f = eight(hex, 40);
        long g = eight(hex, 48);
        long h = eight(hex, 56);
        boolean wrong = (a | b | c | d | e | f | g | h) < 0;
        return wrong ? null : new Hash(a << 32 | b, c << 32 | d, e << 32 | f, g << 32 | h);
    }

    /** The number that eight digits are; negative if one of them is none, because -1 leaves its sign behind. */
    private static long eight(String hex, int from) {
        long number = 0;
        for (int i = from; i < from + 8; i++) {
            number = (number << 4) | digit(hex.charAt(i));
        }
        return number;
    }

    /** The value of a digit in lower case, or -1 if it is none. */
    private static int digit(char c) {
        return c < DIGITS.length ? DIGITS[c] : -1;
    }

    public byte[] bytes() {
        byte[] bytes = new byte[BYTES];
        write(bytes, 0);
        return bytes;
    }

    public void write(byte[] into, int at) {
        LONGS.set(into, at, a);
        LONGS.set(into, at + 8, b);
        LONGS.set(into, at + 16, c);
        LONGS.set(into, at + 24, d);
    }

    public String hex() {
        return HexFormat.of().formatHex(bytes());
    }

    @Override
    public String toString() {
        return hex();
    }
}
