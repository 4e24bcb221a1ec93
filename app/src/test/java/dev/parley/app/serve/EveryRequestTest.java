package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Parley;
import dev.parley.agent.json.JsonDecoder;
import dev.parley.app.record.FolderAnalyst;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.transport.Server;
import dev.parley.transport.ServerSpec;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscriber;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every endpoint, asked by everybody about conversations of their own and of others: each answer has the code that is
 * documented, is shaped as {@code /openapi.json} says, and gives nothing away.
 */
@Timeout(300)
class EveryRequestTest {
    private static final String LIST = "/v1/conversations";
    private static final String SECRETS = "/v1/realtime/client_secrets";
    private static final String JSON = "application/json";
    private static final ServerSpec SPEC = new ServerSpec(
            "127.0.0.1",
            null,
            List.of(
                    new ServerSpec.Key("sk-ana", ServerSpec.Role.CLIENT, List.of("ana")),
                    new ServerSpec.Key("sk-two", ServerSpec.Role.CLIENT, List.of("ana", "ben")),
                    new ServerSpec.Key("sk-operator", ServerSpec.Role.OPERATOR, List.of()),
                    new ServerSpec.Key("sk-auditor", ServerSpec.Role.AUDITOR, List.of()),
                    new ServerSpec.Key("sk-admin", ServerSpec.Role.ADMIN, List.of())),
            new ServerSpec.Twilio("TWILIO_TOKEN"),
            new ServerSpec.Jwt("https://issuer", "parley", null, "JWT_SECRET"),
            List.of(),
            null,
            100_000);
    private static final Map<String, String> ENVIRONMENT =
            Map.of("TWILIO_TOKEN", "a token", "JWT_SECRET", HandmadeToken.SECRET);

    @TempDir
    static Path data;

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @SuppressWarnings("NullAway.Init") // before all tests
    private static Parley parley;

    @SuppressWarnings("NullAway.Init") // before all tests
    private static Server server;

    @SuppressWarnings("NullAway.Init") // before all tests
    private static OpenApi document;

    @BeforeAll
    static void start() throws IOException, InterruptedException {
        parley = Parley.in(data)
                .model((_, _) -> Reply.says("Yes."))
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                .person("ben", Role.OPERATOR, LocalDate.of(1985, 5, 1))
                .human("desk")
                .open();
        server = Server.start(parley, SPEC, 0, ENVIRONMENT, new FolderAnalyst(data));
        document = new OpenApi(
                send(new Attempt("", "GET", "/openapi.json", "", "", 200), "").body());
    }

    @AfterAll
    static void stop() {
        Set<String> unseen = document.unseen();
        server.close();
        parley.close();
        assertEquals(Set.of(), unseen, "the document has what nobody has asked for");
    }

    /** @param path CONV stands for a conversation */
    private record Attempt(String key, String method, String path, String type, String body, int status, String code) {
        Attempt(String key, String method, String path, String type, String body, int status) {
            this(key, method, path, type, body, status, usual(status));
        }

        /** Of these statuses a row names another code where it has one. */
        private static String usual(int status) {
            return switch (status) {
                case 400 -> "bad_request";
                case 401 -> "unauthenticated";
                case 403 -> "forbidden";
                case 404 -> "not_found";
                case 413 -> "too_large";
                case 415 -> "unsupported_media_type";
                case 426 -> "upgrade_required";
                default -> "";
            };
        }

        String name(String whose) {
            String shown = body.length() > 30 ? body.substring(0, 30) : body;
            String who = key.isEmpty() ? "nobody" : key;
            return who + " " + method + " " + path + " of " + whose + " " + shown + " is " + status;
        }
    }

    /** What the owner, another client, an operator, an auditor and an admin are answered. */
    private record Endpoint(
            String method,
            String path,
            String body,
            int own,
            int foreign,
            int operator,
            int auditor,
            int admin,
            String code,
            List<String> whom) {
        Endpoint(String method, String path, String body, int own, int foreign, int operator, int auditor, int admin) {
            this(method, path, body, own, foreign, operator, auditor, admin, "", List.of());
        }

        /** The same, which refuses these, the owner among them or not, with a code of its own. */
        Endpoint refusing(String with, String... these) {
            return new Endpoint(method, path, body, own, foreign, operator, auditor, admin, with, List.of(these));
        }

        int status(String key, String owner) {
            return switch (key) {
                case "sk-operator" -> operator;
                case "sk-auditor" -> auditor;
                case "sk-admin" -> admin;
                default -> key.startsWith("sk-") ? (key.equals(owner) ? own : foreign) : 401;
            };
        }

        Attempt by(String key, String owner) {
            int status = status(key, owner);
            String type = body.isEmpty() ? "" : JSON;
            boolean isMeant = whom.contains(key.equals(owner) ? "owner" : key);
            return isMeant
                    ? new Attempt(key, method, path, type, body, status, code)
                    : new Attempt(key, method, path, type, body, status);
        }
    }

