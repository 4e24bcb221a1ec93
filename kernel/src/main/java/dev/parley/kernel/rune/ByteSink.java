package dev.parley.kernel.rune;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing array of bytes with the few primitives of the canonical encoding. */
public final class ByteSink {
    private static final int CAPACITY = 448;
    private static final int LONG_TEXT = 32;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = ONES << 7;
    private static final long REPLACEMENTS = ONES * '?';

    private byte[] bytes = new byte[CAPACITY];
    private int length;

    /** The array as it stands; the next write may put another in its place. */
    public byte[] bytes() {
        return bytes;
    }

    public int length() {
        return length;
    }

    /** Begins again in the same array. */
    public void clear() {
        length = 0;
    }

    /** Leaves room that the caller fills, and answers where it begins. */
    public int skip(int size) {
        room(size);
        int start = length;
        length += size;
        return start;
    }

    void put(int value) {
        room(1);
        bytes[length++] = (byte) value;
    }

    /** Unsigned LEB128; a negative number takes ten bytes. */
    void varint(long value) {
        room(10);
        length = varint(bytes, length, value);
    }

    void signed(long value) {
        varint(zigzag(value));
    }

    /** Writes unsigned LEB128 into an array that has room for ten bytes, and returns where the next byte goes. */
    public static int varint(byte[] into, int from, long value) {
        int at = from;
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            into[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        into[at] = (byte) rest;
        return at + 1;
    }

    /** Small numbers of either sign as small ones without. */
    public static long zigzag(long value) {
        return (value << 1) ^ (value >> 63);
    }

    /** UTF-8 after its length. A surrogate without its partner is written as U+FFFD, so that the bytes are always text. */
    void text(String text) {
        int chars = text.length();
        if (chars > LONG_TEXT) {
            longText(text);
            return;
        }
        room(chars + 1);
        byte[] to = bytes;
        int at = length + 1;
        int seen = 0;
        for (int i = 0; i < chars; i++) {
            char c = text.charAt(i);
            seen |= c;
            to[at + i] = (byte) c;
        }
        if (seen >= 0x80) {
            encoded(text);
            return;
        }
        to[length] = (byte) chars;
        length = at + chars;
    }

    /** Copies a long text as a block where it is ASCII: one byte for each character, none of them put for another. */
    private void longText(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        if (utf8.length == text.length() && (!hasReplacement(utf8) || text.equals(latin(utf8)))) {
            varint(utf8.length);
            raw(utf8);
        } else {
            encoded(text);
        }
    }

    private static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Whether the byte is there that the platform puts for half a surrogate pair, eight bytes at a time. */
    private static boolean hasReplacement(byte[] bytes) {
        int at = 0;
        for (; at <= bytes.length - Long.BYTES; at += Long.BYTES) {
            long apart = (long) LONGS.get(bytes, at) ^ REPLACEMENTS;
            if ((apart - ONES & ~apart & HIGH_BITS) != 0) {
                return true;
            }
        }
        for (; at < bytes.length; at++) {
            if (bytes[at] == '?') {
                return true;
            }
        }
        return false;
    }

    private void encoded(String text) {
        byte[] utf8 = wellFormed(text).getBytes(StandardCharsets.UTF_8);
        varint(utf8.length);
        raw(utf8);
    }

    void raw(byte[] source) {
        room(source.length);
        System.arraycopy(source, 0, bytes, length, source.length);
        length += source.length;
    }

    byte[] copy() {
        return Arrays.copyOf(bytes, length);
    }

    private void room(int more) {
        if (length + more + 10 > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, length + more + 10));
        }
    }

    private static String wellFormed(String text) {
        StringBuilder out = new StringBuilder(text.length());
        text.codePoints().forEach(c -> out.appendCodePoint(c >= 0xD800 && c <= 0xDFFF ? 0xFFFD : c));
        return out.toString();
    }
}
