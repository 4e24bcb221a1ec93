package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.PlainJWT;
import com.nimbusds.jwt.SignedJWT;
import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.agent.json.JsonDecoder;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model.Message;
import dev.parley.kernel.port.Model.Prompt;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.Model.WantedCall;
import dev.parley.session.event.SessionEvent;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real HTTP clients hold conversations, and nobody gets where they do not belong. */
@Timeout(120)
class ServerTest {
    /** As it is written in a path. */
    private static final String CALL = "c%2F1%20a%23b";

    private static final String SECRET = "a secret that is long enough for a signature";
    private static final String LIST = "/v1/conversations";
    private static final ServerSpec SPEC = new ServerSpec(
            "127.0.0.1",
            null,
            List.of(
                    new ServerSpec.Key("sk-ana", ServerSpec.Role.CLIENT, List.of("ana")),
                    new ServerSpec.Key("sk-two", ServerSpec.Role.CLIENT, List.of("ana", "ben")),
                    new ServerSpec.Key("sk-operator", ServerSpec.Role.OPERATOR, List.of()),
                    new ServerSpec.Key("sk-auditor", ServerSpec.Role.AUDITOR, List.of()),
                    new ServerSpec.Key("sk-admin", ServerSpec.Role.ADMIN, List.of())),
            null,
            new ServerSpec.Jwt("https://issuer", "parley", null, "JWT_SECRET"),
            List.of("https://shop.example"),
            null,
            100_000);

    @TempDir
    Path data;

    private final HttpClient http = HttpClient.newHttpClient();
    private @Nullable Parley parley;
    private @Nullable Server server;

    record Item(String item) {}

    @BeforeEach
    void start() throws IOException {
        Parley opened = Parley.in(data)
                .model((prompt, _) -> reply(prompt))
                .tools(TypedTool.writes("order", "Orders.", Item.class, (_, item) -> Map.of("got", item.item())))
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                .person("ben", Role.OPERATOR, LocalDate.of(1985, 5, 1))
                .open();
        parley = opened;
        server = Server.start(opened, SPEC, 0, Map.of("JWT_SECRET", SECRET));
    }

    @AfterEach
    void stop() {
        if (server != null && parley != null) {
            server.close();
            parley.close();
        }
    }

    private static Reply reply(Prompt prompt) {
        return switch (prompt.messages().getLast()) {
            case Message.UserSaid said
            when said.text().startsWith("Order") ->
                Reply.calls(new WantedCall("c/1 a#b", "order", "{\"item\":\"tea\"}"));
            case Message.UserSaid said -> Reply.says("You said: " + said.text() + ".");
            case Message.ToolAnswered done -> Reply.says("The order: " + done.status() + ".");
            case Message.AssistantSaid _, Message.AssistantCalled _ -> Reply.says("");
        };
    }

    private URI at(String path) {
        if (server == null) {
            throw new IllegalStateException("no server");
        }
        return URI.create(server.address() + path);
    }

    private HttpRequest.Builder asked(String key, String path) {
        HttpRequest.Builder request = HttpRequest.newBuilder(at(path));
        return key.isEmpty() ? request : request.header("Authorization", "Bearer " + key);
    }

    private HttpResponse<String> send(HttpRequest request) {
        return send(request, HttpResponse.BodyHandlers.ofString());
    }