    private static final String YES = "{\"approve\":true}";
    private static final List<Endpoint> ENDPOINTS = List.of(
            new Endpoint("GET", "CONV", "", 200, 404, 200, 200, 200),
            new Endpoint("DELETE", "CONV", "", 200, 404, 200, 403, 200),
            new Endpoint("POST", "CONV/messages", "{\"text\":\"Hello\"}", 202, 404, 202, 403, 202),
            new Endpoint("POST", "CONV/stop", "", 202, 404, 202, 403, 202),
            new Endpoint("POST", "CONV/approvals/c1", YES, 404, 404, 404, 403, 404)
                    .refusing("unknown_call", "owner", "sk-operator", "sk-admin"),
            new Endpoint("POST", "CONV/confirmations/open_garage", "{\"confirm\":true}", 403, 404, 403, 403, 403)
                    .refusing("denied", "owner"),
            new Endpoint("GET", "CONV/people", "", 200, 404, 200, 200, 200),
            new Endpoint("POST", "CONV/people/unknown/arrival", "", 200, 404, 200, 403, 200),
            new Endpoint("POST", "CONV/people/unknown/departure", "", 403, 404, 403, 403, 403)
                    .refusing("denied", "sk-operator", "sk-admin"),
            new Endpoint("PUT", "CONV/people/ana/profile/colour", "{\"value\":\"blue\"}", 200, 404, 403, 403, 403),
            new Endpoint("PUT", "CONV/people/ben/profile/colour", "{\"value\":\"blue\"}", 403, 404, 403, 403, 403),
            new Endpoint("POST", "CONV/overrides", "{\"action\":\"ENABLE_OVERRIDE\"}", 200, 404, 403, 403, 403),
            new Endpoint("POST", "CONV/resume", "{\"reason\":\"I looked\"}", 403, 404, 403, 403, 403)
                    .refusing("denied", "sk-operator", "sk-admin"),
            new Endpoint("POST", "CONV/takeover", "", 403, 404, 200, 403, 200),
            new Endpoint("POST", "CONV/takeover/messages", "{\"text\":\"Hello\"}", 403, 404, 409, 403, 409)
                    .refusing("not_taken_over", "sk-operator", "sk-admin"),
            new Endpoint("DELETE", "CONV/takeover", "", 403, 404, 409, 403, 409)
                    .refusing("not_taken_over", "sk-operator", "sk-admin"),
            new Endpoint("GET", "CONV/streams", "", 403, 404, 200, 200, 200),
            new Endpoint("GET", "CONV/explain/1", "", 403, 404, 200, 200, 200),
            new Endpoint("GET", "CONV/attestations", "", 403, 404, 200, 200, 200),
            new Endpoint("GET", "CONV/snapshots", "", 403, 404, 200, 200, 200),
            new Endpoint("GET", "CONV/replay?to=5", "", 403, 404, 200, 200, 200),
            new Endpoint("GET", "CONV/export", "", 403, 404, 403, 200, 200),
            new Endpoint("GET", "CONV/events", "", 200, 404, 200, 200, 200),
            new Endpoint("GET", "CONV/events?last_event_id=x", "", 400, 404, 400, 400, 400),
            new Endpoint("GET", "CONV/events?last_event_id=99999", "", 200, 404, 200, 200, 200),
            new Endpoint("GET", "CONV/socket", "", 426, 404, 426, 426, 426),
            new Endpoint("GET", "CONV/nothing", "", 404, 404, 404, 404, 404),
            new Endpoint("POST", "/v1/what-if", "{}", 403, 403, 200, 200, 200),
            new Endpoint("GET", LIST, "", 200, 200, 200, 200, 200),
            new Endpoint("POST", LIST, "", 201, 201, 201, 403, 201),
            new Endpoint("GET", LIST + "/people", "", 404, 404, 404, 404, 404),
            new Endpoint("GET", "/nothing", "", 404, 404, 404, 404, 404),
            new Endpoint("BREW", LIST, "", 404, 404, 404, 404, 404),
            new Endpoint("GET", "/metrics", "", 403, 403, 200, 403, 200),
            new Endpoint("GET", "/v1/realtime", "", 426, 426, 426, 403, 426),
            new Endpoint("POST", SECRETS, "{}", 200, 200, 200, 403, 200));

