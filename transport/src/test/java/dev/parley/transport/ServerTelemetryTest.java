package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.parley.Parley;
import dev.parley.agent.json.JsonDecoder;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model.Message;
import dev.parley.kernel.port.Model.Prompt;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.Model.WantedCall;
import dev.parley.kernel.rune.Visibility;
import dev.parley.transport.telemetry.Post;
import dev.parley.transport.telemetry.TelemetrySpec;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What others learn of a server that works: its meters, its traces, and the audit stream that it sends. */
@Timeout(120)
class ServerTelemetryTest {
    private static final String LIST = "/v1/conversations";
    private static final String SECRET = "a secret of the one who is told";

    @TempDir
    Path data;

    private final HttpClient http = HttpClient.newHttpClient();
    private final BlockingQueue<Letter> letters = new LinkedBlockingQueue<>();
    private final AtomicInteger refusals = new AtomicInteger();

    @SuppressWarnings("NullAway.Init") // before each test
    private HttpServer elsewhere;

    @SuppressWarnings("NullAway.Init") // before each test
    private Parley parley;

    @SuppressWarnings("NullAway.Init") // before each test
    private Server server;

    private record Letter(String path, Headers headers, String body) {
        Json.Obj json() {
            try {
                return (Json.Obj) JsonDecoder.decode(body);
            } catch (JsonDecoder.NotJson e) {
                throw new AssertionError(e);
            }
        }
    }

    record City(String city) {}

    @BeforeEach
    void start() throws IOException {
        elsewhere = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        elsewhere.createContext("/", this::take);
        elsewhere.start();
        parley = Parley.in(data)
                .model((prompt, _) -> reply(prompt))
                .tools(TypedTool.reads("weather", "Tells.", City.class, (_, _) -> Map.of("sky", "blue")))
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                .open();
        URI there = URI.create("http://127.0.0.1:" + elsewhere.getAddress().getPort());
        server = Server.start(
                parley,
                spec().with(new TelemetrySpec(
                        List.of(new TelemetrySpec.Hook(
                                there.resolve("/hook"),
                                "HOOK_SECRET",
                                TelemetrySpec.Hook.AUDIT,
                                Visibility.INTERNAL,
                                new Post.Spec(3, 1))),
                        there.resolve("/v1/traces"))),
                0,
                Map.of("HOOK_SECRET", SECRET));
    }

    private static ServerSpec spec() {
        return new ServerSpec(
                "127.0.0.1",
                null,
                List.of(
                        new ServerSpec.Key("sk-ana", ServerSpec.Role.CLIENT, List.of("ana")),
                        new ServerSpec.Key("sk-operator", ServerSpec.Role.OPERATOR, List.of())),
                null,
                null,
                List.of(),
                null,
                100_000);
    }

    @AfterEach
    void stop() {
        server.close();
        parley.close();
        elsewhere.stop(0);
    }

    private static Reply reply(Prompt prompt) {
        return switch (prompt.messages().getLast()) {
            case Message.UserSaid _ -> Reply.calls(new WantedCall("c1", "weather", "{\"city\":\"Rome\"}"));
            default -> Reply.says("The sky is blue.");
        };
    }

    /** The first two letters are refused, as long as somebody wants that. */
    private void take(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        boolean isRefused = refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0;
        if (!isRefused) {
            letters.add(new Letter(exchange.getRequestURI().getPath(), exchange.getRequestHeaders(), body));
        }
        exchange.sendResponseHeaders(isRefused ? 503 : 204, -1);
        exchange.close();
    }

    private HttpResponse<String> send(String key, String method, String path, String body)
            throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(URI.create(server.address() + path))
                        .header("Authorization", "Bearer " + key)
                        .header("Content-Type", "application/json")
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private String asked() throws IOException, InterruptedException {
        String body = send("sk-ana", "POST", LIST, "").body();
        String talk = LIST + "/" + body.replaceAll(".*\"(conv-[0-9a-f]+)\".*", "$1");
        assertEquals(
                202,
                send("sk-ana", "POST", talk + "/messages", "{\"text\":\"The weather?\"}")
                        .statusCode());
        return talk;
    }

    /** Letters until one fits; it is the last. */
    private List<Letter> until(Predicate<Letter> wanted) throws InterruptedException {
        List<Letter> all = new ArrayList<>();
        do {
            Letter next = letters.poll(30, TimeUnit.SECONDS);
            assertTrue(next != null, "no more letters after " + all.size());
            all.add(next);
        } while (!wanted.test(all.getLast()));
        return all;
    }

    private String metrics(Predicate<String> enough) throws IOException, InterruptedException {
        String text = send("sk-operator", "GET", "/metrics", "").body();
        while (!enough.test(text)) {
            text = send("sk-operator", "GET", "/metrics", "").body();
        }
        return text;
    }

