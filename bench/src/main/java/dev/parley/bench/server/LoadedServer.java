package dev.parley.bench.server;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.app.Main;
import dev.parley.kernel.json.Json;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A server and the clients that hold conversations with it. */
final class LoadedServer implements AutoCloseable {
    private static final String KEY = "sk-bench";
    private static final int UTTERANCES = 500;
    private static final int TYPING_EVERY = 5;
    private static final long REFUSED_MS = 400;
    private static final long LOOK_MS = 20;
    private static final long LOST_MS = 30_000;
    private static final int HEAD_BYTES = 1 << 16;
    private static final String HEAD_END = "\r\n\r\n";

    private final ServerProcess process;
    private final CallLoop loop;
    private final boolean converses;
    private final Rhythms rhythms;
    private final Map<String, SocketCall> calls = new LinkedHashMap<>();
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /**
     * What was seen with so many conversations.
     *
     * @param cpuNanos what the server's threads have computed
     */
    record Seen(int conversations, Tally tally, long millis, long cpuNanos, long clientNanos) {
        double echoP99Ms() {
            return Tally.p99Ms(tally.echoes);
        }

        double cancelP99Ms() {
            return Tally.p99Ms(tally.cancels);
        }

        /** What one conversation takes of a core. */
        double permille() {
            return cpuNanos / 1e3 / millis / Math.max(1, conversations);
        }

        String text() {
            return "%d conversations, %d errors %s, echo p99 %.1f ms, cancel p99 %.1f ms of %d, %d frames/s in, %d out, server %.0f %% of a core, clients %.0f %%"
                    .formatted(
                            conversations,
                            tally.errorCount(),
                            tally.errors,
                            echoP99Ms(),
                            cancelP99Ms(),
                            tally.cancels.getTotalCount(),
                            tally.framesSent * 1_000 / millis,
                            tally.framesHeard * 1_000 / millis,
                            cpuNanos / 1e4 / millis,
                            clientNanos / 1e4 / millis);
        }
    }

    /** How each client speaks. */
    private interface Rhythms {
        SocketCall.Rhythm of(int number);
    }

    private LoadedServer(ServerProcess process, boolean converses, Rhythms rhythms) throws IOException {
        this.process = process;
        this.rhythms = rhythms;
        this.converses = converses;
        this.loop = new CallLoop("bench-clients");
    }

    /** The program that people run, with a scripted agent and stand-in voices. */
    static LoadedServer parley(Path folder) throws IOException {
        Files.writeString(
                folder.resolve("rules.yaml"),
                "- {when: what, says: \"It is sunny and warm, as it was yesterday, and so it will be tomorrow.\"}\n");
        return parley(folder, _ -> SocketCall.Rhythm.USUAL, """
                keys: [{key: %s, role: client, people: [ana]}]
                agent: {kind: script, file: rules.yaml}
                settings: {llm_first_ms: 0, llm_total_ms: 0}
                voice: {stt: script, words: [%s], tts: tone, vad: level}
                requests_per_second: 100000
                """.formatted(KEY, spoken("what is it like")));
    }

    /**
     * The same with the built-in rules; every fifth client writes. Others have keys and tokens too.
     *
     * @param others a list of keys as the configuration has it, and whatever else stands there
     */
    static LoadedServer household(Path folder, String others) throws IOException {
        return parley(
                folder,
                number -> number % TYPING_EVERY == 0 ? SocketCall.Rhythm.TYPING : SocketCall.Rhythm.STOPPING,
                """
                voice: {stt: script, words: [%s], tts: tone, vad: level}
                keys:
                  - {key: %s, role: client, people: [ana]}
                %s
                """.formatted(spoken("what can you do"), KEY, others));
    }

    private static String spoken(String words) {
        return String.join(", ", Collections.nCopies(UTTERANCES, words));
    }

    private static LoadedServer parley(Path folder, Rhythms rhythms, String configuration) throws IOException {
        Path file = Files.writeString(folder.resolve("parley.yaml"), configuration);
        return new LoadedServer(
                new ServerProcess(
                        Main.class,
                        List.of(
                                "serve",
                                "--port",
                                "0",
                                "--json",
                                "--data",
                                folder.resolve("data").toString(),
                                "--config",
                                file.toString())),
                true,
                rhythms);
    }

    /** Helidon's own WebSocket, which sends back what it gets. */
    static LoadedServer echo() throws IOException {
        return new LoadedServer(new ServerProcess(EchoServer.class, List.of()), false, _ -> SocketCall.Rhythm.USUAL);
    }

    ServerProcess process() {
        return process;
    }

