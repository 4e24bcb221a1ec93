package dev.parley.bench.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * A client with valid keys that sends everything by which one client is known to have held up others, each kind from a thread of
 * its own. It rests after each message, because it runs on the machine that it attacks, and because the server refuses most of
 * what comes faster.
 */
final class HostileClient implements AutoCloseable {
    private static final long OFTEN_MS = 100;
    private static final long SOMETIMES_MS = 400;
    /** For what costs the client about as much as the server. */
    private static final long SELDOM_MS = 1_000;

    private static final int TRIES = 100;
    private static final int PATIENCE_SECONDS = 5;
    private static final int CONVERSATIONS_MAX = 500;
    private static final int SOUND_BYTES = 96_000;
    private static final String CONVERSATIONS = "/v1/conversations";
    private static final String NOTHING = "{}";

    private final URI server;
    private final Keys keys;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final HostileSockets sockets;
    private final List<Thread> threads = new ArrayList<>();
    private final Set<String> silent = new TreeSet<>();
    private final Map<String, Integer> answers = new TreeMap<>();
    /** Attackers hold it while a message is under way; who makes them rest holds it alone. */
    private final ReentrantReadWriteLock peace = new ReentrantReadWriteLock(true);

    private volatile boolean over;

    /**
     * What the client has in its hands.
     *
     * @param books a key that reads everything, as an auditor
     * @param tokens that are signed as they have to be, and claim what they should not
     */
    record Keys(String client, String books, List<String> tokens) {}

    private interface Attack {
        String once(int number) throws IOException, InterruptedException;
    }

    HostileClient(URI server, Keys keys) {
        this.server = server;
        this.keys = keys;
        this.sockets = new HostileSockets(server, keys.client);
    }

    /**
     * Attacks from now on, rests and resumes as the lines of its input say, answers each with a report, and ends with its input.
     *
     * @param args the address, the two keys, and the tokens
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        List<String> given = List.of(args);
        Keys keys = new Keys(given.get(1), given.get(2), given.subList(3, given.size()));
        try (HostileClient client = new HostileClient(URI.create(given.getFirst()), keys).start();
                BufferedReader wishes = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
            for (String wish = wishes.readLine(); wish != null; wish = wishes.readLine()) {
                if (wish.equals("rest")) {
                    client.rest();
                } else {
                    client.resume();
                }
                System.out.println(client.report());
            }
        }
    }

    /** It attacks from now on. */
    HostileClient start() throws IOException, InterruptedException {
        String talk = conversation();
        String flooded = conversation();
        say(talk);
        talkOtherwise(talk);
        lookBack(talk);
        hold(talk);
        flood(CONVERSATIONS + "/" + flooded + "/socket");
        return this;
    }

    private void say(String talk) {
        String messages = CONVERSATIONS + "/" + talk + "/messages";
        attack("words", OFTEN_MS, n -> post(messages, text(HostileTexts.sentence(n, 4_000))));
        attack("short words", OFTEN_MS, n -> post(messages, text(HostileTexts.sentence(n, 399))));
        attack("long words", SOMETIMES_MS, n -> post(messages, text(HostileTexts.sentence(n, 65_000))));
        attack("remember", OFTEN_MS, n -> post(messages, text(HostileTexts.remembered(n, 4_000))));
        String large = text("x".repeat(1_200_000));
        attack("large body", SELDOM_MS, _ -> post(messages, large));
        String keyed = HostileTexts.manyKeys("\"text\":\"hello\"");
        attack("many keys", SELDOM_MS, _ -> post(messages, keyed));
        attack("stops", OFTEN_MS, _ -> post(CONVERSATIONS + "/" + talk + "/stop", NOTHING));
    }

    private void talkOtherwise(String talk) {
        String here = CONVERSATIONS + "/" + talk;
        attack(
                "overrides",
                OFTEN_MS,
                n -> post(
                        here + "/overrides",
                        "{\"action\":\"ENABLE_OVERRIDE\",\"scope\":\"" + (n % 2 == 0 ? "user" : "session")
                                + "\",\"speech_rate\":0." + (5 + n % 5) + "}"));
        attack(
                "profile",
                SOMETIMES_MS,
                n -> put(here + "/people/ben/profile/field" + n % 300, "{\"value\":\"" + "v ".repeat(2_000) + "\"}"));
        attack("arrivals", SOMETIMES_MS, n -> post(here + "/people/stranger" + n + "/arrival", NOTHING));
        attack("approvals", SOMETIMES_MS, n -> post(here + "/approvals/call" + n, "{\"approve\":true}"));
        attack("conversations", OFTEN_MS, n -> n < CONVERSATIONS_MAX ? post(CONVERSATIONS, NOTHING) : "enough");
        attack("secrets", SOMETIMES_MS, _ -> post("/v1/realtime/client_secrets", NOTHING));
    }

    private void lookBack(String talk) {
        String names = HostileTexts.whatIf(talk);
        attack("what if", SOMETIMES_MS, _ -> send("POST", "/v1/what-if", keys.books, names));
        attack("claims", OFTEN_MS, n -> send("GET", CONVERSATIONS, keys.tokens.get(n % keys.tokens.size()), ""));
    }

    private void hold(String talk) {
        attack("connect and leave", OFTEN_MS, _ -> sockets.connectAndLeave());
        attack("read nothing", SOMETIMES_MS, _ -> sockets.readNothing(talk));
        attack("half a frame", SOMETIMES_MS, _ -> sockets.halfAFrame(talk));
        attack("framing", OFTEN_MS, sockets::frameOddly);
        attack("chunks", SOMETIMES_MS, n -> sockets.pourChunks(talk, n));
    }

