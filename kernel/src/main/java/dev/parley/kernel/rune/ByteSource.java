package dev.parley.kernel.rune;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Reads what {@link ByteSink} wrote. Bytes that it cannot have written are an {@link IllegalArgumentException}. */
final class ByteSource {
    private static final int NAME_BYTES_MAX = 40;
    private static final int NAME_BITS = 11;
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    /** The newest name of each slot. Threads share it: one that another thread has put here is as good. */
    private static final Name[] NAMES = new Name[1 << NAME_BITS];

    /** With the first and the last eight bytes, which are all of it if it is not longer than both. */
    private static final class Name {
        private final byte[] utf8;
        private final long first;
        private final long last;
        private final String text;

        private Name(byte[] utf8, long first, long last) {
            this.utf8 = utf8;
            this.first = first;
            this.last = last;
            this.text = new String(utf8, StandardCharsets.UTF_8).intern();
        }

        private boolean is(byte[] bytes, int at, int size, long itsFirst, long itsLast) {
            return utf8.length == size
                    && first == itsFirst
                    && last == itsLast
                    && (size <= 2 * Long.BYTES || Arrays.equals(bytes, at, at + size, utf8, 0, size));
        }
    }

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
        if (at < end && bytes[at] >= 0) {
            return bytes[at++];
        }
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
        long first = first(size);
        long last = size < Long.BYTES ? 0 : (long) LONGS.get(bytes, at + size - Long.BYTES);
        int slot = (int) (((size + first * 31 + last) * 0x9E3779B97F4A7C15L) >>> (Long.SIZE - NAME_BITS));
        Name known = NAMES[slot];
        if (known == null || !known.is(bytes, at, size, first, last)) {
            known = new Name(Arrays.copyOfRange(bytes, at, at + size), first, last);
            NAMES[slot] = known;
        }
        at += size;
        return known.text;
    }

    /** The first eight bytes, or all of them if there are fewer. */
    private long first(int size) {
        if (at + Long.BYTES <= bytes.length) {
            long eight = (long) LONGS.get(bytes, at);
            return size >= Long.BYTES ? eight : eight & ((1L << (Byte.SIZE * size)) - 1);
        }
        long read = 0;
        for (int i = 0; i < size; i++) {
            read |= (bytes[at + i] & 0xFFL) << (Byte.SIZE * i);
        }
        return read;
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
