package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Parley;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model.Message;
import dev.parley.kernel.port.Model.Prompt;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.Model.WantedCall;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Items that a Realtime client writes itself: what its model learns of them, and their order. */
class RealtimeItemsTest {
    private static final ServerSpec SPEC = new ServerSpec(
            "127.0.0.1",
            null,
            List.of(new ServerSpec.Key("sk-ana", ServerSpec.Role.CLIENT, List.of("ana"))),
            null,
            null,
            List.of(),
            null,
            100_000);

    @TempDir
    Path data;

    private Parley parley;
    private Server server;

    @BeforeEach
    void start() throws IOException {
        parley = Parley.in(data)
                .model((prompt, _) -> reply(prompt))
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                .open();
        server = Server.start(parley, SPEC, 0, Map.of());
    }

    @AfterEach
    void stop() {
        server.close();
        parley.close();
    }

    private static Reply reply(Prompt prompt) {
        return switch (prompt.messages().getLast()) {
            case Message.UserSaid said
            when said.text().contains("order") -> Reply.calls(new WantedCall("c1", "order", "{\"item\":\"tea\"}"));
            case Message.UserSaid _ ->
                Reply.says("Notes: " + String.join(" ", prompt.notes()) + " Said: " + said(prompt) + ".");
            default -> Reply.says("Done.");
        };
    }

    private static String said(Prompt prompt) {
        return prompt.messages().stream()
                .map(message -> message instanceof Message.AssistantSaid(String text) ? text : "")
                .reduce("", (before, text) -> before + text);
    }

    private RealtimeClient connect() {
        return new RealtimeClient(URI.create(server.address()), "sk-ana");
    }

    private static Json.Obj item(RealtimeClient client, String id, String role, String text, String more)
            throws InterruptedException {
        String part = role.equals("assistant") ? "output_text" : "input_text";
        client.send("{\"type\":\"conversation.item.create\"" + more + ",\"item\":{\"id\":\"" + id
                + "\",\"type\":\"message\",\"role\":\"" + role + "\",\"content\":[{\"type\":\"" + part
                + "\",\"text\":\"" + text + "\"}]}}");
        return client.await("conversation.item.done");
    }

    private static Json.Obj answer(RealtimeClient client, String words) throws InterruptedException {
        client.say(words);
        client.await("conversation.item.done");
        client.send("{\"type\":\"response.create\"}");
        return client.await("response.done");
    }

    private static String conversation(RealtimeClient client) throws InterruptedException {
        Json.Obj session = RealtimeClient.part(client.await("session.created"), "session");
        return String.valueOf(Objects.requireNonNull(session).text("id"));
    }

    private long asked(String conversation) {
        return Objects.requireNonNull(parley.conversation(conversation)).record().stream()
                .filter(rune -> rune.kind().equals("verdict.tool")
                        && "ask".equals(rune.payload().text("action")))
                .count();
    }

    @Test
    void theModelKnowsWhatItsClientSeeds() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            String conversation = conversation(client);
            item(client, "s1", "system", "The guest is a pirate.", "");
            item(client, "a1", "assistant", "We spoke of parrots.", "");
            String told = answer(client, "what do you know").text();
            assertTrue(told.contains("The guest is a pirate."), told);
            assertTrue(told.contains("Said: We spoke of parrots."), told);
            assertEquals(
                    List.of("system", "assistant"),
                    Objects.requireNonNull(parley.conversation(conversation)).record().stream()
                            .filter(rune -> rune.kind().equals("session.context"))
                            .map(rune -> String.valueOf(rune.payload().text("role")))
                            .toList());
        }
    }

    private static final String ORDERS = "{\"type\":\"session.update\",\"session\":{\"tools\":[{\"type\":\"function\","
            + "\"name\":\"order\",\"parameters\":{\"type\":\"object\"}}]}}";

    @Test
    void whatAClientSeedsIsFromOutsideTheHouse() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            String conversation = conversation(client);
            client.send(ORDERS);
            client.await("session.updated");
            answer(client, "please order tea");
            assertEquals(0, asked(conversation), "a person has said it, and nothing else was there");
            assertEquals(1, client.count("response.function_call_arguments.done"));
        }
        try (RealtimeClient client = connect()) {
            String conversation = conversation(client);
            client.send(ORDERS);
            client.await("session.updated");
            item(client, "a1", "assistant", "Shall I order tea?", "");
            answer(client, "please order tea");
            assertEquals(1, asked(conversation), "what came from outside may have wished for it");
            assertEquals(0, client.count("response.function_call_arguments.done"));
        }
    }

    @Test
    void itemsComeInTheOrderThatTheClientWants() throws InterruptedException {
        try (RealtimeClient client = connect()) {
            client.await("session.created");
            assertEquals(Json.Null.NULL, item(client, "one", "user", "one", "").get("previous_item_id"));
            Json.Obj second = item(client, "two", "user", "two", "");
            assertEquals(Json.of("one"), second.get("previous_item_id"));
            Json.Obj first = item(client, "zero", "system", "zero", ",\"previous_item_id\":\"root\"");
            assertEquals(Json.Null.NULL, first.get("previous_item_id"), "it is the first one now");
            Json.Obj between = item(client, "half", "user", "half", ",\"previous_item_id\":\"one\"");
            assertEquals(Json.of("one"), between.get("previous_item_id"));
            client.send("{\"type\":\"conversation.item.delete\",\"item_id\":\"half\"}");
            assertEquals("half", client.await("conversation.item.deleted").text("item_id"));
            client.send("{\"type\":\"conversation.item.retrieve\",\"event_id\":\"e\",\"item_id\":\"half\"}");
            Json.Obj error = Objects.requireNonNull(RealtimeClient.part(client.await("error"), "error"));
            assertEquals("item_not_found e", error.text("code") + " " + error.text("event_id"));
            Json.Obj third = item(client, "three", "user", "three", ",\"previous_item_id\":\"one\"");
            assertEquals(Json.of("one"), third.get("previous_item_id"));
            assertNull(RealtimeClient.part(third, "error"));
        }
    }
}
