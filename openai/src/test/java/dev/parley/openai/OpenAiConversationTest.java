package dev.parley.openai;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.ParleyBuilder;
import dev.parley.Screen;
import dev.parley.Visit;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.rune.Rune;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A governed conversation whose model is at the other end of a connection. */
@Timeout(60)
class OpenAiConversationTest {
    record Item(String item) {}

    @TempDir
    Path data;

    private final StubServer server = new StubServer();

    OpenAiConversationTest() throws IOException {}

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private ParleyBuilder parts() {
        return Parley.in(data)
                .model(OpenAiModel.at(server.url(), "m", ""))
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1));
    }

    @Test
    void aToolOfTheModelsWishRunsAfterAYesAndItsResultGoesBack() throws Exception {
        server.then(line -> line.streams()
                .event(StubServer.choice(
                        "{\"tool_calls\":[{\"index\":0,\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"order\","
                                + "\"arguments\":\"{\\\"item\\\":\\\"tea\\\"}\"}}]}",
                        "null"))
                .finishes("tool_calls")
                .used(20, 5)
                .done());
        server.then(line -> line.streams()
                .says("Your tea ")
                .says("is on its way.")
                .finishes("stop")
                .done());
        try (Parley parley = parts().tools(TypedTool.writes(
                                        "order", "Orders.", Item.class, (_, item) -> Map.of("got", item.item()))
                                .phrased("order {item}"))
                        .open();
                Conversation talk = parley.converse("t", "ana")) {
            assertEquals(
                    "May I order tea? Please say yes or no.",
                    talk.say("tea please").join());
            assertEquals("Your tea is on its way.", talk.say("yes").join());
            assertTrue(server.requests().getLast().contains("\\\"got\\\":\\\"tea\\\""), "the result is told");
        }
    }

    @Test
    void aStopInTheMiddleOfAnAnswerHangsUp() throws Exception {
        CountDownLatch shown = new CountDownLatch(1);
        server.then(line ->
                line.streams().says("This is the first sentence. And here ").untilLeft());
        Screen screen = new Screen() {
            @Override
            public void show(String piece) {
                shown.countDown();
            }

            @Override
            public void end(boolean whole) {}
        };
        try (Parley parley = parts().open();
                Conversation talk = parley.converse("t", Visit.of("ana"), screen)) {
            var answer = talk.say("tell me everything");
            shown.await();
            talk.stop();
            server.left.await();
            assertEquals("This is the first sentence.", answer.join());
            assertEquals("cancelled", ended(talk.record()).getLast());
        }
    }

    @Test
    void anAnswerThatBreaksOffBeforeItsFirstWordIsAskedForAgain() throws Exception {
        server.then(line -> line.streams().raw("0\r\n\r\n"));
        server.then(line -> line.head("500 Oh", "Content-Length: 0"));
        server.then(line ->
                line.streams().says("Third time lucky.").finishes("stop").done());
        try (Parley parley = parts().open();
                Conversation talk = parley.converse("t", "ana")) {
            assertEquals("Third time lucky.", talk.say("hello").join());
        }
    }

    @Test
    void aStalledAnswerEndsTheTurnAndTheConnection() throws Exception {
        server.then(line -> line.streams().untilLeft());
        try (Parley parley = parts().modelTimeouts(Duration.ofMillis(400), Duration.ofMillis(200))
                        .open();
                Conversation talk = parley.converse("t", "ana")) {
            CompletionException failed = assertThrows(
                    CompletionException.class, () -> talk.say("hello").join());
            assertTrue(String.valueOf(failed.getMessage()).contains("timeout of the model"), failed.getMessage());
            server.left.await();
            assertEquals("provider_timeout", ended(talk.record()).getFirst(), "the next turn only says so");
        }
    }

    @Test
    void aRefusedKeyIsToldToTheProgram() throws Exception {
        server.then(line -> line.head("401 Unauthorized", "Content-Length: 0"));
        try (Parley parley = parts().open();
                Conversation talk = parley.converse("t", "ana")) {
            CompletionException failed = assertThrows(
                    CompletionException.class, () -> talk.say("hello").join());
            assertEquals(
                    "dev.parley.TurnFault: turn 1 ended: error of the model: the model's server answered 401",
                    failed.getMessage());
            server.then(line -> line.streams().says("Fine.").finishes("stop").done());
            assertEquals("Fine.", talk.say("hello").join());
        }
    }

    private static List<String> ended(List<Rune> record) {
        return record.stream()
                .filter(rune ->
                        rune.kind().startsWith("turn.") && rune.payload().has("reason"))
                .map(rune -> String.valueOf(rune.payload().text("reason")))
                .toList();
    }
}
