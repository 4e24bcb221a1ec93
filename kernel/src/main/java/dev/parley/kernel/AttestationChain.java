package dev.parley.kernel;

import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.RuneChain;
import java.util.Arrays;
import java.util.List;

/**
 * Encodes attestations and links each to the one before. One buffer and one digest serve all of them, because a
 * registrar decides one request at a time; the only garbage is the digest itself.
 *
 * <p>The encoding is length-prefixed field by field, so that no two different attestations share their bytes.
 */
final class AttestationChain {
    private static final int FORMAT = 1;
    private static final byte[] NO_PARAMETERS = {'{', '}'};

    private final RuneChain sha256 = new RuneChain();
    private byte[] buffer = new byte[512];
    private int length;
    private Hash head = Hash.ZERO;
    private long lastOrder;

    Hash head() {
        return head;
    }

    long lastOrder() {
        return lastOrder;
    }

    /** A chain that goes on from here without touching this one. */
    AttestationChain fork() {
        AttestationChain copy = new AttestationChain();
        copy.head = head;
        copy.lastOrder = lastOrder;
        return copy;
    }

    Hash append(Request request, Decision decision, List<Violation> violations, long ran, Metadata metadata) {
        length = 0;
        ensure(Hash.BYTES);
        head.write(buffer, 0);
        length = Hash.BYTES;
        number(FORMAT);
        number(++lastOrder);
        number(request.at().toEpochSecond());
        number(request.at().getNano());
        number(request.at().getOffset().getTotalSeconds());
        text(request.actor());
        text(request.target());
        text(request.action());
        text(request.machine() == null ? "" : request.machine());
        bytes(canonical(request.parameters()));
        number(decision.code());
        number(ran);
        number(violations.size());
        for (int i = 0; i < violations.size(); i++) {
            text(violations.get(i).id());
            number(violations.get(i).level().code());
            text(violations.get(i).reason());
        }
        bytes(metadata.canonical());
        head = sha256.content(buffer, 0, length);
        return head;
    }

    private static byte[] canonical(Json.Obj parameters) {
        return parameters.fields().isEmpty() ? NO_PARAMETERS : CanonicalJson.bytes(parameters);
    }

    /** Zig-zag and seven bits a byte: small numbers of either sign take one byte. */
    private void number(long value) {
        ensure(10);
        long rest = (value << 1) ^ (value >> 63);
        if ((rest & ~0x7FL) == 0) {
            buffer[length++] = (byte) rest;
            return;
        }
        while ((rest & ~0x7FL) != 0) {
            buffer[length++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        buffer[length++] = (byte) rest;
    }

    /** One byte a character where all are ASCII, else two: injective also for text that is not well-formed. */
    private void text(String text) {
        int chars = text.length();
        int start = length;
        ensure(10 + chars);
        number(2L * chars);
        byte[] target = buffer;
        int offset = length;
        int seen = 0;
        for (int i = 0; i < chars; i++) {
            char c = text.charAt(i);
            seen |= c;
            target[offset + i] = (byte) c;
        }
        length = offset + chars;
        if (seen >= 0x80) {
            length = start;
            wide(text);
        }
    }

    private void wide(String text) {
        int chars = text.length();
        number(2L * chars + 1);
        ensure(2 * chars);
        for (int i = 0; i < chars; i++) {
            char c = text.charAt(i);
            buffer[length++] = (byte) (c >> 8);
            buffer[length++] = (byte) c;
        }
    }

    private void bytes(byte[] content) {
        number(content.length);
        ensure(content.length);
        System.arraycopy(content, 0, buffer, length, content.length);
        length += content.length;
    }

    private void ensure(int more) {
        if (length + more > buffer.length) {
            buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + more));
        }
    }
}
