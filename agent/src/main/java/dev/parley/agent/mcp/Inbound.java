package dev.parley.agent.mcp;

import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which messages of a server reach the protocol library: one answer for each request, progress, and requests of modest size.
 * Anything else is dropped. It is counted too, for reading it takes time: a server may send a burst unasked, and then so much
 * in a second.
 */
final class Inbound {
    private static final int REQUEST_BYTES_MAX = 64 << 10;
    private static final int REQUEST_ID_CHARS_MAX = 256;
    private static final int EXPECTED_MAX = 10_000;
    private static final String PROGRESS = McpSchema.METHOD_NOTIFICATION_PROGRESS;

    /** One unit is a message, and another one each of its kibibytes. */
    static final long UNASKED_BURST = 20_000;

    private static final long UNASKED_A_SECOND = 500;
    private static final double NANOS_A_SECOND = 1e9;

    private final LongSupplier nanos;
    private final Set<Object> expected = new LinkedHashSet<>();
    private double left = UNASKED_BURST;
    private long lastNanos;

    Inbound() {
        this(System::nanoTime);
    }

    Inbound(LongSupplier nanos) {
        this.nanos = nanos;
        this.lastNanos = nanos.getAsLong();
    }

    /** An answer to this request is welcome, once. */
    synchronized void expect(Object id) {
        if (expected.size() == EXPECTED_MAX) {
            expected.remove(expected.iterator().next());
        }
        expected.add(id);
    }

    /**
     * The message of this line, or null if it is dropped.
     *
     * @throws IOException if the server sends too much that was not asked for
     */
    McpSchema.@Nullable JSONRPCMessage admitted(byte[] line) throws IOException {
        McpSchema.JSONRPCMessage message = message(line);
        if (message instanceof McpSchema.JSONRPCResponse response && isExpected(response.id())) {
            return message;
        }
        charge(line.length);
        boolean passes = (message instanceof McpSchema.JSONRPCNotification note && PROGRESS.equals(note.method()))
                || (message instanceof McpSchema.JSONRPCRequest request && hasModestId(request.id()));
        return passes && line.length <= REQUEST_BYTES_MAX ? message : null;
    }

    /** A line that is no message: servers print greetings. */
    private static McpSchema.@Nullable JSONRPCMessage message(byte[] line) {
        try {
            return McpSchema.deserializeJsonRpcMessage(McpServer.mapper(), new String(line, StandardCharsets.UTF_8));
        } catch (IOException | RuntimeException | StackOverflowError e) {
            return null;
        }
    }

    private static boolean hasModestId(@Nullable Object id) {
        return id instanceof Number || (id instanceof String text && text.length() <= REQUEST_ID_CHARS_MAX);
    }

    private synchronized boolean isExpected(@Nullable Object id) {
        return id != null && expected.remove(id);
    }

    private void charge(int bytes) throws IOException {
        long now = nanos.getAsLong();
        left = Math.min(UNASKED_BURST, left + (now - lastNanos) / NANOS_A_SECOND * UNASKED_A_SECOND);
        lastNanos = now;
        left -= 1 + (bytes >> 10);
        if (left < 0) {
            throw new IOException("it sends more than it was asked for");
        }
    }
}
