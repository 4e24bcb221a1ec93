package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.Model.Message.UserSaid;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.rune.Rune;
import dev.parley.session.SessionHost;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.people.Understanding;
import dev.parley.session.settings.Cues;
import dev.parley.session.settings.Settings;
import dev.parley.session.settings.Settings.Agency;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What takes long about understanding words is done beside the conversations and holds up none of them. */
@Timeout(60)
class DoorstepTest {
    private static final int MANY = 200;
    private static final int BOUND = 100;

    @TempDir
    Path data;

    private final Slow slow = new Slow();

    private Parley parley() throws IOException {
        return parley(1);
    }

    private Parley parley(int carriers) throws IOException {
        return Parley.in(data)
                .carriers(carriers)
                .understanding(slow)
                .settings(Settings.DEFAULTS.with(Agency.LIVE).with(new Cues(List.of("stop"), List.of())))
                .model((prompt, _) -> prompt.messages().getLast() instanceof UserSaid said
                        ? Reply.says("You said " + said.text() + ".")
                        : Reply.says(""))
                .open();
    }

    /** Takes as long as a test wants for every sentence with the word "free" in it. */
    private static final class Slow implements Understanding {
        final CountDownLatch begun = new CountDownLatch(1);
        final CountDownLatch mayEnd = new CountDownLatch(1);
        final Set<String> prepared = ConcurrentHashMap.newKeySet();
        /** What was prepared, in the order in which that began. */
        final List<String> order = new CopyOnWriteArrayList<>();

        final Set<String> readUnprepared = ConcurrentHashMap.newKeySet();

        @Override
        public boolean takesLong(String sentence) {
            return sentence.contains("free") && !prepared.contains(sentence);
        }

        @Override
        public void prepare(String sentence) {
            order.add(sentence);
            begun.countDown();
            try {
                mayEnd.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            prepared.add(sentence);
        }

        @Override
        public @Nullable String statement(String sentence) {
            if (takesLong(sentence)) {
                readUnprepared.add(sentence);
            }
            return null;
        }

        @Override
        public @Nullable Note note(String sentence) {
            return null;
        }
    }

    @Test
    void anotherConversationIsAnsweredMeanwhileAndLaterWordsKeepTheirOrder() throws Exception {
        try (Parley parley = parley();
                Conversation one = parley.converse("one");
                Conversation other = parley.converse("other")) {
            CompletableFuture<String> free = one.say("free words");
            slow.begun.await();
            CompletableFuture<String> next = one.say("plain words");
            assertEquals("You said hello.", other.say("hello").join());
            assertFalse(free.isDone() || next.isDone());
            slow.mayEnd.countDown();
            next.join();
            assertEquals("free words plain words", words(one));
            assertEquals(Set.of(), slow.readUnprepared);
        }
    }

    @Test
    void aStopWaitsForNothingAndWhatWasSaidBeforeItEntersOnceItIsRead() throws Exception {
        try (Parley parley = parley();
                Conversation one = parley.converse("one")) {
            CompletableFuture<String> free = one.say("free words");
            slow.begun.await();
            CompletableFuture<Void> added = one.add("user", "free words for later");
            one.stop();
            awaitCancels(one, 1);
            assertEquals(1, slow.mayEnd.getCount(), "the stop has not waited for the understanding");
            assertEquals("", words(one), "unread words do not enter");
            slow.mayEnd.countDown();
            assertEquals("", free.join(), "what was typed before the stop is not answered after it");
            added.join();
            assertEquals("free words", words(one));
            assertEquals(Set.of(), slow.readUnprepared);
            assertEquals("You said free words for later next.", one.say("next").join());
        }
    }

    /** Every thread that reads is busy for others, and the words themselves would take long to read. */
    @Test
    void aStopWordInTypedWordsActsAtOnceWhileOtherWordsAreRead() throws Exception {
        try (Parley parley = parley();
                Conversation one = parley.converse("one")) {
            for (int i = 0; i < Readers.THREADS; i++) {
                var _ = parley.converse("busy-" + i).say("free words");
            }
            slow.begun.await();
            CompletableFuture<String> free = one.say("free words");
            CompletableFuture<String> stopped = one.say("please stop the free music");
            awaitCancels(one, 1);
            assertEquals(1, slow.mayEnd.getCount(), "the stop has not waited for the understanding");
            assertEquals("", words(one), "unread words do not enter");
            slow.mayEnd.countDown();
            assertEquals("", free.join(), "what was typed before the stop is not answered after it");
            assertEquals("", stopped.join());
            assertEquals("free words please stop the free music", words(one));
            assertEquals(1, kinds(one, "control.cancel"), "it stops once");
            assertEquals("You said free next.", one.say("free next").join());
            assertEquals(Set.of(), slow.readUnprepared);
        }
    }