    /** What anybody is answered without a key, and Twilio by a signature. */
    private static final List<String> OPEN = List.of("/healthz", "/readyz", "/openapi.json", "/asyncapi.json", "/");

    private static final String TWILIO = "/v1/twilio";
    private static final int REQUESTS_MIN = 150;

    /** An endpoint that is added is added here, with what everybody is answered. */
    @Test
    void everyOperationOfTheDocumentIsInTheTable() {
        Set<String> missing = document.operations();
        ENDPOINTS.forEach(row -> missing.remove(operation(row.method(), row.path())));
        OPEN.forEach(path -> missing.remove(operation("GET", path)));
        missing.remove(operation("GET", TWILIO));
        assertEquals(Set.of(), missing);
        long requests =
                everybodyGetsTheirCode().count() + whatCannotBeReadIsRefused().count();
        assertTrue(requests >= REQUESTS_MIN, () -> requests + " requests");
    }

    private static String operation(String method, String path) {
        return String.valueOf(document.operation(method, asked(path)));
    }

    private static URI asked(String path) {
        return URI.create(path.replace("CONV", LIST + "/talk"));
    }

    /** Whoever asks what of whose conversation. */
    @TestFactory
    Stream<DynamicTest> everybodyGetsTheirCode() {
        List<DynamicTest> all = new ArrayList<>();
        for (Endpoint endpoint : ENDPOINTS) {
            for (String key : List.of("", "wrong", "sk-ana", "sk-two", "sk-operator", "sk-auditor", "sk-admin")) {
                all.add(attempted(endpoint.by(key, "sk-ana"), "sk-ana"));
            }
            if (endpoint.path().startsWith("CONV")) {
                all.add(attempted(endpoint.by("sk-ana", "sk-operator"), "sk-operator"));
                all.add(attempted(endpoint.by("sk-auditor", "sk-admin"), "sk-admin"));
            }
        }
        for (String path : OPEN) {
            for (String key : List.of("", "wrong", "sk-ana")) {
                all.add(attempted(new Attempt(key, "GET", path, "", "", 200), "sk-ana"));
            }
        }
        for (String key : List.of("", "wrong", "sk-ana", "sk-admin")) {
            all.add(attempted(new Attempt(key, "GET", TWILIO, "", "", 403), "sk-ana"));
        }
        return all.stream();
    }

    /** Whoever shows a token that was not made for this server, or no longer counts, is nobody everywhere. */
    @TestFactory
    Stream<DynamicTest> aTokenThatDoesNotCountOpensNothing() {
        List<DynamicTest> all = new ArrayList<>();
        all.add(attempted(new Attempt(HandmadeToken.GOOD.text(), "GET", LIST, "", "", 200), "sk-ana"));
        HandmadeToken.BAD.forEach((what, token) -> {
            for (Endpoint endpoint : ENDPOINTS) {
                Attempt attempt = endpoint.by(token.text(), "sk-ana");
                all.add(DynamicTest.dynamicTest(what + " " + endpoint.method() + " " + endpoint.path(), () -> {
                    assertEquals(401, attempt.status());
                    check(attempt, "sk-ana");
                }));
            }
        });
        return all.stream();
    }

    /** A page from elsewhere does nothing with a key that its browser holds for us. */
    @TestFactory
    Stream<DynamicTest> aPageFromElsewhereGetsNothing() {
        return ENDPOINTS.stream()
                .flatMap(endpoint -> Stream.of("https://evil.example", "null", "http://127.0.0.1")
                        .map(origin -> DynamicTest.dynamicTest(
                                origin + " " + endpoint.method() + " " + endpoint.path(), () -> {
                                    Attempt asked = endpoint.by("sk-admin", "sk-ana");
                                    HttpResponse<String> response = send(asked, LIST + "/none", "Origin", origin);
                                    assertEquals(403, response.statusCode(), response.body());
                                    document.check(response);
                                })));
    }

