package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.FarEnd;
import dev.parley.Parley;
import dev.parley.ParleyBuilder;
import dev.parley.Visit;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.port.Model.Message;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.Model.WantedCall;
import dev.parley.kernel.rune.Rune;
import dev.parley.openai.OpenAiModel;
import dev.parley.provider.Modality;
import dev.parley.provider.standin.StandIn;
import dev.parley.session.media.Frame;
import dev.parley.session.settings.Settings;
import dev.parley.testing.Scenarios;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What somebody meets who builds an agent of their own with the library. Each of these once made somebody leave. */
@Timeout(120)
class LibraryFrictionsTest {
    private static final Path ROOT = Path.of(System.getProperty("parley.root", ".."));
    private static final String LONG =
            "Well, let me think about that for you, because there is a lot to say about it today.";
    private static final byte[] SILENCE = new byte[Frame.BYTES];
    private static final byte[] VOICE = voice();

    private final Commands commands = new Commands();
    private final List<List<Message>> prompts = new CopyOnWriteArrayList<>();

    @TempDir
    private Path data = Path.of("");

    record Item(String item) {}

    private static byte[] voice() {
        byte[] pcm = new byte[Frame.BYTES];
        for (int i = 0; i < pcm.length; i += 2) {
            pcm[i + 1] = (byte) (i % 40 < 20 ? 20 : -20);
        }
        return pcm;
    }

    /** A microphone and a loudspeaker of somebody's own. */
    private static final class Card implements FarEnd {
        private final BlockingQueue<Rune> runes = new LinkedBlockingQueue<>();
        private final AtomicInteger played = new AtomicInteger();

        @Override
        public boolean play(byte[] pcm, long mediaMicros) {
            played.incrementAndGet();
            return true;
        }

        @Override
        public void flush() {}

        @Override
        public void recorded(Rune rune) {
            runes.add(rune);
        }

        @Override
        public Settings settings(Settings usual) {
            return usual.listening(200, true);
        }

        private void await(String kind) throws InterruptedException {
            Rune rune = null;
            while (rune == null || !rune.kind().equals(kind)) {
                rune = runes.poll(20, TimeUnit.SECONDS);
                assertNotNull(rune, "no " + kind);
            }
        }
    }

    private static void speak(Conversation talk) {
        for (int i = 0; i < 45; i++) {
            while (!talk.hear(i < 30 ? VOICE : SILENCE, 0, Frame.Voiced.DETECTED)) {
                Thread.onSpinWait();
            }
        }
    }

    private ParleyBuilder spoken() {
        return Parley.in(data)
                .model((prompt, _) -> {
                    prompts.add(prompt.messages());
                    return Reply.says(LONG);
                })
                .voices(() -> Map.of(
                        Modality.STT,
                        StandIn.script(List.of("tell me something", "stop it please")),
                        Modality.TTS,
                        StandIn.tone(),
                        Modality.VAD,
                        StandIn.level()));
    }

    @Test
    void audioFlowsInAndOut() throws Exception {
        Card card = new Card();
        try (Parley parley = spoken().open()) {
            Conversation talk = parley.converse("voice-1", Visit.ofStranger(), card);
            speak(talk);
            card.await("playback.started");
            card.await("playback.progress");
            assertTrue(card.played.get() > 0, "frames of 20 ms came out");
            talk.hangUp("disconnected").join();
        }
        assertEquals(
                "tell me something", prompts.getFirst().getLast() instanceof Message.UserSaid said ? said.text() : "");
    }

    /** The second sentence is written only when the first was heard. */
    @Test
    void aSentenceIsSpokenWhileTheModelStillWrites() throws Exception {
        CountDownLatch heard = new CountDownLatch(1);
        Model writing = new Model() {
            @Override
            public Reply reply(Prompt prompt, CancelToken cancel) {
                return Reply.says("");
            }

            @Override
            public Reply reply(Prompt prompt, CancelToken cancel, Draft draft) throws ModelFailure {
                draft.text("I am looking. ");
                try {
                    heard.await();
                } catch (InterruptedException e) {
                    throw new ModelFailure("interrupted", false);
                }
                draft.text("Here it is.");
                return new Reply("", List.of(), 7);
            }
        };
        try (Parley parley = Parley.in(data).model(writing).open()) {
            Conversation talk = parley.converse("stream", Visit.ofStranger(), new dev.parley.Screen() {
                @Override
                public void show(String piece) {}

                @Override
                public void end(boolean whole) {
                    heard.countDown();
                }
            });
            assertEquals("I am looking.\nHere it is.", talk.say("Look").join());
        }
    }

    @Test
    void afterABargeInTheModelIsToldWhatWasHeard() throws Exception {
        Card card = new Card();
        try (Parley parley = spoken().open()) {
            Conversation talk = parley.converse("voice-1", Visit.ofStranger(), card);
            speak(talk);
            card.await("playback.started");
            speak(talk);
            card.await("playback.started");
            talk.hangUp("disconnected").join();
        }
        for (Message message : prompts.get(1)) {
            if (message instanceof Message.AssistantSaid said) {
                assertTrue(LONG.startsWith(said.text()) && said.text().length() < LONG.length(), said.text());
            }
        }
    }

