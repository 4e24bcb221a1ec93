package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.TimeSource;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever connected with a token is let go when it expires, and is nobody until they show another one. */
@Timeout(60)
class ExpiredTokenTest {
    private static final String SECRET = "a secret of at least thirty-two bytes";
    private static final int CLOSE = 8;

    @TempDir
    Path data;

    private final AtomicLong laterMs = new AtomicLong();
    private final SystemTime system = new SystemTime();
    private final TimeSource clock = new TimeSource() {
        @Override
        public long monotonicNanos() {
            return system.monotonicNanos();
        }

        @Override
        public long wallMillis() {
            return system.wallMillis() + laterMs.get();
        }
    };

    @SuppressWarnings("NullAway.Init") // before each test
    private LocalServer local;

    @BeforeEach
    void start() throws IOException {
        Parley parley = LocalServer.inSound(data)
                .model((_, _) -> Reply.says("Fine."))
                .clock(clock)
                .open();
        ServerSpec.Jwt jwt = new ServerSpec.Jwt("house", "parley", null, "S");
        ServerSpec spec =
                new ServerSpec("127.0.0.1", null, List.of(LocalServer.ANAS_KEY), null, jwt, List.of(), null, 100_000);
        local = new LocalServer(parley, spec, Map.of("S", SECRET));
    }

    @AfterEach
    void stop() {
        local.close();
    }

    private String token(Duration left) throws JOSEException {
        SignedJWT token = new SignedJWT(
                new JWSHeader(JWSAlgorithm.HS256),
                new JWTClaimsSet.Builder()
                        .issuer("house")
                        .audience("parley")
                        .subject("ana")
                        .claim("parley_role", "client")
                        .claim("parley_people", List.of("ana"))
                        .expirationTime(Date.from(
                                Instant.ofEpochMilli(clock.wallMillis()).plus(left)))
                        .build());
        token.sign(new MACSigner(SECRET));
        return token.serialize();
    }

    private Iterator<String> events(String token, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(local.at(path + "/events"))
                .header("Authorization", "Bearer " + token)
                .build();
        HttpResponse<Stream<String>> response =
                HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofLines());
        assertEquals(200, response.statusCode());
        return response.body().iterator();
    }

    private static String goodbye(RawSocket socket) throws IOException {
        RawSocket.Received closed = socket.read(CLOSE);
        return closed.code() + closed.text().substring(2);
    }

    @Test
    void streamsAndSocketsEndWithTheToken() throws Exception {
        String token = token(Duration.ofHours(1));
        Conversation talk = local.begin(token, "{}");
        String path = "/v1/conversations/" + talk.id();
        String header = "Authorization: Bearer " + token;
        Iterator<String> events = events(token, path);
        try (RawSocket own = local.socket(talk.id(), 0, header);
                RawSocket realtime = new RawSocket(local.at("/v1/realtime"), List.of(header));
                RawSocket keyed = new RawSocket(local.at("/v1/realtime"), List.of(LocalServer.ANA))) {
            assertEquals("retry: 500", events.next());
            laterMs.set(Duration.ofHours(2).toMillis());
            assertEquals("1008the token has expired", goodbye(own));
            assertEquals("1008the token has expired", goodbye(realtime));
            talk.say("hello").join();
            while (events.hasNext()) {
                assertTrue(!events.next().contains("Fine."), "a word after the token had expired");
            }
            assertEquals(401, local.send(token, "GET", path, "").statusCode());
            String newer = token(Duration.ofHours(1));
            assertEquals(200, local.send(newer, "GET", path, "").statusCode());
            keyed.text("{\"type\":\"dance\"}");
            while (!keyed.read().text().contains("unknown_event")) {
                // A key does not expire.
            }
        }
    }

    @Test
    void aClientSecretLastsNoLongerThanItsToken() throws Exception {
        String token = token(Duration.ofMinutes(10));
        long endMs = clock.wallMillis() + Duration.ofMinutes(11).toMillis();
        String body = "{\"expires_after\":{\"anchor\":\"created_at\",\"seconds\":7200}}";
        Json.Obj made = LocalServer.object(
                local.send(token, "POST", ClientSecretsApi.PATH, body).body());
        long expiresAt =
                Objects.requireNonNull(made.number("expires_at"), made::text).longValue();
        assertTrue(expiresAt * 1_000 <= endMs, () -> expiresAt + " is after " + endMs / 1_000);
        assertTrue(expiresAt * 1_000 > endMs - Duration.ofMinutes(2).toMillis());
        try (RawSocket realtime =
                new RawSocket(local.at("/v1/realtime"), List.of("Authorization: Bearer " + made.text("value")))) {
            laterMs.set(Duration.ofMinutes(20).toMillis());
            assertEquals("1008the token has expired", goodbye(realtime));
        }
    }
}
