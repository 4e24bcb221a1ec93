package dev.parley.speech.remote;

import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/** A server on loopback that speaks as much of HTTP/1.1 and of web sockets as a test tells it to, byte by byte. */
final class StubServer implements Closeable {
    private static final String SOCKET_WORDS = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

    private final ServerSocket socket;
    private final Play play;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();

    /** Counts down when a client has closed a connection that the server still meant to use. */
    final CountDownLatch left = new CountDownLatch(1);

    /** What one connection is answered. */
    interface Play {
        void answer(Line line) throws IOException;
    }

    StubServer(Play play) throws IOException {
        this.play = play;
        socket = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        Thread.startVirtualThread(this::accept);
    }

    String url(String scheme) {
        return scheme + "://127.0.0.1:" + socket.getLocalPort() + "/v1";
    }

    /** Every request, head and body, as it came in. */
    List<String> requests() {
        return requests;
    }

    private void accept() {
        try {
            while (true) {
                Socket client = socket.accept();
                open.add(client);
                Thread.startVirtualThread(() -> serve(client));
            }
        } catch (IOException e) {
            // Closed.
        }
    }

    private void serve(Socket client) {
        try (client) {
            InputStream in = new BufferedInputStream(client.getInputStream());
            String request = request(in);
            requests.add(request);
            play.answer(new Line(request, in, client.getOutputStream()));
        } catch (IOException e) {
            left.countDown();
        }
    }

    private static String request(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (!head.toString().endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                throw new SocketException("no request");
            }
            head.append((char) next);
        }
        String lower = head.toString().toLowerCase(Locale.ROOT);
        int at = lower.indexOf("content-length:");
        int length = at < 0
                ? 0
                : Integer.parseInt(
                        lower.substring(at + 15, lower.indexOf('\r', at)).strip());
        return head + new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket each : open) {
            each.close();
        }
    }

    /** One connection, from the server's side. */
    static final class Line {
        private final String request;
        private final InputStream in;
        private final OutputStream out;

        Line(String request, InputStream in, OutputStream out) {
            this.request = request;
            this.in = in;
            this.out = out;
        }

        String request() {
            return request;
        }

        Line raw(byte[] bytes) throws IOException {
            out.write(bytes);
            out.flush();
            return this;
        }

        Line raw(String text) throws IOException {
            return raw(text.getBytes(StandardCharsets.UTF_8));
        }

        Line answer(String status, byte[] body, String... headers) throws IOException {
            head(status, body.length, headers);
            return raw(body);
        }

        Line head(String status, int length, String... headers) throws IOException {
            StringBuilder head = new StringBuilder("HTTP/1.1 " + status + "\r\nContent-Length: " + length + "\r\n");
            for (String header : headers) {
                head.append(header).append("\r\n");
            }
            return raw(head + "\r\n");
        }

        /** Waits until the client has closed its side. */
        void awaitClose() throws IOException {
            while (in.read() >= 0) {
                // What it sends meanwhile does not matter.
            }
            throw new SocketException("the client left");
        }

        /** Takes the client's wish for a socket. */
        Line upgrade() throws IOException {
            String lower = request.toLowerCase(Locale.ROOT);
            int at = lower.indexOf("sec-websocket-key:") + 18;
            String key = request.substring(at, request.indexOf('\r', at)).strip();
            try {
                byte[] digest = MessageDigest.getInstance("SHA-1")
                        .digest((key + SOCKET_WORDS).getBytes(StandardCharsets.US_ASCII));
                return raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                        + "Sec-WebSocket-Accept: " + Base64.getEncoder().encodeToString(digest) + "\r\n\r\n");
            } catch (NoSuchAlgorithmException e) {
                throw new IOException(e);
            }
        }

        /** A frame of the server: 1 is text, 0 goes on, 8 closes; the highest bit says that it is the last. */
        Line frame(int kind, byte[] payload) throws IOException {
            byte[] head = payload.length < 126
                    ? new byte[] {(byte) kind, (byte) payload.length}
                    : new byte[] {(byte) kind, 126, (byte) (payload.length >> 8), (byte) payload.length};
            return raw(head).raw(payload);
        }

        Line text(String text) throws IOException {
            return frame(0x81, text.getBytes(StandardCharsets.UTF_8));
        }

        Line goodbye(int status) throws IOException {
            return frame(0x88, new byte[] {(byte) (status >> 8), (byte) status});
        }

        /** Reads frames of the client up to one of text, and answers how many of sound came before it. */
        int soundUntilText() throws IOException {
            int sound = 0;
            for (int kind = in.read(); kind >= 0; kind = in.read()) {
                int length = in.read() & 0x7f;
                int size = length == 126 ? in.read() << 8 | in.read() : length;
                in.readNBytes(4 + size);
                if ((kind & 0xf) == 1) {
                    return sound;
                }
                sound++;
            }
            throw new SocketException("the client left");
        }
    }
}
