package dev.parley.openai;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.port.Model.Message;
import dev.parley.kernel.port.Model.ModelFailure;
import dev.parley.kernel.port.Model.Prompt;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.Model.ToolOffer;
import dev.parley.kernel.port.Model.WantedCall;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The model against a server that misbehaves in every way that a test can name. */
@Timeout(60)
class OpenAiModelTest {
    private static final String KEY = "sk-secret-17";
    private static final String CUE = "I was about";

    private final StubServer server = new StubServer();
    private final List<String> drafted = new ArrayList<>();

    OpenAiModelTest() throws IOException {}

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void handsOverWordsAsTheyComeAndWhatTheyCost() throws Exception {
        server.then(line -> line.streams()
                .says("Hello, ")
                .says("Ana.")
                .finishes("stop")
                .used(40, 2)
                .done());
        Reply reply = ask(model());
        assertEquals(List.of("Hello, ", "Ana."), drafted);
        assertEquals("", reply.text());
        assertEquals(42, reply.tokensUsed());
        String request = server.requests().getFirst();
        assertTrue(request.startsWith("POST /v1/chat/completions "), request);
        assertTrue(request.contains("Authorization: Bearer " + KEY), request);
        assertTrue(request.contains("\"include_usage\" : true") || request.contains("\"include_usage\":true"), request);
    }

    @Test
    void aServerThatDoesNotCountIsCountedFor() throws Exception {
        server.then(line ->
                line.streams().says("four words of text").finishes("stop").done());
        assertTrue(ask(model()).tokensUsed() > 0);
    }

    /** A cost below zero would be a budget that grows, or the end of the agent. */
    @Test
    void estimatesTokensWhereTheServerClaimsLessThanOne() throws Exception {
        server.then(line -> line.streams()
                .says("ok")
                .finishes("stop")
                .used(-5, -2_000_000_000)
                .done());
        assertTrue(ask(model()).tokensUsed() > 0);
    }

    @Test
    void theReasonOfARefusalHoldsNothingThatATerminalObeys() {
        server.then(line -> line.head("200 OK", "Content-Type: text/html\u009b[2J" + "x".repeat(5_000))
                .raw("0\r\n\r\n"));
        String reason = String.valueOf(
                assertThrows(ModelFailure.class, () -> ask(model())).getMessage());
        assertTrue(reason.chars().allMatch(c -> c >= ' ' && c <= '~'), reason);
        assertTrue(reason.length() < 200, reason);
    }

    @Test
    void aWishIsHandedOverWithTheAnswersEnd() throws Exception {
        server.then(line -> line.streams()
                .event(called(
                        "{\"index\":0,\"id\":\"call_1\",\"type\":\"function\",\"function\":{\"name\":\"shop_order\","
                                + "\"arguments\":\"\"}}"))
                .event(called("{\"index\":0,\"function\":{\"arguments\":\"{\\\"item\\\":\"}}"))
                .event(called("{\"index\":0,\"function\":{\"arguments\":\"\\\"tea\\\"}\"}}"))
                .finishes("tool_calls")
                .done());
        Json.Obj schema = (Json.Obj)
                JsonDecoder.decode(
                        "{\"type\":\"object\",\"properties\":{\"item\":{\"type\":\"string\",\"maxLength\":9}},\"required\":[\"item\"]}");
        Prompt prompt = new Prompt(
                List.of(new Message.UserSaid("ana", "tea please")),
                List.of(new ToolOffer("shop.order", "Orders an item.", schema)),
                100);
        Reply reply = model().reply(prompt, CancelToken.NEVER);
        assertEquals(List.of(new WantedCall("call_1", "shop.order", "{\"item\":\"tea\"}")), reply.calls());
        String request = server.requests().getFirst().replaceAll("\\s", "");
        assertTrue(request.contains("\"maxLength\":9"), request);
        assertTrue(request.contains("\"required\":[\"item\"]"), request);
        assertTrue(request.contains("\"name\":\"shop_order\""), request);
    }