    @Test
    void linesThatWaitForOneTurnTogetherAreReadBesideTheConversation() throws Exception {
        slow.mayEnd.countDown();
        try (Parley parley = parley();
                Conversation one = parley.converse("one")) {
            one.add("user", "free words").join();
            one.add("user", "and more of them").join();
            assertEquals(
                    "You said free words and more of them at last.",
                    one.say("at last").join());
            assertTrue(slow.prepared.contains("free words and more of them at last"));
            assertEquals(Set.of(), slow.readUnprepared);
        }
    }

    @Test
    void aStopWordActsAtOnceInALongTextAndWhereItsWordsFindNoRoom() throws Exception {
        try (Parley parley = parley();
                Conversation one = parley.converse("one")) {
            String longText = "well, ".repeat(100) + "stop";
            CompletableFuture<String> free = one.say("free words");
            slow.begun.await();
            CompletableFuture<String> stopped = one.say(longText);
            awaitCancels(one, 1);
            for (int i = 2; i < Doorstep.WAITING_MAX; i++) {
                var _ = one.say("free words " + i);
            }
            assertEquals("the conversation takes nothing in at the moment", whyNot(one.say("stop")));
            awaitCancels(one, 2);
            assertEquals(1, slow.mayEnd.getCount());
            slow.mayEnd.countDown();
            assertEquals("", free.join() + stopped.join());
            assertTrue(words(one).startsWith("free words " + longText), words(one));
        }
    }

    private static Conversation begin(Parley parley, String id, String owner) {
        return parley.converse(id, new Visit("ana", Set.of("ana"), Json.Obj.EMPTY.with(SessionHost.OWNER, owner)));
    }

    /** A carrier with fewer than 32 conversations takes more however busy the machine is; there are enough for that. */
    @Test
    void wordsOfOneOwnerWaitForFewOfAnotherHoweverManyConversationsThatOneHas() throws Exception {
        try (Parley parley = parley(MANY / 32 + 1)) {
            List<CompletableFuture<String>> greedy = new ArrayList<>();
            for (int i = 0; i < MANY; i++) {
                greedy.add(begin(parley, "greedy-" + i, "greedy").say("free words " + i));
            }
            slow.begun.await();
            CompletableFuture<String> others = begin(parley, "other", "other").say("free of another");
            slow.mayEnd.countDown();
            others.join();
            greedy.forEach(CompletableFuture::join);
            int before = slow.order.indexOf("free of another");
            assertTrue(before <= 2 * Readers.THREADS + 1, "after " + before + " of " + MANY);
        }
    }

    @Test
    void textsThatWaitInAllConversationsOfAnOwnerAreBoundedTogether() throws Exception {
        AtomicInteger waiting = new AtomicInteger();
        try (Parley parley = parley()) {
            parley.boundWaitingText((owner, characters) -> {
                if (!owner.equals("greedy") || waiting.addAndGet(characters) <= BOUND) {
                    return Optional.of(() -> waiting.addAndGet(owner.equals("greedy") ? -characters : 0));
                }
                waiting.addAndGet(-characters);
                return Optional.empty();
            });
            Conversation one = begin(parley, "one", "greedy");
            Conversation two = begin(parley, "two", "greedy");
            Conversation other = begin(parley, "other", "other");
            List<CompletableFuture<String>> taken = new ArrayList<>();
            taken.add(one.say("free words"));
            for (int i = 0; i <= BOUND / "free words".length(); i++) {
                taken.add((i % 2 == 0 ? two : one).say("free words"));
            }
            assertOverBudget(one.say("free words"));
            assertOverBudget(two.say("free words"));
            assertOverBudget(two.add("ana", "free words"));
            taken.add(other.say("free words"));
            taken.add(other.say("free words"));
            assertTrue(taken.stream().noneMatch(CompletableFuture::isDone), "these wait and are not refused");
            two.hangUp("disconnected").join();
            CompletableFuture<String> again = one.say("free words");
            slow.mayEnd.countDown();
            again.join();
            other.say("hello").join();
            assertEquals(0, waiting.get(), "what enters or is dropped waits no more");
        }
    }

