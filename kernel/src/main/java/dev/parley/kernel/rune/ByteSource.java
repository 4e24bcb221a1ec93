package dev.parley.kernel.rune;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads what {@link ByteSink} wrote. Bytes that it cannot have written are an {@link IllegalArgumentException}. */
final class ByteSource {
    private final byte[] bytes;
    private final int end;
    private int at;

    ByteSource(byte[] bytes, int from, int end) {
        this.bytes = bytes;
        this.at = from;
        this.end = end;
    }

    int position() {
        return at;
    }

    boolean isAtEnd() {
        return at == end;
    }

    int get() {
        if (at >= end) {
            throw damaged("the bytes end too early");
        }
        return bytes[at++] & 0xFF;
    }

    long varint() {
        long value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            int next = get();
            value |= (long) (next & 0x7F) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw damaged("a number is too long");
    }

    long signed() {
        long raw = varint();
        return (raw >>> 1) ^ -(raw & 1);
    }

    /** A count of things that each take at least one of the remaining bytes. */
    int count() {
        long count = varint();
        if (count < 0 || count > end - at) {
            throw damaged("a length reaches beyond the end");
        }
        return (int) count;
    }

    String text() {
        int size = count();
        String text = new String(bytes, at, size, StandardCharsets.UTF_8);
        at += size;
        return text;
    }

    void skip(int size) {
        at += size;
    }

    byte[] raw() {
        int size = count();
        byte[] copy = Arrays.copyOfRange(bytes, at, at + size);
        at += size;
        return copy;
    }

    static IllegalArgumentException damaged(String why) {
        return new IllegalArgumentException("Not the canonical bytes of a rune: " + why + ".");
    }
}