    @Test
    void aRestartForgetsNothing() throws Exception {
        ParleyBuilder noting = Parley.in(data).model((prompt, _) -> {
            prompts.add(prompt.messages());
            return Reply.says("Noted.");
        });
        try (Parley parley = noting.open()) {
            Conversation talk = parley.converse("long", Visit.ofStranger());
            assertEquals("Noted.", talk.say("My order is number seven.").join());
            parley.drain();
        }
        try (Parley parley = noting.open()) {
            Conversation talk = parley.resume("long", Visit.ofStranger());
            assertEquals("Noted.", talk.say("What is my order?").join());
        }
        List<Message> second = prompts.getLast();
        assertEquals(3, second.size(), second.toString());
        assertTrue(
                second.toString().contains("number seven") && second.toString().contains("Noted."));
    }

    private ParleyBuilder shop() {
        return Parley.in(data)
                .model((prompt, _) -> switch (prompt.messages().getLast()) {
                    case Message.UserSaid _ -> Reply.calls(new WantedCall("c1", "order", "{\"item\":\"tea\"}"));
                    case Message.ToolAnswered done -> Reply.says("The order: " + done.status() + ".");
                    case Message.AssistantSaid _, Message.AssistantCalled _ -> Reply.says("");
                })
                .tools(TypedTool.writes("order", "Orders.", Item.class, (_, item) -> Map.of("got", item.item())))
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1));
    }

    @Test
    void replayAndExplainKnowWhatALibraryDecided() throws Exception {
        long denied;
        try (Parley parley = shop().open();
                Conversation talk = parley.converse("order-1", "ana")) {
            talk.say("Order some tea").join();
            assertEquals("The order: denied.", talk.say("no").join());
            denied = talk.record().stream()
                    .filter(rune -> rune.kind().equals("tool.result"))
                    .findFirst()
                    .orElseThrow()
                    .eventId();
        }
        String replayed = commands.run("", "replay", "--data", data.toString(), "order-1", "--json")
                .getFirst();
        assertTrue(replayed.contains("\"verified\":true") && !replayed.contains("\"verdicts\":0,"), replayed);
        List<String> why = commands.run("", "explain", "--data", data.toString(), "order-1", "" + denied);
        assertTrue(why.stream().anyMatch(line -> line.contains("said \"no\"")), why.toString());
        assertTrue(why.stream().noneMatch(line -> line.contains("No decision is behind it")), why.toString());
    }

    @Test
    void aScenarioTestsAnAgentOfOnesOwn() throws IOException {
        Path file = Files.writeString(data.resolve("tea.yaml"), """
            name: my own agent orders
            people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]
            user:
              - {at_ms: 0, types: "tea, please", by: ana}
              - {at_ms: 3000, approves: c1, by: ana}
            expect:
              tools: [{tool: order, status: success}]
              history: [{role: user}, {role: tool}, {role: assistant, text: "The order: success."}]
            """);
        assertEquals(List.of(), Scenarios.run(file, shop()).failures());
    }

    @Test
    void theArtifactsHaveNamesThatThePageTells() throws IOException {
        String page = Files.readString(ROOT.resolve("README.md")) + Files.readString(ROOT.resolve("docs/library.md"));
        String bom = Files.readString(ROOT.resolve("bom/pom.xml"));
        assertTrue(page.contains("dev.parley:parley") && page.contains("parley-bom"), "coordinates");
        assertTrue(page.contains("./parley install"));
        assertTrue(bom.contains("<artifactId>parley</artifactId>"));
    }

    /** What the library pulls in besides its own modules decides nothing about anybody's logging. */
    @Test
    void noLoggingIsForcedOnAnApplication() throws IOException {
        for (String module : List.of(
                "kernel",
                "runelog",
                "replay",
                "pipeline",
                "provider",
                "agent",
                "session",
                "sim",
                "library",
                "testkit",
                "openai",
                "bom")) {
            try (Stream<String> lines = Files.lines(ROOT.resolve(module).resolve("pom.xml"))) {
                List<String> bindings = lines.filter(line ->
                                line.contains("slf4j-nop") || line.contains("slf4j-simple") || line.contains("logback"))
                        .toList();
                assertEquals(List.of(), bindings, module);
            }
        }
    }

    @Test
    void thePageShowsAWholeConversationInThirtyLines() throws IOException {
        String page = Files.readString(ROOT.resolve("README.md"));
        int from = page.indexOf("```java\n") + 8;
        String example = page.substring(from, page.indexOf("```", from));
        assertTrue(
                example.contains("Parley.in(") && example.contains(".converse(") && example.contains(".say("), example);
        assertTrue(example.lines().count() < 30, example);
    }

    @Test
    void aModelThatFailsIsAskedAgainOrEndsItsTurnWithAReason() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        Model model = (_, _) -> switch (asked.incrementAndGet()) {
            case 1 -> throw new Model.ModelFailure("429", true);
            case 3 -> throw new IllegalStateException("thrown by somebody's library");
            default -> Reply.says("Fine.");
        };
        try (Parley parley = Parley.in(data).model(model).open()) {
            Conversation talk = parley.converse("busy");
            assertEquals("Fine.", talk.say("Hello").join());
            CompletionException told = assertThrows(
                    CompletionException.class, () -> talk.say("Hello").join());
            assertTrue(String.valueOf(told.getMessage()).contains("thrown by somebody's library"), told::toString);
            assertEquals("Fine.", talk.say("Hello").join());
            assertEquals(
                    1,
                    talk.record().stream()
                            .filter(rune -> rune.kind().equals("turn.error"))
                            .count());
        }
        assertNotNull(OpenAiModel.class, "a model of a server is one line");
    }
}
