package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.parley.kernel.json.Json;
import dev.parley.transport.telemetry.TelemetrySpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An address hears of every event at least once and in order, though the server is killed while it is being told. */
@Timeout(120)
class WebhookAfterKillTest {
    private static final String CLOSED = "dev.parley.turn.closed";

    @TempDir
    Path folder;

    /** How many letters the address still takes; the others are answered with an error. */
    private final Semaphore taken = new Semaphore(0);

    private final BlockingQueue<Json.Obj> letters = new LinkedBlockingQueue<>();
    private final BlockingQueue<Json.Obj> refused = new LinkedBlockingQueue<>();

    @SuppressWarnings("NullAway.Init") // before each test
    private HttpServer elsewhere;

    @BeforeEach
    void start() throws IOException {
        elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        elsewhere.createContext("/", this::take);
        elsewhere.start();
    }

    @AfterEach
    void stop() {
        elsewhere.stop(0);
    }

    private void take(HttpExchange exchange) throws IOException {
        Json.Obj letter =
                ServedParley.object(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
        boolean isTaken = taken.tryAcquire();
        exchange.sendResponseHeaders(isTaken ? 204 : 503, -1);
        exchange.close();
        (isTaken ? letters : refused).add(letter);
    }

    private ServedParley serve() throws IOException {
        return new ServedParley(
                folder, """
                keys: [{key: sk-ana, role: client, people: [ana]}]
                webhooks: [{url: "http://127.0.0.1:%d/hook", secret_env: HOOK_SECRET, tries: 20}]
                """.formatted(elsewhere.getAddress().getPort()), Map.of("HOOK_SECRET", "a secret"));
    }

    private static String began(ServedParley server) throws IOException, InterruptedException {
        String body = server.post("sk-ana", "/v1/conversations", "{}").body();
        return String.valueOf(ServedParley.object(body).text("conversation"));
    }

    private static void says(ServedParley server, String conversation) throws IOException, InterruptedException {
        String path = "/v1/conversations/" + conversation + "/messages";
        assertEquals(
                202,
                server.post("sk-ana", path, "{\"text\":\"turn on the kitchen lights\"}")
                        .statusCode());
    }

    /** Ids of letters about a conversation, until one fits. */
    private List<Long> told(String conversation, Predicate<Json.Obj> last) throws InterruptedException {
        List<Long> ids = new ArrayList<>();
        for (boolean more = true; more; ) {
            Json.Obj letter = letters.poll(60, TimeUnit.SECONDS);
            assertTrue(letter != null, "no more letters after " + ids);
            String id = String.valueOf(letter.text("id"));
            if (id.startsWith(conversation + "/")) {
                ids.add(Long.parseLong(id.substring(id.lastIndexOf('/') + 1)));
                more = !last.test(letter);
            }
        }
        return ids;
    }

    @Test
    void whatAKilledServerCouldNotTellIsToldByTheNext() throws Exception {
        String conversation;
        List<Long> before;
        try (ServedParley first = serve()) {
            conversation = began(first);
            taken.release(3);
            says(first, conversation);
            before = new ArrayList<>();
            while (before.size() < 3) {
                before.addAll(told(conversation, _ -> true));
            }
            assertTrue(refused.poll(60, TimeUnit.SECONDS) != null, "it is being told of the fourth");
            first.kill();
        }
        taken.release(Integer.MAX_VALUE / 2);
        letters.clear();
        List<Long> after;
        try (ServedParley second = serve()) {
            after = told(conversation, letter -> CLOSED.equals(letter.text("type")));
            second.terminate();
            List<Long> wanted = wanted(second.recordOf(conversation), after.getLast());
            List<Long> all = new ArrayList<>(before);
            all.addAll(after);
            assertEquals(wanted, all.stream().distinct().toList(), "each at least once, in order");
            assertTrue(after.getFirst() >= before.getLast(), "nobody is told of everything again: " + after);
        }
    }

    @Test
    void whoIsNewHearsOfWhatHappensFromThenOn() throws Exception {
        String old;
        try (ServedParley first =
                new ServedParley(folder, "keys: [{key: sk-ana, role: client, people: [ana]}]\n", Map.of())) {
            old = began(first);
            says(first, old);
            first.terminate();
        }
        taken.release(Integer.MAX_VALUE / 2);
        try (ServedParley second = serve()) {
            String young = began(second);
            says(second, young);
            assertEquals(1, told(young, _ -> true).getFirst());
            assertFalse(
                    letters.stream().anyMatch(letter -> (old + "/1").equals(letter.text("id"))),
                    "the past is not told");
        }
    }

    /** The events of the audit stream up to this one. */
    private static List<Long> wanted(List<Json.Obj> record, long last) {
        return record.stream()
                .filter(rune -> !"SECRET".equalsIgnoreCase(rune.text("visibility")))
                .filter(rune ->
                        TelemetrySpec.Hook.AUDIT.stream().anyMatch(String.valueOf(rune.text("kind"))::startsWith))
                .map(rune -> Objects.requireNonNull(rune.number("event_id")).longValue())
                .filter(id -> id <= last)
                .toList();
    }
}
