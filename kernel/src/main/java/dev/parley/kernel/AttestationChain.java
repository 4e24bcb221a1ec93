package dev.parley.kernel;

import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.ByteSink;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.RuneChain;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Encodes attestations and links each to the one before. One buffer and one digest serve all of them, because a
 * registrar decides one request at a time; the only garbage is the digest itself.
 *
 * <p>The encoding is length-prefixed field by field, so that no two different attestations share their bytes.
 */
final class AttestationChain {
    private static final int FORMAT = 1;
    /** The most bytes that a number takes, and how many numbers stand in an attestation and in a violation. */
    private static final int NUMBER_BYTES = 10;

    private static final int NUMBERS = 14;
    private static final int NUMBERS_OF_VIOLATION = 3;
    private static final byte[] NO_PARAMETERS = {'{', '}'};

    private final RuneChain sha256 = new RuneChain();
    private final StringBuilder scratch = new StringBuilder();
    private byte[] buffer = new byte[512];
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

    /** Goes on behind this place in the order, which has this digest. */
    void goOnAfter(long order, Hash digest) {
        head = digest;
        lastOrder = order;
    }

    /** Takes the next place in the order, with this digest. */
    void advance(Hash digest) {
        head = digest;
        lastOrder++;
    }

    /** The digest that this request, so decided, would have as the next one. */
    Hash digest(Request request, Judged<?, ?> judged) {
        List<Violation> violations = judged.violations();
        Metadata metadata = judged.metadata();
        byte[] parameters = canonical(request.parameters());
        ensure(most(request, parameters, violations, metadata));
        byte[] into = buffer;
        head.write(into, 0);
        int at = number(into, Hash.BYTES, FORMAT);
        at = number(into, at, lastOrder + 1);
        at = number(into, at, request.at().toEpochSecond());
        at = number(into, at, request.at().getNano());
        at = number(into, at, request.at().getOffset().getTotalSeconds());
        at = text(into, at, request.actor());
        at = text(into, at, request.target());
        at = text(into, at, request.action());
        at = text(into, at, machine(request));
        at = bytes(into, at, parameters);
        at = number(into, at, judged.decision().code());
        at = number(into, at, judged.ran());
        at = number(into, at, violations.size());
        for (int i = 0; i < violations.size(); i++) {
            at = text(into, at, violations.get(i).id());
            at = number(into, at, violations.get(i).level().code());
            at = text(into, at, violations.get(i).reason());
        }
        at = bytes(into, at, metadata.canonical());
        return sha256.content(into, 0, at);
    }

    private static String machine(Request request) {
        return request.machine() == null ? "" : request.machine();
    }

    private byte[] canonical(Json.Obj parameters) {
        return parameters.fields().isEmpty()
                ? NO_PARAMETERS
                : CanonicalJson.text(parameters, scratch).getBytes(StandardCharsets.UTF_8);
    }

    /** No attestation of these takes more bytes than this, so that the encoding asks for space once. */
    private static int most(Request request, byte[] parameters, List<Violation> violations, Metadata metadata) {
        int chars = request.actor().length()
                + request.target().length()
                + request.action().length()
                + machine(request).length();
        int numbers = NUMBERS + NUMBERS_OF_VIOLATION * violations.size();
        for (int i = 0; i < violations.size(); i++) {
            chars +=
                    violations.get(i).id().length() + violations.get(i).reason().length();
        }
        return Hash.BYTES + numbers * NUMBER_BYTES + 2 * chars + parameters.length + metadata.canonical().length;
    }

    private void ensure(int bytes) {
        if (bytes > buffer.length) {
            buffer = new byte[Math.max(bytes, 2 * buffer.length)];
        }
    }

    /** Zig-zag and seven bits a byte: small numbers of either sign take one byte. */
    private static int number(byte[] into, int from, long value) {
        return ByteSink.varint(into, from, ByteSink.zigzag(value));
    }

    /** One byte a character where all are ASCII, else two: injective also for text that is not well-formed. */
    private static int text(byte[] into, int from, String text) {
        int chars = text.length();
        int at = number(into, from, 2L * chars);
        int seen = 0;
        for (int i = 0; i < chars; i++) {
            char c = text.charAt(i);
            seen |= c;
            into[at + i] = (byte) c;
        }
        return seen < 0x80 ? at + chars : wide(into, from, text);
    }

    private static int wide(byte[] into, int from, String text) {
        int chars = text.length();
        int at = number(into, from, 2L * chars + 1);
        for (int i = 0; i < chars; i++) {
            char c = text.charAt(i);
            into[at++] = (byte) (c >> 8);
            into[at++] = (byte) c;
        }
        return at;
    }

    private static int bytes(byte[] into, int from, byte[] content) {
        int at = number(into, from, content.length);
        System.arraycopy(content, 0, into, at, content.length);
        return at + content.length;
    }
}