    private void flood(String socket) {
        flood(
                socket,
                OFTEN_MS,
                n -> List.of(
                        "{\"type\":\"say\",\"text\":\"" + HostileTexts.sentence(n, 399) + "\"}",
                        "{\"type\":\"answer\",\"call\":\"call" + n + "\",\"approve\":true}",
                        "{\"type\":\"stop\"}"));
        String realtime = "/v1/realtime?model=parley";
        String sound = Base64.getEncoder().encodeToString(new byte[SOUND_BYTES]);
        flood(
                realtime,
                OFTEN_MS,
                _ -> List.of(
                        "{\"type\":\"input_audio_buffer.append\",\"audio\":\"" + sound + "\"}",
                        "{\"type\":\"response.cancel\"}"));
        flood(realtime, OFTEN_MS, n -> List.of(HostileTexts.instructions(n), HostileTexts.item(n)));
        flood(realtime, SELDOM_MS, n -> List.of(HostileTexts.tools(n)));
        String keyed = "{\"type\":\"session.update\",\"session\":{\"type\":\"realtime\",\"tracing\":"
                + HostileTexts.manyKeys("\"group_id\":\"g\"") + "}}";
        flood(realtime, SELDOM_MS, _ -> List.of(keyed));
    }

    // --- the threads

    private void attack(String name, long restMs, Attack attack) {
        silent.add(name);
        threads.add(Thread.ofPlatform().daemon().name("hostile " + name).start(() -> {
            for (int n = 0; !over; n++) {
                try {
                    once(name, n, attack);
                } catch (InterruptedException e) {
                    return;
                }
                LoadedServer.rest(restMs);
            }
        }));
    }

    private void once(String name, int number, Attack attack) throws InterruptedException {
        peace.readLock().lockInterruptibly();
        try {
            answered(name, attack.once(number));
        } catch (IOException | CompletionException e) {
            count(name, e.getClass().getSimpleName());
        } finally {
            peace.readLock().unlock();
        }
    }

    private synchronized void count(String name, String answer) {
        answers.merge(name + ' ' + answer, 1, Integer::sum);
    }

    private synchronized void answered(String name, String answer) {
        silent.remove(name);
        count(name, answer);
    }

    /** The kinds of messages that were never answered, and how often the others were answered how. */
    private synchronized String report() {
        return silent + " " + answers;
    }

    /** It leaves the server alone until {@link #resume}; what is under way ends before. The same thread calls both. */
    void rest() throws IOException {
        peace.writeLock().lock();
        sockets.closeAll();
    }

    void resume() {
        peace.writeLock().unlock();
    }

    // --- requests

    private static String text(String text) {
        return "{\"text\":\"" + text + "\"}";
    }

    private HttpResponse<String> exchange(String method, String path, String key, String body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path))
                .timeout(Duration.ofSeconds(PATIENCE_SECONDS))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return http.send(request, HttpResponse.BodyHandlers.ofString());
    }

    private String send(String method, String path, String key, String body) throws IOException, InterruptedException {
        return String.valueOf(exchange(method, path, key, body).statusCode());
    }

    private String post(String path, String body) throws IOException, InterruptedException {
        return send("POST", path, keys.client, body);
    }

    private String put(String path, String body) throws IOException, InterruptedException {
        return send("PUT", path, keys.client, body);
    }

    /** Comes back while there is no room. */
    private String conversation() throws IOException, InterruptedException {
        String answer = "";
        for (int tries = 0; tries < TRIES; tries++) {
            answer = exchange("POST", CONVERSATIONS, keys.client, NOTHING).body();
            if (answer.contains("\"conversation\"")) {
                return answer.replaceFirst(".*\"conversation\":\"([^\"]+)\".*", "$1");
            }
            LoadedServer.rest(SOMETIMES_MS);
        }
        throw new IOException("no conversation: " + answer);
    }

    // --- sockets

    private interface Messages {
        List<String> number(int number);
    }

    /** Sends such messages through a socket of their own, and through another one when that is closed. */
    private void flood(String path, long restMs, Messages messages) {
        String first = messages.number(0).getFirst();
        String name = "flood of " + first.substring(9, first.indexOf('"', 9)) + " " + first.length();
        attack(name, restMs, new Attack() {
            private @Nullable WebSocket socket;

            @Override
            public String once(int number) {
                WebSocket open = socket;
                boolean isNew = open == null || open.isOutputClosed() || open.isInputClosed();
                if (open == null || isNew) {
                    open = connected(path);
                    socket = open;
                }
                try {
                    for (String message : messages.number(number)) {
                        open.sendText(message, true)
                                .orTimeout(PATIENCE_SECONDS, TimeUnit.SECONDS)
                                .join();
                    }
                } catch (CompletionException e) {
                    open.abort();
                    socket = null;
                    return "closed";
                }
                return isNew ? "connected" : "sent";
            }
        });
    }

    private WebSocket connected(String path) {
        return http.newWebSocketBuilder()
                .header("Authorization", "Bearer " + keys.client)
                .buildAsync(
                        URI.create(server.resolve(path).toString().replaceFirst("^http", "ws")),
                        new WebSocket.Listener() {})
                .join();
    }

    @Override
    public void close() throws IOException {
        over = true;
        threads.forEach(Thread::interrupt);
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        sockets.closeAll();
        http.shutdownNow();
    }
}