    @Test
    void everyCallIsFollowedByItsResultAndSpeakersAreNamedWhereThereAreSeveral() throws Exception {
        server.then(line -> line.streams().says("Fine.").finishes("stop").done());
        Prompt prompt = new Prompt(
                List.of(
                        new Message.UserSaid("ana", "two teas"),
                        new Message.AssistantSaid("One moment."),
                        new Message.AssistantCalled(new WantedCall("a", "order", "{}")),
                        new Message.AssistantCalled(new WantedCall("b", "order", "{}")),
                        new Message.UserSaid("ben", "and milk"),
                        new Message.ToolAnswered("a", "order", "success", new Json.Str("got it")),
                        new Message.ToolAnswered("b", "order", "denied", Json.Null.NULL)),
                List.of(),
                100);
        Reply _ = model().instructed("You keep a shop.").reply(prompt, CancelToken.NEVER);
        String request = server.requests().getFirst();
        Json.Obj body = (Json.Obj) JsonDecoder.decode(request.substring(request.indexOf("\r\n\r\n") + 4));
        Json.Arr told = assertInstanceOf(Json.Arr.class, body.get("messages"));
        List<String> roles = told.items().stream()
                .map(each -> String.valueOf(((Json.Obj) each).text("role")))
                .toList();
        assertEquals(List.of("system", "user", "assistant", "tool", "tool", "user"), roles);
        assertTrue(request.contains("ben: and milk"), request);
        assertTrue(request.contains("denied"), request);
    }

    @Test
    void refusalsOfTheServerAreTriedAgainOnlyWhereThatHelps() throws Exception {
        assertFailure("400 Bad Request", false, 0);
        assertFailure("401 Unauthorized", false, 0);
        assertFailure("302 Found", false, 0, "Location: http://127.0.0.1:1/");
        assertFailure("408 Request Timeout", true, 0);
        assertFailure("500 Internal Server Error", true, 0);
        assertFailure("429 Too Many Requests", true, 2_000, "Retry-After: 2");
        assertFailure("429 Too Many Requests", false, 0, "Retry-After: 86400");
    }

    private void assertFailure(String status, boolean retryable, long retryAfterMs, String... headers) {
        server.then(line -> line.head(status, headers).raw("{\"error\":{\"message\":\"" + KEY + "\"}}"));
        ModelFailure failure = assertThrows(ModelFailure.class, () -> ask(model()));
        assertEquals("the model's server answered " + status.substring(0, 3), failure.getMessage());
        assertEquals(retryable, failure.retryable(), status);
        assertEquals(retryAfterMs, failure.retryAfterMs(), status);
    }

    @Test
    void halfAnAnswerIsNone() {
        broken(line -> line.streams().says("I will").raw("0\r\n\r\n"), "an end without a reason");
        broken(line -> line.streams().says("I will").drops(), "a reset");
        broken(
                line -> line.streams()
                        .chunk("data: {\"id\":\"x\",\"choices\":[{\"ind")
                        .raw("0\r\n\r\n"),
                "half a message");
        broken(line -> line.streams().raw("7f\r\ndata: {").drops(), "half a chunk");
        broken(line -> line.streams().event("{{{").done(), "no JSON");
        broken(
                line -> line.streams()
                        .event("{\"error\":{\"message\":\"overloaded\"}}")
                        .done(),
                "an error in the stream");
        broken(
                line -> line.streams()
                        .event(called(
                                "{\"index\":0,\"id\":\"c\",\"type\":\"function\",\"function\":{\"name\":\"order\","
                                        + "\"arguments\":\"{\\\"item\"}}"))
                        .raw("0\r\n\r\n"),
                "half a call");
    }

    private void broken(StubServer.Play play, String what) {
        server.then(play);
        ModelFailure failure = assertThrows(ModelFailure.class, () -> ask(model()), what);
        assertTrue(failure.retryable(), what);
    }

    @Test
    void anAnswerThatTheServerCutOrWithheldIsNotTriedAgain() {
        server.then(line -> line.streams().finishes("content_filter").done());
        assertFalse(assertThrows(ModelFailure.class, () -> ask(model())).retryable());
        server.then(line -> line.streams()
                .event(called("{\"index\":0,\"id\":\"c\",\"type\":\"function\",\"function\":{\"name\":\"order\","
                        + "\"arguments\":\"{\\\"item\"}}"))
                .finishes("length")
                .done());
        assertFalse(assertThrows(ModelFailure.class, () -> ask(model())).retryable());
        server.then(line -> line.head("200 OK", "Content-Type: text/html", "Content-Length: 2")
                .raw("no"));
        assertFalse(assertThrows(ModelFailure.class, () -> ask(model())).retryable());
    }

