package dev.parley.bench.server;

import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;

/**
 * A client with a valid key that sends everything by which one client is known to have held up others, from several threads at
 * once. It rests a little after each, because it runs on the machine that it attacks.
 */
final class HostileClient implements AutoCloseable {
    private static final int CHARS_MAX = 4_000;
    private static final long REST_MS = 20;
    private static final long REFUSED_MS = 200;
    private static final int HALF_FRAMES = 20;
    private static final List<String> PARTS =
            List.of("talk ", "!", "\\\"", "1 ", "please ", "i'm ", "keep ", "put ", "A");

    private final URI server;
    private final String key;
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<Thread> threads = new ArrayList<>();
    private final Map<String, Integer> answers = new TreeMap<>();
    private volatile boolean over;

    private interface Attack {
        void once(int number) throws IOException, InterruptedException;
    }

    HostileClient(URI server, String key) {
        this.server = server;
        this.key = key;
    }

    HostileClient start() throws IOException, InterruptedException {
        String talk = conversation();
        attack(n -> say(talk, sentence(n, CHARS_MAX)));
        attack(n -> say(talk, sentence(n, 399)));
        attack(n -> say(talk, sentence(n, 65_000)));
        attack(_ -> post("/v1/conversations/" + talk + "/messages", "{\"text\":\"" + "x".repeat(1_200_000) + "\"}"));
        attack(_ -> post("/v1/conversations/" + talk + "/stop", "{}"));
        attack(_ -> connectAndLeave());
        WebSocket flooded = socket("/v1/conversations/" + conversation() + "/socket");
        attack(n -> flood(flooded, "{\"type\":\"say\",\"text\":\"" + sentence(n, 399) + "\"}", "{\"type\":\"stop\"}"));
        WebSocket realtime = socket("/v1/realtime?model=parley");
        String sound = Base64.getEncoder().encodeToString(new byte[96_000]);
        attack(_ -> flood(
                realtime,
                "{\"type\":\"input_audio_buffer.append\",\"audio\":\"" + sound + "\"}",
                "{\"type\":\"response.cancel\"}"));
        List<Socket> unread = new ArrayList<>();
        attack(n -> readNothing(talk, unread, n));
        List<Socket> unfinished = new ArrayList<>();
        attack(n -> halfAFrame(talk, unfinished, n));
        return this;
    }

    private static String sentence(int number, int length) {
        String part = PARTS.get(number % PARTS.size());
        String opening = number % 2 == 0 ? "" : "my allergy is ";
        int times = (length - opening.length() - 1) / part.replace("\\", "").length();
        return opening + part.repeat(times) + "x";
    }

    private void attack(Attack attack) {
        threads.add(Thread.ofPlatform().daemon().start(() -> {
            for (int n = 0; !over; n++) {
                try {
                    attack.once(n);
                } catch (IOException | CompletionException e) {
                    count(e.getClass().getSimpleName());
                } catch (InterruptedException e) {
                    return;
                }
                LoadedServer.rest(REST_MS);
            }
        }));
    }

    private synchronized void count(String answer) {
        answers.merge(answer, 1, Integer::sum);
    }

    /** How often it was answered how. */
    synchronized Map<String, Integer> answers() {
        return Map.copyOf(answers);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(server.resolve(path))
                .timeout(Duration.ofSeconds(30))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json");
    }

    private String post(String path, String body) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                request(path).POST(HttpRequest.BodyPublishers.ofString(body)).build(),
                HttpResponse.BodyHandlers.ofString());
        count(String.valueOf(answer.statusCode()));
        return answer.body();
    }

    private void say(String talk, String text) throws IOException, InterruptedException {
        post("/v1/conversations/" + talk + "/messages", "{\"text\":\"" + text + "\"}");
    }

    /** Comes back for as long as there is no room. */
    private String conversation() throws IOException, InterruptedException {
        String answer = post("/v1/conversations", "{}");
        while (!answer.contains("\"conversation\"")) {
            LoadedServer.rest(REFUSED_MS);
            answer = post("/v1/conversations", "{}");
        }
        return answer.replaceFirst(".*\"conversation\":\"([^\"]+)\".*", "$1");
    }

    private WebSocket socket(String path) {
        return http.newWebSocketBuilder()
                .header("Authorization", "Bearer " + key)
                .buildAsync(
                        URI.create(server.resolve(path).toString().replaceFirst("^http", "ws")),
                        new WebSocket.Listener() {})
                .join();
    }

    private void flood(WebSocket socket, String... messages) {
        for (String message : messages) {
            socket.sendText(message, true).join();
        }
        count("flooded");
    }

    private void connectAndLeave() throws IOException {
        try (Socket socket = connected()) {
            socket.setSoLinger(true, 0);
        }
        count("left");
    }

    private Socket connected() throws IOException {
        Socket socket = new Socket();
        socket.connect(new InetSocketAddress(server.getHost(), server.getPort()));
        return socket;
    }

    /** Asks for everything and reads nothing of it. */
    private void readNothing(String talk, List<Socket> before, int number) throws IOException {
        if (number < HALF_FRAMES) {
            Socket socket = connected();
            write(
                    socket,
                    "GET /v1/conversations/" + talk + "/events HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer " + key
                            + "\r\n\r\n");
            before.add(socket);
            count("unread");
        }
    }

    /** Begins a message of a socket and does not go on with it. */
    private void halfAFrame(String talk, List<Socket> before, int number) throws IOException {
        if (number >= HALF_FRAMES) {
            return;
        }
        Socket socket = connected();
        write(
                socket,
                "GET /v1/conversations/" + talk
                        + "/socket HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                        + "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer "
                        + key
                        + "\r\n\r\n");
        ByteBuffer begin = ByteBuffer.allocate(14 + 100_000);
        begin.put((byte) 0x81).put((byte) 0xff).putLong(900_000).put(new byte[] {1, 2, 3, 4});
        OutputStream out = socket.getOutputStream();
        out.write(begin.array());
        out.flush();
        before.add(socket);
        count("unfinished");
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void close() {
        over = true;
        threads.forEach(Thread::interrupt);
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        http.shutdownNow();
    }
}
