package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model.Message;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.provider.Modality;
import dev.parley.provider.standin.StandIn;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a Realtime client committed before it asked for a response is heard before the response is given. */
@Timeout(60)
class CommittedSoundTest {
    private static final int SHORT_MS = 200;

    @TempDir
    Path data;

    /** All of the sound fits through the door at once, so that it waits there together with the wish for a response. */
    @Test
    void aResponseAnswersAShortSoundThatWasCommittedBeforeIt() throws IOException, InterruptedException {
        Holding holding = new Holding();
        Parley parley = Parley.in(data)
                .model((prompt, _) -> Reply.says(
                        prompt.messages().getLast() instanceof Message.UserSaid said ? said.text() : "Nobody spoke."))
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                .voices(() -> Map.of(
                        Modality.STT,
                        StandIn.script(List.of("good morning")),
                        Modality.TTS,
                        StandIn.tone(),
                        Modality.VAD,
                        StandIn.level()))
                .open();
        parley.watch(holding);
        try (LocalServer server = new LocalServer(parley, LocalServer.ANAS_KEY);
                RealtimeClient client =
                        new RealtimeClient(URI.create(server.at("").toString()), "sk-ana")) {
            Json.Obj session = (Json.Obj) client.await("session.created").get("session");
            Conversation talk = Objects.requireNonNull(parley.conversation(
                    String.valueOf(Objects.requireNonNull(session).text("id"))));
            client.send("{\"type\":\"session.update\",\"session\":{\"audio\":{\"input\":{\"turn_detection\":null}}}}");
            client.await("session.updated");
            holding.hold(talk);
            client.append(RealtimeClient.tone(SHORT_MS));
            client.send("{\"type\":\"input_audio_buffer.commit\"}");
            client.send("{\"type\":\"response.create\"}");
            client.send("{\"type\":\"conversation.item.retrieve\",\"item_id\":\"none\"}");
            client.await("error");
            holding.goOn();
            client.await("response.done");
            List<@Nullable String> replies = talk.record().stream()
                    .filter(rune -> rune.kind().equals("agent.reply"))
                    .map(rune -> rune.payload().text("pii_text"))
                    .toList();
            assertEquals(List.of("good morning"), replies);
        }
    }
}