    private <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> body) {
        try {
            return http.send(request, body);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private HttpResponse<String> post(String key, String path, String body) {
        return send(asked(key, path)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build());
    }

    private HttpResponse<String> get(String key, String path) {
        return send(asked(key, path).GET().build());
    }

    private static Json.Obj json(String text) {
        try {
            return JsonDecoder.decode(text) instanceof Json.Obj object ? object : Json.Obj.EMPTY;
        } catch (JsonDecoder.NotJson e) {
            throw new AssertionError(text, e);
        }
    }

    private static long number(Json.Obj object, String key) {
        BigDecimal found = object.number(key);
        return found == null ? -1 : found.longValue();
    }

    private String begun(String key) {
        HttpResponse<String> response = post(key, LIST, "");
        assertEquals(201, response.statusCode(), response.body());
        return LIST + "/" + json(response.body()).text("conversation");
    }

    private int says(String key, String talk, String text) {
        return post(key, talk + "/messages", "{\"text\":\"" + text + "\"}").statusCode();
    }

    private int approves(String talk, String call) {
        return post("sk-ana", talk + "/approvals/" + call, "{\"approve\":true}").statusCode();
    }

    @Test
    void holdsAConversationWithAnApproval() throws IOException {
        String talk = begun("sk-ana");
        assertEquals(202, says("sk-ana", talk, "Order tea"));
        seenUntil(talk, "agent.reply", 2);
        assertEquals(200, approves(talk, CALL));
        assertEquals(409, approves(talk, CALL));
        assertEquals(404, approves(talk, "c9"));
        String answer = seenUntil(talk, "agent.reply", 3).getLast().canonical();
        assertTrue(answer.contains("The order: success."), answer);
    }

    @Test
    void confirmsOnlyTheAnswerThatCounts() throws IOException {
        for (int i = 0; i < 20; i++) {
            String talk = begun("sk-ana");
            assertEquals(202, says("sk-ana", talk, "Order tea"));
            seenUntil(talk, "agent.reply", 2);
            List<CompletableFuture<HttpResponse<String>>> answers = Stream.of(true, false)
                    .map(yes -> asked("sk-ana", talk + "/approvals/" + CALL)
                            .header("Content-Type", "application/json")
                            .POST(HttpRequest.BodyPublishers.ofString("{\"approve\":" + yes + "}"))
                            .build())
                    .map(request -> http.sendAsync(request, HttpResponse.BodyHandlers.ofString()))
                    .toList();
            int yes = answers.getFirst().join().statusCode();
            int no = answers.getLast().join().statusCode();
            assertTrue((yes == 200) != (no == 200), "yes " + yes + ", no " + no);
        }
    }

    @Test
    void wordsToAHaltedConversationAreAConflict() {
        String talk = begun("sk-ana");
        Conversation held = Objects.requireNonNull(
                Objects.requireNonNull(parley).conversation(talk.substring(talk.lastIndexOf('/') + 1)));
        held.tell(new SessionEvent.OverrideRequested(
                "ENABLE_OVERRIDE", Json.Obj.EMPTY.with("forced_captions", true), "ana"));
        held.tell(new SessionEvent.PluginChanged("plugin_x", Json.Obj.EMPTY.with("override_active", false)));
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> {
            while (!held.isHalted()) {
                Thread.onSpinWait();
            }
        });
        HttpResponse<String> refused = post("sk-ana", talk + "/messages", "{\"text\":\"Hello\"}");
        assertEquals(409, refused.statusCode());
        assertEquals("halted", json(refused.body()).text("code"));
        String why = "{\"reason\":\"the plugin is switched off\"}";
        assertEquals(403, post("sk-ana", talk + "/resume", why).statusCode());
        HttpResponse<String> resumed = post("sk-operator", talk + "/resume", why);
        assertEquals(200, resumed.statusCode(), resumed.body());
        assertEquals("open", json(get("sk-ana", talk).body()).text("state"));
        assertEquals(202, says("sk-ana", talk, "Hello again"));
        assertEquals(403, post("sk-operator", talk + "/resume", why).statusCode(), "once is enough");
    }

    @Test
    void endsAConversationAndTakesNothingMoreIn() {
        String talk = begun("sk-ana");
        HttpResponse<String> ended = send(asked("sk-ana", talk).DELETE().build());
        assertEquals("ended", json(ended.body()).text("state"));
        assertEquals(409, says("sk-ana", talk, "Hello"));
        assertEquals(202, post("sk-ana", talk + "/stop", "").statusCode());
    }

    @Test
    void goesOnAfterARestartWithWhatItAcknowledged() throws IOException {
        String talk = begun("sk-ana");
        assertEquals(202, says("sk-ana", talk, "Hello"));
        seenUntil(talk, "turn.closed", 1);
        stop();
        start();
        assertEquals("open", json(get("sk-ana", talk).body()).text("state"));
        assertEquals(202, says("sk-ana", talk, "Again"));
        seenUntil(talk, "agent.reply", 2);
    }

    @Test
    void goesOnWithAllOfManyConversations() throws IOException {
        List<String> talks = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            talks.add(begun("sk-ana"));
            assertEquals(202, says("sk-ana", talks.getLast(), "Hello"));
        }
        stop();
        start();
        for (String talk : talks) {
            assertEquals("open", json(get("sk-ana", talk).body()).text("state"));
        }
    }

    @Test
    void holdsAYesUntilItsQuestionWasSaid() throws IOException {
        String talk = begun("sk-ana");
        says("sk-ana", talk, "Order tea");
        int answer = approves(talk, CALL);
        while (answer == 404 || answer == 409) {
            answer = approves(talk, CALL);
        }
        assertEquals(200, answer);
        List<String> kinds = seenUntil(talk, "tool.result", 1).stream()
                .map(rune -> String.valueOf(rune.text("kind")))
                .toList();
        assertTrue(kinds.indexOf("playback.ended") < kinds.indexOf("tool.dispatched"), kinds::toString);
    }

    @Test
    void takesNoYesFromAnOperatorForAPerson() throws IOException {
        String talk = begun("sk-ana");
        says("sk-ana", talk, "Order tea");
        seenUntil(talk, "agent.reply", 2);
        assertEquals(
                403,
                post("sk-operator", talk + "/approvals/" + CALL, "{\"approve\":true}")
                        .statusCode());
    }

    @Test
    void streamsEveryEventOnceToAClientThatComesBack() throws IOException {
        String talk = begun("sk-ana");
        says("sk-ana", talk, "Hello");
        seenUntil(talk, "turn.closed", 1);
        long head = number(json(get("sk-ana", talk).body()), "head");
        List<Long> ids = new ArrayList<>(List.of(0L));
        while (ids.getLast() < head) {
            ids.addAll(ids(talk, ids.getLast(), head));
        }
        assertEquals(LongStream.rangeClosed(0, head).boxed().toList(), ids);
    }

    @Test
    void showsAClientNothingButItsPublicEvents() throws IOException {
        String talk = begun("sk-ana");
        says("sk-ana", talk, "Hello");
        assertTrue(
                seenUntil(talk, "turn.closed", 1).stream().allMatch(rune -> "public".equals(rune.text("visibility"))));
    }

    @Test
    void listsWhatBelongsToTheKey() {
        begun("sk-ana");
        begun("sk-two");
        assertEquals(1, items(get("sk-ana", LIST)));
        assertEquals(2, items(get("sk-auditor", LIST)));
        HttpResponse<String> first = get("sk-admin", LIST + "?limit=1");
        assertEquals(1, items(first));
        assertEquals(
                1,
                items(get(
                        "sk-admin",
                        LIST + "?limit=1&after=" + json(first.body()).text("next"))));
    }

    private static int items(HttpResponse<String> page) {
        return json(page.body()).get("conversations") instanceof Json.Arr(List<Json> items) ? items.size() : -1;
    }

    @Test
    void whatIsNoRequestIsAProblemToo() {
        HttpResponse<String> large = send(asked("sk-ana", LIST)
                .header("X-Large", "a".repeat(ServerSpec.Limits.DEFAULT.headerBytes()))
                .GET()
                .build());
        assertEquals(400, large.statusCode());
        assertEquals("broken_request", json(large.body()).text("code"));
    }

    @Test
    void refusesPagesFromElsewhere() {
        assertEquals(403, from("https://evil.example"));
        assertEquals(403, from("null"));
        assertEquals(200, from("https://shop.example"));
        assertEquals(200, from(at("").toString()));
    }

    private int from(String origin) {
        return send(asked("sk-ana", LIST).header("Origin", origin).GET().build())
                .statusCode();
    }

    @Test
    void takesTokensThatAreSignedAsAgreedAndNoOthers() throws JOSEException {
        JWTClaimsSet good = claims("https://issuer", "parley", 60);
        assertEquals(200, withToken(signed(good, SECRET)));
        assertEquals(401, withToken(signed(good, SECRET + "x")));
        assertEquals(401, withToken(new PlainJWT(good).serialize()));
        assertEquals(401, withToken(signed(claims("https://other", "parley", 60), SECRET)));
        assertEquals(401, withToken(signed(claims("https://issuer", "other", 60), SECRET)));
        assertEquals(401, withToken(signed(claims("https://issuer", "parley", -3600), SECRET)));
    }

    @Test
    void aTokenMayReachOneConversationAlone() throws JOSEException {
        String talk = begun("sk-ana");
        String other = begun("sk-ana");
        JWTClaimsSet claims = new JWTClaimsSet.Builder(claims("https://issuer", "parley", 60))
                .claim("parley_conversation", talk.substring(LIST.length() + 1))
                .build();
        String token = signed(claims, SECRET);
        assertEquals(200, get(token, talk).statusCode());
        assertEquals(202, says(token, talk, "Hello"));
        assertEquals(404, get(token, other).statusCode());
        assertEquals(403, post(token, LIST, "").statusCode());
        assertEquals(1, items(get(token, LIST)));
    }

    private int withToken(String token) {
        return get(token, LIST).statusCode();
    }

    private static JWTClaimsSet claims(String issuer, String audience, long seconds) {
        return new JWTClaimsSet.Builder()
                .issuer(issuer)
                .audience(audience)
                .subject("somebody")
                .expirationTime(Date.from(Instant.now().plusSeconds(seconds)))
                .claim("parley_role", "client")
                .claim("parley_people", List.of("ana"))
                .build();
    }

    private static String signed(JWTClaimsSet claims, String secret) throws JOSEException {
        SignedJWT token = new SignedJWT(new JWSHeader(JWSAlgorithm.HS256), claims);
        token.sign(new MACSigner(secret.getBytes(StandardCharsets.UTF_8)));
        return token.serialize();
    }

    /** What sk-ana sees of its conversation, until so many runes of this kind have come. */
    private List<Json.Obj> seenUntil(String talk, String kind, int count) throws IOException {
        List<Json.Obj> seen = new ArrayList<>();
        int left = count;
        try (BufferedReader lines = stream(talk, 0)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.startsWith("data: ")) {
                    seen.add(json(line.substring("data: ".length())));
                    left -= kind.equals(seen.getLast().text("kind")) ? 1 : 0;
                }
                if (left == 0) {
                    return seen;
                }
            }
        }
        throw new AssertionError("the stream ended after " + seen.size() + " runes");
    }

    /** A few ids after this one, from a client that then breaks off. */
    private List<Long> ids(String talk, long after, long head) throws IOException {
        List<Long> ids = new ArrayList<>();
        try (BufferedReader lines = stream(talk, after)) {
            while (ids.size() < 7 && (ids.isEmpty() || ids.getLast() < head)) {
                String line = lines.readLine();
                if (line != null && line.startsWith("id: ")) {
                    ids.add(Long.parseLong(line.substring("id: ".length())));
                }
            }
        }
        return ids;
    }

    private BufferedReader stream(String talk, long after) {
        HttpRequest request = asked("sk-ana", talk + "/events")
                .header("Last-Event-ID", Long.toString(after))
                .GET()
                .build();
        HttpResponse<InputStream> response = send(request, HttpResponse.BodyHandlers.ofInputStream());
        assertEquals(200, response.statusCode());
        return new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8));
    }
}
