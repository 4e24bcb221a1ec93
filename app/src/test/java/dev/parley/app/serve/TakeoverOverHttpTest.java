package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Screen;
import dev.parley.Visit;
import dev.parley.app.record.FolderAnalyst;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.rune.Rune;
import dev.parley.transport.Server;
import dev.parley.transport.ServerSpec;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An operator takes a conversation over in the middle of a sentence, speaks, and gives it back; the record is proven. */
@Timeout(120)
class TakeoverOverHttpTest {
    private static final String STORY = "Once upon a time there was a king who told stories all day long. ".repeat(20);
    private static final ServerSpec SPEC = new ServerSpec(
            "127.0.0.1",
            null,
            List.of(
                    new ServerSpec.Key("sk-web", ServerSpec.Role.CLIENT, List.of()),
                    new ServerSpec.Key("sk-night", ServerSpec.Role.OPERATOR, List.of()),
                    new ServerSpec.Key("sk-day", ServerSpec.Role.OPERATOR, List.of()),
                    new ServerSpec.Key("sk-books", ServerSpec.Role.AUDITOR, List.of())),
            null,
            null,
            List.of(),
            null,
            100_000);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @TempDir
    Path data;

    private static final class SlowScreen implements Screen {
        final CountDownLatch speaks = new CountDownLatch(1);
        private final Queue<String> pieces = new ConcurrentLinkedQueue<>();

        @Override
        public void show(String piece) {
            pieces.add(piece);
            speaks.countDown();
        }

        @Override
        public void end(boolean whole) {
            pieces.add("|");
        }

        String shown() {
            return String.join("", pieces);
        }

        @Override
        public long wordMs() {
            return 50;
        }
    }

    private static Json.Obj ask(Server server, int expected, String key, String method, String path, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.address() + "/v1/conversations" + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("Authorization", "Bearer " + key);
        if (!body.isEmpty()) {
            request.header("Content-Type", "application/json");
        }
        HttpResponse<String> answer = HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        assertEquals(expected, answer.statusCode(), answer.body());
        return ServedParley.object(answer.body());
    }

    @Test
    void theOperatorsWordsAreHeardInPlaceOfTheAgents() throws IOException, InterruptedException {
        SlowScreen screen = new SlowScreen();
        try (Parley parley = Parley.in(data)
                        .model((prompt, _) -> Reply.says(prompt.messages().size() == 1 ? STORY : "Welcome back."))
                        .human("desk")
                        .open();
                Server server = Server.start(parley, SPEC, 0, Map.of(), new FolderAnalyst(data));
                Conversation talk = parley.converse("talk", Visit.ofStranger(), screen)) {
            var story = talk.say("tell me a story");
            screen.speaks.await();
            String words = "{\"text\":\"This is the night desk.\"}";
            assertEquals(
                    "not_taken_over",
                    ask(server, 409, "sk-night", "POST", "/talk/takeover/messages", words)
                            .text("code"));
            ask(server, 403, "sk-books", "POST", "/talk/takeover", "");
            ask(server, 404, "sk-web", "POST", "/talk/takeover", "");
            Json.Obj taken = ask(server, 200, "sk-night", "POST", "/talk/takeover", "");
            assertEquals("CLAIM", taken.text("action"));
            assertTrue(story.join().length() < STORY.length() / 2, story.join());
            assertEquals(
                    "denied",
                    ask(server, 403, "sk-night", "POST", "/talk/takeover", "").text("code"));
            assertEquals("", talk.say("who is there?").join(), "no model is asked");
            ask(server, 202, "sk-night", "POST", "/talk/takeover/messages", words);
            ask(server, 202, "sk-night", "DELETE", "/talk/takeover", "");
            while (!talk.isQuiet().join()) {
                Thread.onSpinWait();
            }
            assertEquals("Welcome back.", talk.say("thank you").join());
            assertTrue(screen.shown().endsWith("This is the night desk.|Welcome back.|"), screen.shown());
            Json.Obj proof = ask(server, 200, "sk-books", "GET", "/talk/replay", "");
            assertEquals(true, proof.flag("verified"), proof.canonical());
            List<Json.Obj> acts = new ArrayList<>(payloads(talk, "human.acted"));
            assertEquals(
                    List.of("take_over", "take_over", "give_back"),
                    acts.stream().map(act -> act.text("act")).toList());
            acts.addAll(payloads(talk, "human.words"));
            acts.addAll(payloads(talk, "human.refused"));
            assertEquals(5, acts.size());
            assertTrue(
                    acts.stream().allMatch(act -> "operator".equals(act.text("role")) && act.text("key") != null),
                    acts.toString());
        }
    }

    private static List<Json.Obj> payloads(Conversation talk, String kind) {
        return talk.record().stream()
                .filter(rune -> rune.kind().equals(kind))
                .map(Rune::payload)
                .toList();
    }

    private static CompletableFuture<Integer> takeOver(Server server, String id, String key) {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(server.address() + "/v1/conversations/" + id + "/takeover"))
                .POST(HttpRequest.BodyPublishers.noBody())
                .header("Authorization", "Bearer " + key)
                .build();
        return HTTP.sendAsync(request, HttpResponse.BodyHandlers.discarding()).thenApply(HttpResponse::statusCode);
    }

    /** Both act as the one human of the roster, and only one of them has taken over. */
    @Test
    void ofTwoOperatorsAtOnceOneTakesOverAndTheOtherIsToldThatTheyDidNot() throws Exception {
        try (Parley parley = Parley.in(data)
                        .model((_, _) -> Reply.says("Hello."))
                        .human("desk")
                        .open();
                Server server = Server.start(parley, SPEC, 0, Map.of(), new FolderAnalyst(data))) {
            for (String id : List.of("one", "two", "three", "four", "five")) {
                try (Conversation talk = parley.converse(id)) {
                    talk.say("hello").join();
                    var both = List.of(takeOver(server, id, "sk-night"), takeOver(server, id, "sk-day"));
                    assertEquals(
                            List.of(200, 403),
                            both.stream().map(CompletableFuture::join).sorted().toList());
                }
            }
        }
    }
}
