package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Parley;
import dev.parley.kernel.port.Model.Reply;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a browser asks and is told for a page that comes from elsewhere. */
class ForeignPageTest {
    private static final String SHOP = "https://shop.example";
    private static final String ALLOWED = "access-control-allow-origin";

    @TempDir
    Path data;

    private final HttpClient http = HttpClient.newHttpClient();
    private Parley parley;
    private Server server;

    @BeforeEach
    void start() throws IOException {
        parley = Parley.in(data).model((_, _) -> Reply.says("Yes.")).open();
        ServerSpec.Key key = new ServerSpec.Key("sk", ServerSpec.Role.ADMIN, List.of());
        ServerSpec spec = new ServerSpec("127.0.0.1", null, List.of(key), null, null, List.of(SHOP), null, 100_000);
        server = Server.start(parley, spec, 0, Map.of());
    }

    @AfterEach
    void stop() {
        server.close();
        parley.close();
    }

    private HttpResponse<String> send(String method, String origin, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.address() + "/v1/conversations"))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .header("Origin", origin);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> asksBefore(String origin) throws Exception {
        return send(
                "OPTIONS",
                origin,
                "Access-Control-Request-Method",
                "POST",
                "Access-Control-Request-Headers",
                "authorization,content-type");
    }

    private static String header(HttpResponse<?> of, String name) {
        return of.headers().firstValue(name).orElse("");
    }

    @Test
    void aListedPageMayAskWithAKeyAndReadTheAnswer() throws Exception {
        HttpResponse<String> before = asksBefore(SHOP);
        assertEquals(204, before.statusCode(), before.body());
        assertEquals(SHOP, header(before, ALLOWED));
        assertTrue(header(before, "access-control-allow-methods").contains("POST"));
        assertTrue(header(before, "access-control-allow-headers").contains("Authorization"));
        assertEquals("", header(before, "access-control-allow-credentials"), "there are no cookies");
        HttpResponse<String> made = send("POST", SHOP, "Authorization", "Bearer sk");
        assertEquals(201, made.statusCode(), made.body());
        assertEquals(SHOP, header(made, ALLOWED));
        assertEquals("Origin", header(made, "vary"));
        HttpResponse<String> refused = send("POST", SHOP, "Authorization", "Bearer wrong");
        assertEquals(401, refused.statusCode());
        assertEquals(SHOP, header(refused, ALLOWED), "the page may read why");
    }

    @Test
    void nobodyElsesPageMay() throws Exception {
        for (String origin : List.of("https://evil.example", "null", SHOP + ".evil.example")) {
            HttpResponse<String> before = asksBefore(origin);
            assertEquals(403, before.statusCode(), origin);
            assertEquals("", header(before, ALLOWED), origin);
            HttpResponse<String> asked = send("POST", origin, "Authorization", "Bearer sk");
            assertEquals(403, asked.statusCode(), origin);
            assertEquals("", header(asked, ALLOWED), origin);
        }
        assertEquals(401, send("OPTIONS", SHOP).statusCode(), "a question of nobody's browser needs a key");
    }
}