    private static void assertOverBudget(CompletableFuture<?> refused) {
        ExecutionException why = assertThrows(ExecutionException.class, () -> refused.get(20, TimeUnit.SECONDS));
        assertTrue(why.getCause() instanceof NotTakenIn notTaken && notTaken.isOverBudget(), String.valueOf(why));
    }

    private static void awaitCancels(Conversation talk, int count) {
        while (kinds(talk, "control.cancel") < count) {
            assertFalse(Thread.currentThread().isInterrupted(), "the stop has not acted in time");
            Thread.onSpinWait();
        }
    }

    private static long kinds(Conversation talk, String kind) {
        return talk.record().stream().filter(rune -> rune.kind().equals(kind)).count();
    }

    @Test
    void whatFindsNoRoomIsRefusedAndWhatWaitsIsNotLost() throws Exception {
        try (Parley parley = parley();
                Conversation one = parley.converse("one")) {
            List<CompletableFuture<String>> waiting = new ArrayList<>();
            for (int i = 0; i < Doorstep.WAITING_MAX; i++) {
                waiting.add(one.say("free words " + i));
            }
            assertEquals("the conversation takes nothing in at the moment", whyNot(one.say("free words too many")));
            assertFalse(one.tell(new SessionEvent.Muted()));
            slow.mayEnd.countDown();
            waiting.getLast().join();
            String words = words(one);
            for (int i = 0; i < Doorstep.WAITING_MAX; i++) {
                assertTrue(words.contains("free words " + i), words);
            }
            assertFalse(words.contains("too many"), words);
        }
    }

    @Test
    void aStopThatFindsTheDoorstepFullGetsIn() throws Exception {
        try (Parley parley = parley();
                Conversation one = parley.converse("one")) {
            for (int i = 0; i < Doorstep.WAITING_MAX; i++) {
                var _ = one.say("free words " + i);
            }
            assertTrue(one.tell(new SessionEvent.StopRequested("user")));
            slow.mayEnd.countDown();
        }
    }

    private static String whyNot(CompletableFuture<String> said) {
        return said.handle((_, why) -> why == null ? "" : String.valueOf(why.getMessage()))
                .join();
    }

    private static String words(Conversation talk) {
        return talk.record().stream()
                .filter(rune -> rune.kind().equals("user.words"))
                .map(rune -> String.valueOf(rune.payload().text("pii_text")))
                .collect(Collectors.joining(" "));
    }

    @Test
    void wordsThatWaitWhenTheConversationEndsAreToldSo() throws Exception {
        try (Parley parley = parley()) {
            Conversation one = parley.converse("one");
            CompletableFuture<String> free = one.say("free words");
            slow.begun.await();
            one.hangUp("disconnected").join();
            slow.mayEnd.countDown();
            assertEquals("the conversation ended: disconnected", whyNot(free));
        }
    }

    /** Stands still at the next event, where the conversation runs. */
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
    }

    @Test
    void aWishThatWaitsAndFindsTheDoorFullIsToldSo() throws Exception {
        Barrier barrier = new Barrier();
        try (Parley parley = parley();
                Conversation one = parley.converse("one", Visit.ofStranger(), barrier)) {
            one.say("hello").join();
            barrier.closed = true;
            one.tell(new SessionEvent.Muted());
            barrier.stands.await();
            while (one.tell(new SessionEvent.Unmuted())) {
                Thread.onSpinWait();
            }
            CompletableFuture<String> free = one.say("free words");
            slow.begun.await();
            CompletableFuture<String> handed =
                    one.speakers().handOver("agent", "nobody").handle((yes, _) -> "told " + yes);
            slow.mayEnd.countDown();
            String whyNot = whyNot(free);
            String told = handed.completeOnTimeout("told nothing", 5, TimeUnit.SECONDS)
                    .join();
            barrier.closed = false;
            barrier.mayGoOn.countDown();
            assertEquals("the conversation takes nothing in at the moment", whyNot);
            assertEquals("told false", told, "at once, and not after the time for a decision");
        }
    }
}