    /** A field that is misspelt is not passed over in silence, where the document does not let it be there. */
    @TestFactory
    Stream<DynamicTest> aFieldThatTheDocumentDoesNotNameIsRefused() {
        return ENDPOINTS.stream()
                .filter(row -> document.isStrict(row.method(), asked(row.path())))
                .map(row -> DynamicTest.dynamicTest(row.method() + " " + row.path(), () -> {
                    String body = row.body().isEmpty() ? "{" : row.body().replaceFirst("}$", ",");
                    String more = (body.equals("{,") ? "{" : body) + "\"surprise\":1}";
                    boolean isClients = row.own() != 403
                            || (row.operator() == 403 && !row.path().endsWith("/resume"));
                    String key = isClients ? "sk-ana" : "sk-operator";
                    check(new Attempt(key, row.method(), row.path(), JSON, more, 400), "sk-ana");
                }));
    }

    /** Whatever is sent instead of what was asked for. */
    @TestFactory
    Stream<DynamicTest> whatCannotBeReadIsRefused() {
        List<Attempt> all = new ArrayList<>();
        for (String body :
                List.of("{", "[]", "\"text\"", "{\"text\":1}", "{}", "{\"text\":\" \"}", "{\"text\":\"a\"}x")) {
            all.add(new Attempt("sk-ana", "POST", "CONV/messages", JSON, body, 400));
        }
        all.add(new Attempt("sk-ana", "POST", "CONV/messages", JSON, "{\"text\":\"\u00c3(\"}", 400));
        for (String path : List.of(
                "CONV/confirmations/open_garage",
                "CONV/overrides",
                "CONV/approvals/c1",
                "CONV/people/unknown/arrival")) {
            all.add(new Attempt("sk-ana", "POST", path, JSON, "{", 400));
            all.add(new Attempt("sk-ana", "POST", path, "text/plain", "{}", 415));
        }
        all.add(new Attempt("sk-operator", "POST", "CONV/resume", JSON, "{\"reason\":\"\"}", 400));
        all.add(new Attempt("sk-operator", "POST", "CONV/takeover", JSON, "{\"as\":\"nobody\"}", 400));
        all.add(new Attempt("sk-operator", "POST", "CONV/takeover", "text/plain", "{}", 415));
        all.add(new Attempt("sk-operator", "POST", "CONV/takeover/messages", JSON, "{\"text\":\"\"}", 400));
        all.add(new Attempt("sk-ana", "PUT", "CONV/people/ana/profile/colour", JSON, "{\"value\":7}", 400));
        all.add(new Attempt("sk-ana", "PUT", "CONV/people/ana/profile/Pin", JSON, "{\"value\":\"9876\"}", 400));
        all.add(new Attempt("sk-ana", "POST", "CONV/overrides", JSON, "{\"action\":\"ENABLE\"}", 400));
        all.add(new Attempt("sk-ana", "POST", "CONV/overrides", JSON, "{\"action\":\"UPDATE_OVERRIDE\",\"x\":1}", 400));
        all.add(new Attempt("sk-admin", "POST", "/v1/what-if", JSON, "{\"policy\":{\"order\":\"maybe\"}}", 400));
        all.add(new Attempt("sk-admin", "POST", "/v1/what-if", JSON, "{\"conversations\":[\"nothing\"]}", 404));
        all.add(new Attempt("sk-admin", "GET", "CONV/attestations?limit=0", "", "", 400));
        all.add(new Attempt("sk-admin", "GET", "CONV/replay?to=soon", "", "", 400));
        all.add(new Attempt("sk-admin", "GET", "CONV/explain/first", "", "", 400));
        String hello = "{\"text\":\"Hello\"}";
        all.add(new Attempt("sk-ana", "POST", "CONV/messages", "text/plain", hello, 415));
        all.add(new Attempt("sk-ana", "POST", "CONV/messages", "", hello, 415));
        String asBen = "{\"text\":\"a\",\"by\":\"ben\"}";
        all.add(new Attempt("sk-ana", "POST", "CONV/messages", JSON, asBen, 403));
        all.add(new Attempt("sk-admin", "POST", "CONV/messages", JSON, asBen, 403));
        String large = "{\"text\":\"" + "a".repeat(1 << 20) + "\"}";
        String long64 = "{\"text\":\"" + "x".repeat(65_537) + "\"}";
        all.add(new Attempt("sk-ana", "POST", "CONV/messages", JSON, long64, 413, "text_too_long"));
        all.add(new Attempt("sk-ana", "POST", "CONV/messages", JSON, large, 413));
        all.add(new Attempt("sk-ana", "POST", SECRETS, JSON, "{", 400));
        all.add(new Attempt("sk-ana", "POST", SECRETS, JSON, "{\"session\":{\"tools\":3}}", 400));
        all.add(new Attempt("sk-ana", "POST", SECRETS, JSON, "{\"session\":3}", 400));
        all.add(new Attempt("sk-ana", "POST", SECRETS, JSON, "{\"expires_after\":600}", 400));
        for (String seconds : List.of("9", "7201", "\"60\"", "[60]")) {
            String body = "{\"expires_after\":{\"seconds\":" + seconds + "}}";
            all.add(new Attempt("sk-ana", "POST", SECRETS, JSON, body, 400));
        }
        all.add(new Attempt("sk-ana", "POST", SECRETS, "text/plain", "{}", 415));
        all.add(new Attempt("sk-ana", "GET", SECRETS, "", "", 404));
        all.add(new Attempt("sk-ana", "GET", "/v1/realtime?call_id=1", "", "", 400));
        all.add(new Attempt("sk-ana", "GET", LIST + "?limit=0", "", "", 400));
        all.add(new Attempt("sk-ana", "GET", LIST + "/..%2f..%2fetc%2fpasswd", "", "", 404));
        all.add(new Attempt("sk-ana", "GET", "CONV/people%0d%0aX-Injected:%201", "", "", 404));
        return all.stream().map(attempt -> attempted(attempt, "sk-ana"));
    }

