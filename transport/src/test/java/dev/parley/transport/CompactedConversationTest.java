package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Parley;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.runelog.snapshot.Snapshot;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A conversation whose beginning was given up still belongs to whoever began it, also after a restart. */
@Timeout(120)
class CompactedConversationTest {
    private static final ServerSpec SPEC = new ServerSpec(
            "127.0.0.1",
            null,
            List.of(
                    new ServerSpec.Key("sk-ana", ServerSpec.Role.CLIENT, List.of("ana")),
                    new ServerSpec.Key("sk-other", ServerSpec.Role.CLIENT, List.of("ana")),
                    new ServerSpec.Key("sk-operator", ServerSpec.Role.OPERATOR, List.of())),
            null,
            null,
            List.of(),
            null,
            100_000);

    @TempDir
    Path data;

    private final HttpClient http = HttpClient.newHttpClient();

    private Parley parley() throws IOException {
        return Parley.in(data)
                .model((_, _) -> Reply.says("Yes."))
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                .open();
    }

    private HttpResponse<String> ask(Server server, String key, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.address() + path))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json");
        return http.send(
                (body.isEmpty() ? request : request.POST(HttpRequest.BodyPublishers.ofString(body))).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void itsOwnerAndNobodyElseFindsItAgain() throws Exception {
        String id;
        try (Parley parley = parley();
                Server server = Server.start(parley, SPEC, 0, Map.of())) {
            HttpResponse<String> begun = ask(server, "sk-ana", "/v1/conversations", "{}");
            assertEquals(201, begun.statusCode(), begun.body());
            id = begun.body().replaceAll(".*\"conversation\":\"([^\"]+)\".*", "$1");
            for (int i = 0; i < 12; i++) {
                Objects.requireNonNull(parley.conversation(id)).say("hello").join();
            }
        }
        try (Parley parley = parley()) {
            Snapshot newest = parley.record().newestSnapshot(id);
            assertNotNull(newest, "a host that leaves keeps a snapshot");
            parley.record().compact(id, newest.eventId());
            assertTrue(parley.record().head(id).earliest() > 1);
        }
        try (Parley parley = parley();
                Server server = Server.start(parley, SPEC, 0, Map.of())) {
            String path = "/v1/conversations/" + id;
            assertEquals(200, ask(server, "sk-ana", path, "").statusCode());
            assertEquals(404, ask(server, "sk-other", path, "").statusCode());
            assertEquals(200, ask(server, "sk-operator", path, "").statusCode());
        }
    }
}
