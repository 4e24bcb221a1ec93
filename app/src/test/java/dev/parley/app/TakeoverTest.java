package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Screen;
import dev.parley.Takeover;
import dev.parley.Visit;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.port.Manner;
import dev.parley.session.settings.Roster;
import dev.parley.session.settings.Roster.Member;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program lets agents pass the floor, a human take it, and a plugin change how a reply is spoken; the record is proven. */
@Timeout(120)
class TakeoverTest {
    private static final String STORY = "Once upon a time there was a king who told stories all day long. ".repeat(20);

    @TempDir
    Path data;

    /** Shows words one by one, and knows when the first is there. */
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

    private static List<String> verdicts(Conversation talk, Predicate<Rune> which) {
        return talk.record().stream()
                .filter(rune -> rune.kind().equals("verdict.stream") && which.test(rune))
                .map(rune -> rune.payload().text("actor") + " "
                        + rune.payload().text("action") + " "
                        + rune.payload().text("decision"))
                .toList();
    }

    private void proven(String conversation) {
        Commands commands = new Commands();
        assertEquals(
                0,
                commands.code("", "replay", "--data", data.toString(), conversation, "--json"),
                () -> commands.lines().toString());
    }

    @Test
    void aHumanInterruptsTheAgentByPriorityIsHeardAndGivesTheFloorBack() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        SlowScreen screen = new SlowScreen();
        try (Parley parley = Parley.in(data)
                        .model((_, _) -> {
                            boolean first = asked.incrementAndGet() == 1;
                            return Reply.says(first ? STORY : "Welcome back.");
                        })
                        .human("joy")
                        .open();
                Conversation talk = parley.converse("desk", Visit.ofStranger(), screen)) {
            var story = talk.say("tell me a story");
            screen.speaks.await();
            try (Takeover joy = talk.speakers().takeOver("joy").join()) {
                assertTrue(STORY.startsWith(story.join()) && story.join().length() < STORY.length() / 2, story.join());
                assertEquals("", talk.say("who is there?").join(), "no model is asked");
                joy.say("This is Joy.").join();
                joy.say("I look after you.").join();
                assertThrows(
                        CompletionException.class,
                        () -> talk.speakers().takeOver("joy").join());
                assertThrows(
                        CompletionException.class,
                        () -> talk.speakers().takeOver("max").join());
            }
            while (!talk.isQuiet().join()) {
                Thread.onSpinWait();
            }
            assertEquals("Welcome back.", talk.say("thank you").join());
            assertEquals(2, asked.get());
            assertTrue(screen.shown().endsWith("This is Joy.|I look after you.|Welcome back.|"), screen.shown());
            assertEquals(
                    List.of(
                            "joy INTERRUPT allowed",
                            "agent RELEASE allowed",
                            "joy CLAIM allowed",
                            "joy CLAIM denied",
                            "joy RELEASE allowed",
                            "agent CLAIM allowed"),
                    verdicts(
                            talk,
                            rune -> List.of("INTERRUPT", "CLAIM", "RELEASE")
                                    .contains(rune.payload().text("action"))));
            assertEquals(
                    2,
                    verdicts(
                                    talk,
                                    rune -> "PLAY".equals(rune.payload().text("action"))
                                            && "joy".equals(rune.payload().text("actor")))
                            .size());
        }
        proven("desk");
    }

    @Test
    void agentsPassTheFloorAndOnlyWhoHasItGivesItAway() throws Exception {
        try (Parley parley = Parley.in(data)
                        .model((prompt, _) -> Reply.says("This is the " + prompt.agent() + "."))
                        .roster(new Roster(List.of(new Member("clerk", 5), new Member("manager", 7))))
                        .open();
                Conversation talk = parley.converse("shop")) {
            assertEquals("This is the clerk.", talk.say("hello").join());
            assertEquals(false, talk.speakers().handOver("manager", "clerk").join());
            assertEquals(false, talk.speakers().handOver("clerk", "nobody").join());
            assertEquals(true, talk.speakers().handOver("clerk", "manager").join());
            assertEquals("This is the manager.", talk.say("hello").join());
        }
        proven("shop");
    }

    /** Stands still at the next event, where the conversation runs, so that wishes meet before they are decided. */
    private static final class Barrier implements Screen {
        final CountDownLatch stands = new CountDownLatch(1);
        final CountDownLatch mayGoOn = new CountDownLatch(1);
        private volatile boolean closed;

        @Override
        public void show(String piece) {}

        @Override
        public void end(boolean whole) {}

        @Override
        public void recorded(Rune rune) {
            if (closed) {
                stands.countDown();
                try {
                    mayGoOn.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
        }

        void close(Conversation talk) throws InterruptedException {
            closed = true;
            talk.tell(new SessionEvent.Muted());
            stands.await();
        }

        void open() {
            closed = false;
            mayGoOn.countDown();
        }
    }

    /** Who takes over comes before who hands over, however late they come; the answer finds whom it is for. */
    @Test
    void everyWishIsAnsweredByWhatWasDecidedAboutIt() throws Exception {
        Barrier barrier = new Barrier();
        try (Parley parley = Parley.in(data)
                        .model((prompt, _) -> Reply.says("This is the " + prompt.agent() + "."))
                        .roster(new Roster(List.of(new Member("clerk", 5), new Member("manager", 7))))
                        .human("joy")
                        .open();
                Conversation talk = parley.converse("shop", Visit.ofStranger(), barrier)) {
            talk.say("hello").join();
            barrier.close(talk);
            var handed = talk.speakers().handOver("clerk", "manager");
            var stranger = talk.speakers().takeOver("max");
            barrier.open();
            assertEquals(true, handed.get(60, TimeUnit.SECONDS));
            assertEquals("max may not take over", whyNot(stranger));
            assertEquals(
                    List.of("clerk TRANSFER allowed"),
                    verdicts(talk, rune -> "TRANSFER".equals(rune.payload().text("action"))));
        }
        proven("shop");
    }

    private static String whyNot(CompletableFuture<?> wish) throws Exception {
        ExecutionException why = assertThrows(ExecutionException.class, () -> wish.get(60, TimeUnit.SECONDS));
        return String.valueOf(Objects.requireNonNull(why.getCause()).getMessage());
    }

    @Test
    void afterTheEndNobodyTakesOver() throws Exception {
        try (Parley parley = Parley.in(data)
                .model((_, _) -> Reply.says("Hello."))
                .human("joy")
                .open()) {
            Conversation talk = parley.converse("over");
            Takeover joy = talk.speakers().takeOver("joy").join();
            talk.hangUp("disconnected").join();
            assertEquals("the conversation is over", whyNot(talk.speakers().takeOver("joy")));
            assertEquals("the conversation is over", whyNot(joy.say("Hello?")));
            joy.close();
        }
        proven("over");
    }

    @Test
    void aPluginChangesHowTheNextReplyIsSpoken() throws Exception {
        try (Parley parley =
                        Parley.in(data).model((_, _) -> Reply.says("Hello.")).open();
                Conversation talk = parley.converse("calm")) {
            Manner slow = new Manner(new BigDecimal("0.5"), BigDecimal.ONE, true);
            talk.speakers().plug("calm", slow);
            talk.say("hello").join();
            talk.speakers().plug("calm", slow);
            talk.speakers().unplug("calm");
            talk.say("hello again").join();
            assertEquals(
                    List.of(
                            "plugin_calm MUTATE_GRAPH allowed",
                            "agent COMMIT allowed",
                            "plugin_calm MUTATE_GRAPH allowed",
                            "plugin_calm ROLLBACK allowed",
                            "agent COMMIT allowed"),
                    verdicts(
                            talk,
                            rune -> List.of("MUTATE_GRAPH", "ROLLBACK", "COMMIT")
                                    .contains(rune.payload().text("action"))));
            assertEquals(
                    1,
                    talk.record().stream()
                            .filter(rune -> rune.kind().equals("caption"))
                            .count());
        }
        proven("calm");
    }
}
