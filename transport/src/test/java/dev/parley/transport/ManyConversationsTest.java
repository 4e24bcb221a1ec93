package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.ParleyBuilder;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.RuneReader;
import dev.parley.session.HostBounds;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A client that begins more conversations than it may have, and a server that starts over a record that holds many. */
@Timeout(120)
class ManyConversationsTest {
    private static final int IDLE = 40;
    private static final String CONVERSATIONS = "/v1/conversations";

    @TempDir
    Path folder;

    private ParleyBuilder in(String name) {
        return Parley.in(folder.resolve(name)).model((_, _) -> Reply.says("Yes."));
    }

    private static LocalServer serving(Parley parley) throws IOException {
        return new LocalServer(
                parley,
                new ServerSpec.Key("sk-ana", ServerSpec.Role.CLIENT, List.of()),
                new ServerSpec.Key("sk-greedy", ServerSpec.Role.CLIENT, List.of()));
    }

    /** A server that has too much to do at the moment is asked again. */
    private static HttpResponse<String> begins(LocalServer server, String key) throws Exception {
        HttpResponse<String> answer;
        do {
            answer = server.send(key, "POST", CONVERSATIONS, "{}");
        } while (answer.body().contains("runtime.overload"));
        return answer;
    }

    private static String begun(LocalServer server, String key) throws Exception {
        HttpResponse<String> answer = begins(server, key);
        assertEquals(201, answer.statusCode(), answer.body());
        return String.valueOf(LocalServer.object(answer.body()).text("conversation"));
    }

    private static void refused(HttpResponse<String> answer, int status, String code) {
        assertEquals(status, answer.statusCode(), answer.body());
        assertEquals(code, LocalServer.object(answer.body()).text("code"));
    }

    @Test
    void aKeyThatHasAsManyAsItMayIsRefusedWhileAnotherBegins() throws Exception {
        try (LocalServer server = serving(in("a").within(new HostBounds(6, 4)).open())) {
            List<String> greedy = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                greedy.add(begun(server, "sk-greedy"));
            }
            refused(begins(server, "sk-greedy"), 429, "over_budget");
            begun(server, "sk-ana");
            begun(server, "sk-ana");
            refused(begins(server, "sk-ana"), 503, "no_room");
            assertEquals(
                    200,
                    server.send("sk-greedy", "DELETE", CONVERSATIONS + "/" + greedy.getFirst(), "")
                            .statusCode());
            begun(server, "sk-greedy");
        }
    }

    @Test
    void whatHasLeftMemoryDoesNotCount() throws Exception {
        Parley parley = in("a").evictingAfter(Duration.ofMillis(1))
                .within(new HostBounds(2, 1))
                .open();
        try (LocalServer server = serving(parley)) {
            for (int i = 1; i <= 3; i++) {
                begun(server, "sk-greedy");
                while (parley.evicted() < i || parley.inMemory() > 0) {
                    Thread.onSpinWait();
                }
            }
        }
    }

    private static List<String> kinds(Parley parley, String id) {
        parley.record().commit();
        try (RuneReader reader = parley.record().read(id, 0)) {
            return reader.toList().stream().map(Rune::kind).toList();
        }
    }

    private static void says(LocalServer server, String id) throws Exception {
        HttpResponse<String> taken =
                server.send("sk-ana", "POST", CONVERSATIONS + "/" + id + "/messages", "{\"text\":\"Hello\"}");
        assertEquals(202, taken.statusCode(), taken.body());
    }

    /** What of a record a kill leaves: what is on disk at that moment. */
    private void copy(String from, String to) throws IOException {
        Path source = folder.resolve(from);
        try (Stream<Path> all = Files.walk(source)) {
            for (Path each : all.toList()) {
                Path copied = folder.resolve(to).resolve(source.relativize(each).toString());
                if (Files.isDirectory(each)) {
                    Files.createDirectories(copied);
                } else {
                    Files.copy(each, copied);
                }
            }
        }
    }

    /** Idle ones were begun and then nothing was said; in one the turn was open. */
    @Test
    void aStartAfterAKillOpensOnlyThoseInWhichSomethingWasOpen() throws Exception {
        List<String> idle = new ArrayList<>();
        String open;
        try (LocalServer server = serving(Parley.in(folder.resolve("a"))
                .model((_, cancelled) -> {
                    CompletableFuture<Reply> stopped = new CompletableFuture<>();
                    cancelled.onCancel(() -> stopped.complete(Reply.says("")));
                    return stopped.join();
                })
                .open())) {
            for (int i = 0; i < IDLE; i++) {
                idle.add(begun(server, "sk-ana"));
            }
            open = begun(server, "sk-ana");
            says(server, open);
            while (!kinds(server.parley(), open).contains("turn.started")) {
                Thread.onSpinWait();
            }
            copy("a", "killed");
        }
        Parley parley = in("killed").open();
        try (LocalServer server = serving(parley)) {
            while (parley.underWay() <= IDLE) {
                Thread.onSpinWait();
            }
            assertTrue(kinds(parley, open).contains("session.resumed"));
            assertEquals(1, parley.inMemory(), () -> String.join(" ", kinds(parley, idle.getFirst())));
            assertEquals(IDLE, parley.evicted());
            comesBack(server, idle.getFirst());
        }
    }

    @Test
    void oneThatWasLeftAtRestComesBackWhenItsClientDoes() throws Exception {
        String id;
        try (LocalServer server = serving(in("a").open())) {
            id = begun(server, "sk-ana");
            Conversation talk = Objects.requireNonNull(server.parley().conversation(id));
            assertEquals("Yes.", talk.say("Hello").join());
        }
        Parley parley = in("a").open();
        try (LocalServer server = serving(parley)) {
            while (parley.underWay() < 1) {
                Thread.onSpinWait();
            }
            assertEquals(0, parley.inMemory());
            comesBack(server, id);
        }
    }

    private static void comesBack(LocalServer server, String id) throws Exception {
        int before = server.parley().inMemory();
        assertTrue(server.send("sk-ana", "GET", CONVERSATIONS + "/" + id, "")
                .body()
                .contains("\"open\""));
        assertEquals(before, server.parley().inMemory(), "who looks on opens nothing");
        says(server, id);
        assertTrue(kinds(server.parley(), id).contains("session.resumed"));
        assertEquals(before + 1, server.parley().inMemory());
    }
}
