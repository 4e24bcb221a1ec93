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

    private static final class Name {
        private final byte[] utf8;
        private final String text;

        private Name(byte[] utf8, String text) {
            this.utf8 = utf8;
            this.text = text;
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
        int slot = slot(size);
        Name known = NAMES[slot];
        if (known == null || !Arrays.equals(bytes, at, at + size, known.utf8, 0, known.utf8.length)) {
            byte[] utf8 = Arrays.copyOfRange(bytes, at, at + size);
            known = new Name(utf8, new String(utf8, StandardCharsets.UTF_8).intern());
            NAMES[slot] = known;
        }
        at += size;
        return known.text;
    }

    /** By the length and by the first and the last eight bytes; a shorter one by all of them. */
    private int slot(int size) {
        long mixed = size;
        if (size >= Long.BYTES) {
            mixed += (long) LONGS.get(bytes, at) * 31 + (long) LONGS.get(bytes, at + size - Long.BYTES);
        } else {
            for (int i = 0; i < size; i++) {
                mixed = 31 * mixed + bytes[at + i];
            }
        }
        mixed *= 0x9E3779B97F4A7C15L;
        return (int) (mixed >>> (Long.SIZE - NAME_BITS));
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
