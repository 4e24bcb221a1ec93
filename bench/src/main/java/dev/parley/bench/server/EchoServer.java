package dev.parley.bench.server;

import io.helidon.common.buffers.BufferData;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.websocket.WsRouting;
import io.helidon.websocket.WsListener;
import io.helidon.websocket.WsSession;
import java.net.StandardSocketOptions;

/** The peer of the server: Helidon's own WebSocket, which sends back what it gets. */
final class EchoServer {
    static final String PATH = "/echo";

    private EchoServer() {}

    /** Prints where it listens, as {@code serve --json} does, and runs until it is ended. */
    public static void main(String[] args) {
        WebServer server = WebServer.builder()
                .connectionOptions(options -> options.tcpNoDelay(true))
                .putListenerSocketOption(StandardSocketOptions.SO_RCVBUF, 64 << 10)
                .host("127.0.0.1")
                .port(0)
                .addRouting(WsRouting.builder().endpoint(PATH, EchoServer::listener))
                .build()
                .start();
        System.out.println("{\"address\":\"http://127.0.0.1:" + server.port() + "\"}");
    }

    private static WsListener listener() {
        return new WsListener() {
            @Override
            public void onMessage(WsSession session, String text, boolean last) {
                session.send(text, last);
            }

            @Override
            public void onMessage(WsSession session, BufferData buffer, boolean last) {
                session.send(buffer, last);
            }
        };
    }
}
