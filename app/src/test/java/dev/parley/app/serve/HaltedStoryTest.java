package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.app.Commands;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.SessionEvent;
import dev.parley.transport.Server;
import dev.parley.transport.ServerSpec;
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

/**
 * A plugin switches a person's accessibility override off while the conversation goes on (rulings A9 and X4): it is halted, the
 * client is told, nothing is answered, and an operator lets it go on, once over the API and once, after a restart, from the
 * command line.
 */
@Timeout(180)
class HaltedStoryTest {
    private static final ServerSpec SPEC = new ServerSpec(
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
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server.address() + "/v1/conversations" + path))
                .header("Authorization", "Bearer " + key)
                .header("Content-Type", "application/json");
        return http.send(
                (body.isEmpty() ? request : request.POST(HttpRequest.BodyPublishers.ofString(body))).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private String state(Server server, String id) throws IOException, InterruptedException {
        return String.valueOf(
                ServedParley.object(ask(server, "sk-ana", "/" + id, "").body()).text("state"));
    }

    private static Conversation of(Parley parley, String id) {
        return Objects.requireNonNull(parley.conversation(id));
    }

    /** The plugin does what only ana may do. */
    private static void halt(Conversation talk) {
        talk.tell(new SessionEvent.PluginChanged("plugin_x", Json.Obj.EMPTY.with("override_active", false)));
        while (!talk.isHalted()) {
            Thread.onSpinWait();
        }
    }

    /** What the client was told about it, in order. */
    private static List<Boolean> told(Conversation talk) {
        return talk.record().stream()
                .filter(rune -> rune.kind().equals("session.state")
                        && "halted".equals(rune.payload().text("key")))
                .map(rune -> Boolean.TRUE.equals(rune.payload().flag("value")))
                .toList();
    }

    private static long repliesOf(Conversation talk) {
        return talk.record().stream()
                .map(Rune::kind)
                .filter("agent.reply"::equals)
                .count();
    }

    @Test
    void aLiveConversationIsHaltedToldAndLetGoOnByAnOperatorAlone() throws Exception {
        String id;
        try (Parley parley = parley();
                Server server = Server.start(parley, SPEC, 0, Map.of())) {
            id = String.valueOf(
                    ServedParley.object(ask(server, "sk-ana", "", "{}").body()).text("conversation"));
            Conversation talk = of(parley, id);
            talk.tell(new SessionEvent.OverrideRequested(
                    "ENABLE_OVERRIDE", Json.Obj.EMPTY.with("forced_captions", true), "ana"));
            talk.say("Hello").join();
            long replies = repliesOf(talk);
            halt(talk);
            assertEquals("halted", state(server, id));
            assertEquals(
                    409,
                    ask(server, "sk-ana", "/" + id + "/messages", "{\"text\":\"Hello\"}")
                            .statusCode());
            assertEquals(
                    403,
                    ask(server, "sk-ana", "/" + id + "/resume", "{\"reason\":\"please\"}")
                            .statusCode());
            assertEquals(replies, repliesOf(talk), "nothing is answered");
            assertEquals(List.of(true), told(talk));

            HttpResponse<String> resumed = ask(server, "sk-operator", "/" + id + "/resume", "{\"reason\":\"looked\"}");
            assertEquals(200, resumed.statusCode(), resumed.body());
            assertEquals("open", state(server, id));
            assertEquals(List.of(true, false), told(talk));
            talk.say("Hello again").join();
            assertTrue(repliesOf(talk) > replies, "answers are given again");

            halt(talk);
        }
        Commands commands = new Commands();
        commands.run("", "resume", "--data", data.toString(), id, "--as", "operator", "--reason", "the plugin is off");
        try (Parley parley = parley();
                Server server = Server.start(parley, SPEC, 0, Map.of())) {
            assertEquals("open", state(server, id));
            Conversation talk = of(parley, id);
            long replies = repliesOf(talk);
            talk.say("Are you there?").join();
            assertEquals(replies + 1, repliesOf(talk));
            assertEquals(List.of(true, false, true, false), told(talk));
        }
        assertTrue(commands.run("", "replay", "--data", data.toString(), id)
                .getLast()
                .startsWith("Verified"));
    }
}
