package dev.parley.openai;

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
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A server on loopback that speaks as much of HTTP/1.1 and of chat completions as a test tells it to, byte by byte. */
final class StubServer implements Closeable {
    private final ServerSocket socket;
    private final BlockingQueue<Play> plays = new LinkedBlockingQueue<>();
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();

    /** Counts down when the client has closed a connection while the server still meant to answer. */
    final CountDownLatch left = new CountDownLatch(1);

    /** What one connection is answered. */
    interface Play {
        void answer(Line line) throws IOException;
    }

    StubServer() throws IOException {
        socket = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
        Thread.startVirtualThread(this::accept);
    }

    String url() {
        return "http://127.0.0.1:" + socket.getLocalPort() + "/v1";
    }

    StubServer then(Play play) {
        plays.add(play);
        return this;
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
            requests.add(request(in));
            Play play = plays.poll(1, TimeUnit.MINUTES);
            if (play != null) {
                play.answer(new Line(client, in));
            }
        } catch (IOException | InterruptedException e) {
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
        return head + new String(in.readNBytes(length), StandardCharsets.UTF_8);
    }

    /** One connection, from the server's side. */
    final class Line {
        private final Socket client;
        private final InputStream in;
        private final OutputStream out;

        Line(Socket client, InputStream in) throws IOException {
            this.client = client;
            this.in = in;
            this.out = client.getOutputStream();
        }

        Line raw(String text) throws IOException {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
            return this;
        }

        Line head(String status, String... headers) throws IOException {
            raw("HTTP/1.1 " + status + "\r\n");
            for (String header : headers) {
                raw(header + "\r\n");
            }
            return raw("\r\n");
        }

        Line streams() throws IOException {
            return head("200 OK", "Content-Type: text/event-stream", "Transfer-Encoding: chunked");
        }

        Line chunk(String text) throws IOException {
            int length = text.getBytes(StandardCharsets.UTF_8).length;
            return raw(Integer.toHexString(length) + "\r\n" + text + "\r\n");
        }

        Line event(String json) throws IOException {
            return chunk("data: " + json + "\n\n");
        }

        Line says(String words) throws IOException {
            return event(choice("{\"content\":\"" + words + "\"}", "null"));
        }

        Line finishes(String reason) throws IOException {
            return event(choice("{}", "\"" + reason + "\""));
        }

        Line used(int prompt, int completion) throws IOException {
            return event("{\"id\":\"x\",\"choices\":[],\"usage\":{\"prompt_tokens\":" + prompt
                    + ",\"completion_tokens\":" + completion + ",\"total_tokens\":" + (prompt + completion) + "}}");
        }

        Line done() throws IOException {
            event("[DONE]");
            return raw("0\r\n\r\n");
        }

        /** Waits until the client has hung up. */
        void untilLeft() throws IOException {
            while (in.read() >= 0) {
                // Nothing more is asked on this connection.
            }
            left.countDown();
        }

        /** Hangs up in the middle of whatever was being said, so that the client's connection is reset. */
        void drops() throws IOException {
            client.setSoLinger(true, 0);
            client.close();
        }
    }

    static String choice(String delta, String finish) {
        return "{\"id\":\"x\",\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":" + delta + ",\"finish_reason\":"
                + finish + "}]}";
    }

    @Override
    public void close() throws IOException {
        socket.close();
        for (Socket each : open) {
            each.close();
        }
    }
}
