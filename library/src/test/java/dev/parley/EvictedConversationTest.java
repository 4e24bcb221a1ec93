package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model.Message;
import dev.parley.kernel.port.Model.Prompt;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.Model.WantedCall;
import dev.parley.kernel.rune.Rune;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Conversations that leave memory a moment after nobody speaks answer as if they had stayed. */
@Timeout(60)
class EvictedConversationTest {
    private static final int CONVERSATIONS = 20;
    private static final int SENTENCES = 10;
    private static final int QUESTIONS = 100;

    @TempDir
    Path data;

    record Item(String item) {}

    private Parley parley() throws IOException {
        return Parley.in(data)
                .model((prompt, _) -> reply(prompt))
                .tools(TypedTool.writes("order", "Orders.", Item.class, (_, item) -> Map.of("got", item.item())))
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                .evictingAfter(Duration.ofMillis(1))
                .open();
    }

    private static Reply reply(Prompt prompt) {
        return switch (prompt.messages().getLast()) {
            case Message.UserSaid said
            when said.text().startsWith("Order") -> Reply.calls(new WantedCall("c1", "order", "{\"item\":\"tea\"}"));
            case Message.UserSaid said -> Reply.says("You said: " + said.text() + ".");
            case Message.ToolAnswered done -> Reply.says("The order: " + done.status() + ".");
            case Message.AssistantSaid _, Message.AssistantCalled _ -> Reply.says("");
        };
    }

    /** Opens the latch when the conversation has left memory. */
    private record WhenLeft(CountDownLatch left) implements Flow.Subscriber<Rune> {
        @Override
        public void onSubscribe(Flow.Subscription given) {
            given.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(Rune rune) {
            if (rune.kind().equals("control.drained")) {
                left.countDown();
            }
        }

        @Override
        public void onError(Throwable failed) {
            throw new AssertionError(failed);
        }

        @Override
        public void onComplete() {}
    }

    private static void leaves(Conversation talk) throws InterruptedException {
        CountDownLatch left = new CountDownLatch(1);
        talk.events().subscribe(new WhenLeft(left));
        left.await();
    }

    @Test
    void itsPeopleAreKnownAndTheirYesCounts() throws Exception {
        try (Parley parley = parley();
                Conversation talk = parley.converse("shop", "ana")) {
            leaves(talk);
            assertEquals(
                    "May I order with item tea? Please say yes or no.",
                    talk.say("Order tea").join());
            assertEquals("The order: success.", talk.say("yes").join());
            assertTrue(talk.household().view().house().people().containsKey("ana"));
        }
    }

    /** A question wakes the conversation and waits until its record is read. */
    @Test
    void whoAsksAConversationThatHasLeftIsAnswered() throws Exception {
        try (Parley parley = parley();
                Conversation talk = parley.converse("shop", "ana")) {
            for (int i = 0; i < QUESTIONS; i++) {
                leaves(talk);
                while (parley.evicted() == 0) {
                    Thread.onSpinWait();
                }
                assertTrue(talk.isQuiet().get(30, TimeUnit.SECONDS));
                assertTrue(talk.household().view().house().people().containsKey("ana"));
            }
        }
    }

    /** Nothing that is said at the very moment at which a conversation leaves is lost, answered twice or out of order. */
    @Test
    void everySentenceIsAnsweredOnce() throws Exception {
        try (Parley parley = parley()) {
            List<CompletableFuture<Integer>> all = new ArrayList<>();
            for (int i = 0; i < CONVERSATIONS; i++) {
                Conversation talk = parley.converse("talk-" + i, "ana");
                all.add(CompletableFuture.supplyAsync(() -> hold(talk), parley.work()));
            }
            int right = all.stream().mapToInt(CompletableFuture::join).sum();
            assertEquals(CONVERSATIONS * SENTENCES, right);
            assertEquals(CONVERSATIONS, parley.underWay());
        }
    }

    /** However many they are: closing costs what is in memory. */
    @Test
    void aParleyThatClosesBringsNobodyBack() throws Exception {
        List<Conversation> talks = new ArrayList<>();
        AtomicBoolean closing = new AtomicBoolean();
        AtomicInteger written = new AtomicInteger();
        Parley parley = parley();
        parley.watch(new Observer() {
            @Override
            public void recorded(Rune rune) {
                written.addAndGet(closing.get() ? 1 : 0);
            }
        });
        for (int i = 0; i < 10 * CONVERSATIONS; i++) {
            talks.add(parley.converse("talk-" + i, "ana"));
        }
        while (parley.evicted() < talks.size() || parley.inMemory() > 0) {
            Thread.onSpinWait();
        }
        closing.set(true);
        parley.close();
        assertEquals(0, written.get());
        for (Conversation talk : talks) {
            assertEquals("drained", talk.over().join().reason());
        }
        assertEquals(0, parley.underWay());
        try (Parley next = parley()) {
            assertEquals(talks.size(), next.unfinished().size(), "the next one may go on with them");
        }
    }

    private static int hold(Conversation talk) {
        int right = 0;
        for (int i = 0; i < SENTENCES; i++) {
            String said = "sentence " + i;
            String answer = talk.say(said).join();
            assertTrue(answer.equals("You said: " + said + "."), answer);
            right++;
        }
        return right;
    }
}