    private static DynamicTest attempted(Attempt attempt, String owner) {
        return DynamicTest.dynamicTest(attempt.name(owner), () -> check(attempt, owner));
    }

    private static void check(Attempt attempt, String owner) throws IOException, InterruptedException {
        HttpResponse<String> begun = send(new Attempt(owner, "POST", LIST, "", "", 201), "");
        assertEquals(201, begun.statusCode(), begun.body());
        String talk = LIST + "/" + json(begun.body()).text("conversation");
        HttpResponse<String> response = send(attempt, talk);
        assertEquals(attempt.status(), response.statusCode(), response.body());
        if (!attempt.path().equals("/")) {
            document.check(response);
        }
        if (response.statusCode() >= 400) {
            Json.Obj problem = json(response.body());
            assertEquals(Json.of(attempt.status()), problem.get("status"));
            assertTrue(!response.body().contains("Exception"), response.body());
            assertEquals(attempt.code(), problem.text("code"), response.body());
            assertTrue(response.headers().firstValue("X-Injected").isEmpty());
        }
    }

    /** A busy machine takes nobody in for a moment; that is tried again. */
    private static HttpResponse<String> send(Attempt attempt, String talk, String... headers)
            throws IOException, InterruptedException {
        byte[] body = attempt.body().getBytes(StandardCharsets.ISO_8859_1);
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create(server.address() + attempt.path().replace("CONV", talk)))
                .method(attempt.method(), HttpRequest.BodyPublishers.ofByteArray(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        if (!attempt.key().isEmpty()) {
            request.header("Authorization", "Bearer " + attempt.key());
        }
        if (!attempt.type().isEmpty()) {
            request.header("Content-Type", attempt.type());
        }
        HttpResponse<String> response;
        do {
            response = HTTP.send(request.build(), EveryRequestTest::text);
        } while (response.statusCode() == 503 && response.body().contains("\"no_room\""));
        return response;
    }

    /** A stream of events has no end, so it is left as soon as it has begun. */
    private static BodySubscriber<String> text(ResponseInfo begun) {
        String type = begun.headers().firstValue("Content-Type").orElse("");
        BodySubscriber<String> text = BodySubscribers.ofString(StandardCharsets.UTF_8);
        return type.startsWith("text/event-stream") ? new Left() : text;
    }

    private static final class Left implements BodySubscriber<String> {
        @Override
        public CompletionStage<String> getBody() {
            return CompletableFuture.completedFuture("");
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.cancel();
        }

        @Override
        public void onNext(List<ByteBuffer> item) {}

        @Override
        public void onError(Throwable thrown) {}

        @Override
        public void onComplete() {}
    }

    private static Json.Obj json(String text) {
        try {
            return JsonDecoder.decode(text) instanceof Json.Obj object ? object : Json.Obj.EMPTY;
        } catch (JsonDecoder.NotJson e) {
            throw new AssertionError(text, e);
        }
    }
}
