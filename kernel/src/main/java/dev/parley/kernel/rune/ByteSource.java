package dev.parley.kernel.rune;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads what {@link ByteSink} wrote. Bytes that it cannot have written are an {@link IllegalArgumentException}. */
final class ByteSource {
    private static final int NAME_BYTES_MAX = 40;
    /** The newest name of each hash. Threads share it: a string that another one has put here is as good. */
    private static final String[] NAMES = new String[1024];

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

    /** A text that comes again and again, such as a kind or a key: the same string each time, as long as it is remembered. */
    String name() {
        int from = at;
        int size = count();
        if (size > NAME_BYTES_MAX) {
            at = from;
            return text();
        }
        int hash = size;
        for (int i = 0; i < size; i++) {
            hash = 31 * hash + bytes[at + i];
        }
        int slot = (hash ^ hash >>> 16) & NAMES.length - 1;
        String known = NAMES[slot];
        if (known == null || !isHere(known, size)) {
            known = new String(bytes, at, size, StandardCharsets.UTF_8).intern();
            NAMES[slot] = known;
        }
        at += size;
        return known;
    }

    private boolean isHere(String known, int size) {
        if (known.length() != size) {
            return false;
        }
        for (int i = 0; i < size; i++) {
            if (bytes[at + i] < 0 || known.charAt(i) != bytes[at + i]) {
                return false;
            }
        }
        return true;
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
