package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What may not be said before those who are here does not reach the screen of the person whose it is either (ruling E12). */
@Timeout(120)
class WithheldViewTest {
    private static final String END = "";

    @TempDir
    Path folder;

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();

    @Test
    void aClientSeesItsPersonsFactsOnlyWhileTheyMayBeSaid() throws Exception {
        Files.writeString(folder.resolve("house.yaml"), "people:\n  - {id: ana, role: OWNER, birthdate: 1980-05-01}\n");
        String configuration = """
            keys: [{key: sk-ana, role: client, people: [ana]}]
            household: house.yaml
            """;
        try (ServedParley parley = new ServedParley(folder, configuration, Map.of())) {
            String path = "/v1/conversations";
            String id = String.valueOf(
                    ServedParley.object(parley.post("sk-ana", path, "{}").body())
                            .text("conversation"));
            Thread.ofVirtual().start(() -> follow(parley, path + "/" + id + "/events"));
            say(parley, id, "remember that my allergy is peanuts");
            List<Json.Obj> alone = say(parley, id, "what is my allergy?");
            assertTrue(said(alone).contains("peanuts"), alone::toString);
            say(parley, id, "someone arrived");
            List<Json.Obj> before = say(parley, id, "what is my allergy?");
            assertFalse(said(before).contains("peanuts"), before::toString);
            assertTrue(before.stream().anyMatch(rune -> "speech.withheld".equals(rune.text("kind"))), before::toString);
            parley.terminate();
            assertTrue(
                    parley.record("agent.reply").stream()
                                    .filter(reply -> String.valueOf(reply.text("pii_text"))
                                            .contains("peanuts"))
                                    .count()
                            >= 2,
                    "the record has both replies");
            parley.replayed();
        }
    }

    private void follow(ServedParley parley, String path) {
        try {
            HttpResponse<Stream<String>> stream = HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(parley.at(path))
                                    .header("Authorization", "Bearer sk-ana")
                                    .build(),
                            HttpResponse.BodyHandlers.ofLines());
            stream.body().filter(line -> line.startsWith("data:")).forEach(events::add);
        } catch (IOException | InterruptedException | RuntimeException e) {
            events.add(END);
        }
    }

    /** Says something and returns what the client was shown until the turn was over. */
    private List<Json.Obj> say(ServedParley parley, String id, String words) throws Exception {
        assertEquals(
                202,
                parley.post("sk-ana", "/v1/conversations/" + id + "/messages", "{\"text\":\"" + words + "\"}")
                        .statusCode());
        List<Json.Obj> shown = new ArrayList<>();
        while (true) {
            String line = events.poll(30, TimeUnit.SECONDS);
            assertNotNull(line, "the turn does not end");
            assertFalse(line.equals(END), "the stream broke");
            String data = line.substring("data:".length()).strip();
            if (!data.startsWith("{")) {
                continue;
            }
            Json.Obj rune = ServedParley.object(data);
            shown.add(rune);
            if ("turn.closed".equals(rune.text("kind"))) {
                return shown;
            }
        }
    }

    private static String said(List<Json.Obj> shown) {
        StringBuilder all = new StringBuilder();
        shown.stream()
                .filter(rune -> !"user.words".equals(rune.text("kind")))
                .forEach(rune -> all.append(rune.canonical()));
        return all.toString();
    }
}