    /**
     * Lets clients come until there are so many; false if the server has no room for all of them.
     *
     * @param tries how often somebody comes back who was not taken in
     */
    boolean grow(int wanted, int tries) throws IOException, InterruptedException {
        for (int number = loop.size(); number < wanted; number++) {
            String path = path(tries);
            if (path == null) {
                return false;
            }
            SocketCall call = connected(number, path);
            calls.put(path, call);
            loop.add(call);
        }
        return true;
    }

    /** For each conversation the newest event of its record that its client was told of. */
    Map<String, Long> told() {
        Map<String, Long> told = new LinkedHashMap<>();
        calls.forEach((path, call) -> told.put(path.split("/", -1)[3], call.lastEvent()));
        return told;
    }

    void shrink(int left) {
        loop.shrink(left);
    }

    void resume() {
        loop.pause(false);
    }

    /** Everybody falls silent at the end of a turn. */
    void pause() {
        loop.pause(true);
        while (!loop.isQuiet()) {
            rest(LOOK_MS);
        }
    }

    /** What the clients see from now on for so long. */
    Seen measure(long millis) {
        return measure(() -> rest(millis));
    }

    /** Something that is done while the clients go on. */
    interface Stretch<X extends Exception> {
        void pass() throws X;
    }

    /** What the clients see while this is done. */
    <X extends Exception> Seen measure(Stretch<X> stretch) throws X {
        loop.take();
        long clients = loop.cpuNanos();
        long cpu = process.cpuNanos();
        long began = System.nanoTime();
        stretch.pass();
        long millis = (System.nanoTime() - began) / 1_000_000;
        return new Seen(loop.size(), loop.take(), millis, process.cpuNanos() - cpu, loop.cpuNanos() - clients);
    }

    /**
     * Lets each client end its turn, and tells what was lost of what they said or stopped. Something is lost if it was not
     * answered, obeyed and recorded long after others.
     */
    List<String> lost() {
        loop.pause(true);
        List<String> lost = loop.lost();
        for (long waited = 0; !lost.isEmpty() && waited < LOST_MS; waited += LOOK_MS) {
            rest(LOOK_MS);
            lost = loop.lost();
        }
        return lost;
    }

    static void rest(long ms) {
        long until = System.nanoTime() + ms * 1_000_000;
        for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    /** Where the next client connects; null if the server takes in nobody any more. */
    private @Nullable String path(int tries) throws IOException, InterruptedException {
        if (!converses) {
            return EchoServer.PATH;
        }
        String refusal = "";
        for (int refused = 0; refused < tries; refused++) {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(process.at("/v1/conversations"))
                            .header("Authorization", "Bearer " + KEY)
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString("{\"audio\":true}"))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() == 201) {
                return "/v1/conversations/" + conversation(answer.body()) + "/socket";
            }
            if (answer.statusCode() != 503) {
                throw new IOException("the server answers " + answer.statusCode() + ": " + answer.body());
            }
            refusal = answer.body();
            rest(REFUSED_MS);
        }
        System.err.println("parley: nobody is taken in any more: " + refusal);
        return null;
    }

    private static String conversation(String body) throws IOException {
        try {
            return String.valueOf(((Json.Obj) JsonDecoder.decode(body)).text("conversation"));
        } catch (JsonDecoder.NotJson e) {
            throw new IOException(body, e);
        }
    }

    private SocketCall connected(int number, String path) throws IOException {
        SocketChannel channel = SocketChannel.open(process.socketAddress());
        channel.setOption(java.net.StandardSocketOptions.TCP_NODELAY, true);
        String request = "GET " + path + " HTTP/1.1\r\nHost: " + process.at("/").getAuthority()
                + "\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
                + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nAuthorization: Bearer " + KEY + HEAD_END;
        channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
        ByteBuffer in = ByteBuffer.allocate(HEAD_BYTES);
        String said = "";
        while (!said.contains(HEAD_END)) {
            if (channel.read(in) < 0) {
                throw new IOException("no upgrade: " + said);
            }
            said = new String(in.array(), 0, in.position(), StandardCharsets.ISO_8859_1);
        }
        if (!said.startsWith("HTTP/1.1 101")) {
            throw new IOException("no upgrade: " + said);
        }
        int end = said.indexOf(HEAD_END) + HEAD_END.length();
        return new SocketCall(
                channel, number, converses, rhythms.of(number), Arrays.copyOfRange(in.array(), end, in.position()));
    }

    @Override
    public void close() throws IOException {
        loop.close();
        process.close();
        http.shutdownNow();
    }
}