    @Test
    void aServerThatNeverStopsWritingIsStopped() throws Exception {
        String flood = "x".repeat(1 << 20);
        server.then(line -> {
            line.streams();
            while (true) {
                line.chunk(flood);
            }
        });
        assertTrue(assertThrows(ModelFailure.class, () -> ask(model())).retryable());
        server.left.await();
    }

    @Test
    void nobodyAtTheAddressIsAFailureToTryAgain() throws Exception {
        server.close();
        ModelFailure failure = assertThrows(ModelFailure.class, () -> ask(model()));
        assertTrue(failure.retryable());
        assertTrue(String.valueOf(failure.getMessage()).contains("cannot be reached"), failure.getMessage());
    }

    @Test
    void aCancelClosesTheConnectionInEveryPhase() throws Exception {
        hangsUpWhile((line, cancel) -> cancel.run());
        hangsUpWhile((line, cancel) -> {
            line.streams();
            cancel.run();
        });
        hangsUpWhile((line, cancel) -> line.streams().says(CUE));
    }

    private interface Scene {
        void play(StubServer.Line line, Runnable cancel) throws IOException;
    }

    /** Cancels when the scene says so, or when the model has read the cue, and waits until the server sees the end. */
    private static void hangsUpWhile(Scene scene) throws Exception {
        try (StubServer other = new StubServer()) {
            ManualToken token = new ManualToken();
            other.then(line -> {
                scene.play(line, token::cancel);
                line.untilLeft();
            });
            OpenAiModel model = OpenAiModel.at(other.url(), "m", "", _ -> null);
            Model.Draft draft = new Model.Draft() {
                @Override
                public void text(String words) {
                    assertEquals(CUE, words);
                    token.cancel();
                }

                @Override
                public void call(WantedCall call) {}
            };
            assertThrows(ModelFailure.class, () -> model.reply(prompt(), token, draft));
            other.left.await();
        }
    }

    @Test
    void aCallThatIsCancelledBeforeItBeginsAsksNobody() {
        ManualToken token = new ManualToken();
        token.cancel();
        assertThrows(ModelFailure.class, () -> model().reply(prompt(), token));
        assertEquals(List.of(), server.requests());
    }

    @Test
    void keysComeFromTheEnvironmentAndAreNeverShown() {
        IllegalArgumentException missing = assertThrows(
                IllegalArgumentException.class, () -> OpenAiModel.at(server.url(), "m", "NO_SUCH_KEY_HERE"));
        assertTrue(String.valueOf(missing.getMessage()).contains("NO_SUCH_KEY_HERE"), missing.getMessage());
        IllegalArgumentException odd = assertThrows(
                IllegalArgumentException.class, () -> OpenAiModel.at(server.url(), "m", "K", _ -> "sk\nHost: x"));
        assertFalse(String.valueOf(odd.getMessage()).contains("sk"), odd.getMessage());
        assertFalse(model().toString().contains(KEY));
        for (String url : List.of("ftp://x", "no address", "https://u:p@host/v1", "")) {
            assertThrows(IllegalArgumentException.class, () -> OpenAiModel.at(url, "m", ""), url);
        }
    }

    private OpenAiModel model() {
        return OpenAiModel.at(server.url(), "m", "K", _ -> KEY);
    }

    private static Prompt prompt() {
        return new Prompt(List.of(new Message.UserSaid("ana", "hello")), List.of(), 100);
    }

    private Reply ask(Model model) throws ModelFailure {
        return model.reply(prompt(), CancelToken.NEVER, new Model.Draft() {
            @Override
            public void text(String words) {
                drafted.add(words);
            }

            @Override
            public void call(WantedCall call) {
                drafted.add(call.tool());
            }
        });
    }

    private static String called(String call) {
        return StubServer.choice("{\"tool_calls\":[" + call + "]}", "null");
    }

    /** Cancelled by a test. */
    private static final class ManualToken implements CancelToken {
        private final List<Runnable> actions = new ArrayList<>();
        private boolean cancelled;

        void cancel() {
            List<Runnable> all;
            synchronized (this) {
                cancelled = true;
                all = List.copyOf(actions);
            }
            all.forEach(Runnable::run);
        }

        @Override
        public synchronized boolean isCancelled() {
            return cancelled;
        }

        @Override
        public void onCancel(Runnable action) {
            boolean late;
            synchronized (this) {
                actions.add(action);
                late = cancelled;
            }
            if (late) {
                action.run();
            }
        }
    }
}
