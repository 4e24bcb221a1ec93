package dev.parley.transport.socket;

import io.helidon.common.buffers.BufferData;
import io.helidon.http.HeaderName;
import io.helidon.http.HeaderNames;
import io.helidon.http.HttpPrologue;
import io.helidon.http.Method;
import io.helidon.http.WritableHeaders;
import io.helidon.webserver.ConnectionContext;
import io.helidon.webserver.http1.spi.Http1Upgrader;
import io.helidon.webserver.spi.ServerConnection;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/**
 * Turns requests that a desk admits into sockets. Helidon's own upgrade is not used, because it takes text that is no UTF-8
 * and puts pieces of a text together after it has decoded each of them.
 */
public final class SocketUpgrader implements Http1Upgrader {
    public static final HeaderName PROTOCOL = HeaderNames.create("Sec-WebSocket-Protocol");

    private static final HeaderName KEY = HeaderNames.create("Sec-WebSocket-Key");
    private static final HeaderName VERSION = HeaderNames.create("Sec-WebSocket-Version");
    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    private static final int KEY_BYTES = 16;

    private final SocketDesk desk;
    private final OpenSockets open;

    public SocketUpgrader(SocketDesk desk, OpenSockets open) {
        this.desk = desk;
        this.open = open;
    }

    @Override
    public String supportedProtocol() {
        return "websocket";
    }

    @Override
    public @Nullable ServerConnection upgrade(
            ConnectionContext context, HttpPrologue prologue, WritableHeaders<?> headers) {
        String key = headers.first(KEY).orElse("");
        if (!prologue.method().equals(Method.GET)
                || !isKey(key)
                || !headers.first(VERSION).orElse("").equals("13")) {
            return null;
        }
        SocketDesk.Opened opened =
                desk.admit(prologue, headers, context.remotePeer().address());
        return opened == null ? null : upgraded(context, opened, accept(key));
    }

    private SocketConnection upgraded(ConnectionContext context, SocketDesk.Opened opened, String accepted) {
        SocketDesk.Admitted admitted = opened.admitted();
        StringBuilder answer = new StringBuilder("HTTP/1.1 101 Switching Protocols\r\n")
                .append("Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Accept: ")
                .append(accepted);
        if (!admitted.subprotocol().isEmpty()) {
            answer.append("\r\nSec-WebSocket-Protocol: ").append(admitted.subprotocol());
        }
        answer.append("\r\n\r\n");
        boolean written = false;
        try {
            context.dataWriter().writeNow(BufferData.create(answer.toString().getBytes(StandardCharsets.US_ASCII)));
            written = true;
            return new SocketConnection(context, opened, open);
        } finally {
            if (!written) {
                opened.share().close();
            }
        }
    }

    private static boolean isKey(String key) {
        try {
            return Base64.getDecoder().decode(key).length == KEY_BYTES;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static String accept(String key) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-1").digest((key + GUID).getBytes(StandardCharsets.US_ASCII));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-1.", e);
        }
    }
}