    @Test
    void metersTellEveryStageOfATurn() throws IOException, InterruptedException {
        asked();
        String _ = metrics(each -> each.contains("parley_turns_total{reason=\"completed\"} 1.0"));
        String text = metrics(each -> true);
        for (String stage : List.of("turn", "llm", "think", "tool", "tts", "first_sound", "speak")) {
            assertTrue(text.contains("parley_turn_stage_seconds_count{stage=\"" + stage + "\"}"), stage + "\n" + text);
        }
        for (String meter : List.of(
                "parley_verdicts_total{decision=\"allowed\",room=\"tool\"}",
                "parley_journal_lag_events",
                "parley_admission_load_ratio",
                "parley_telemetry_waiting",
                "parley_telemetry_lost_total 0.0",
                "parley_socket_waiting_bytes",
                "parley_outgoing_waiting{to=\"webhook\"}",
                "parley_outgoing_lost_total{to=\"traces\"} 0.0")) {
            assertTrue(text.contains(meter), meter + "\n" + text);
        }
        assertFalse(text.contains("weather") || text.contains("sky"), "no words are in meters");
    }

    @Test
    void aSocketIsCountedOnce() throws IOException, InterruptedException {
        try (RealtimeClient client = new RealtimeClient(URI.create(server.address()), "sk-ana")) {
            client.await("session.created");
            String text = metrics(each -> true);
            assertTrue(text.contains("parley_http_responses_total{status=\"101\"} 1.0"), text);
        }
    }

    @Test
    void aTurnIsATraceWithTheNamesOfTheConventions() throws IOException, InterruptedException {
        asked();
        Letter letter = until(each -> each.path().equals("/v1/traces")).getLast();
        String text = letter.json().text();
        for (String part : List.of(
                "\"name\":\"invoke_agent parley\"",
                "\"name\":\"chat parley\"",
                "{\"key\":\"gen_ai.request.model\",\"value\":{\"stringValue\":\"parley\"}}",
                "\"name\":\"execute_tool weather\"",
                "\"key\":\"gen_ai.conversation.id\"",
                "\"key\":\"gen_ai.tool.call.id\"",
                "\"name\":\"parley.first_sound\"",
                "\"service.name\"")) {
            assertTrue(text.contains(part), part + "\n" + text);
        }
        int providers = text.split("gen_ai.provider.name", -1).length - 1;
        assertTrue(providers > 1, () -> "not only the turn has a provider: " + text);
        assertEquals("application/json", letter.headers().getFirst("Content-Type"));
        assertFalse(text.contains("sky"), "no words are in traces");
    }

    @Test
    void theAuditStreamIsSignedInOrderAndTriedAgain()
            throws IOException, InterruptedException, GeneralSecurityException {
        refusals.set(2);
        String talk = asked();
        List<Letter> told = until(each -> each.path().equals("/hook")
                && "dev.parley.turn.closed".equals(each.json().text("type")));
        long last = 0;
        for (Letter letter :
                told.stream().filter(each -> each.path().equals("/hook")).toList()) {
            Json.Obj event = letter.json();
            assertEquals("1.0", event.text("specversion"));
            assertEquals("application/cloudevents+json", letter.headers().getFirst("Content-Type"));
            String id = String.valueOf(event.text("id"));
            assertEquals(id, letter.headers().getFirst("webhook-id"));
            assertEquals(signature(letter, id), letter.headers().getFirst("webhook-signature"));
            long number = Long.parseLong(id.substring(id.lastIndexOf('/') + 1));
            assertTrue(number > last, "events come in order");
            last = number;
        }
        assertEquals(
                403,
                send("sk-operator", "POST", talk + "/resume", "{\"reason\":\"I looked\"}")
                        .statusCode());
        Letter act = until(each -> each.path().equals("/hook")
                        && "dev.parley.server.acted".equals(each.json().text("type")))
                .getLast();
        assertTrue(act.json().text().contains("\"act\":\"/resume\""), act.json().text());
    }

    private static String signature(Letter letter, String id) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        String signed = id + "." + letter.headers().getFirst("webhook-timestamp") + "." + letter.body();
        return "v1," + Base64.getEncoder().encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
    }

    @Test
    void whoIsNotThereIsNotWaitedFor() throws IOException, InterruptedException {
        refusals.set(Integer.MAX_VALUE);
        asked();
        String text = metrics(each -> each.contains("parley_turns_total{reason=\"completed\"} 1.0")
                && each.matches("(?s).*parley_outgoing_failed_total\\{to=\"webhook\"} ([4-9]|\\d\\d+)\\..*"));
        assertTrue(text.contains("parley_outgoing_sent_total{to=\"webhook\"} 0.0"), text);
        assertTrue(text.contains("parley_outgoing_lost_total{to=\"webhook\"} 0.0"), "more than its three tries");
    }

    @Test
    void aWebhookWithoutItsSecretDoesNotStart() {
        IOException refused = assertThrows(
                IOException.class,
                () -> Server.start(
                        parley,
                        spec().with(new TelemetrySpec(
                                List.of(new TelemetrySpec.Hook(
                                        URI.create("http://127.0.0.1:1/"),
                                        "NO_SECRET",
                                        TelemetrySpec.Hook.AUDIT,
                                        Visibility.INTERNAL,
                                        Post.Spec.USUAL)),
                                null)),
                        0,
                        Map.of()));
        assertTrue(String.valueOf(refused.getMessage()).contains("NO_SECRET"), refused::toString);
    }
}
