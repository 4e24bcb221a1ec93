package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.parley.kernel.port.Model.Message.UserSaid;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.session.people.Understanding;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What takes long about understanding words is done beside the conversations and holds up none of them. */
@Timeout(60)
class DoorstepTest {
    @TempDir
    Path data;

    private final Slow slow = new Slow();

    private Parley parley() throws IOException {
        return Parley.in(data)
                .carriers(1)
                .understanding(slow)
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
        final Set<String> readUnprepared = ConcurrentHashMap.newKeySet();

        @Override
        public boolean takesLong(String sentence) {
            return sentence.contains("free") && !prepared.contains(sentence);
        }

        @Override
        public void prepare(String sentence) {
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
            List<String> words = one.record().stream()
                    .filter(rune -> rune.kind().equals("user.words"))
                    .map(rune -> String.valueOf(rune.payload().text("pii_text")))
                    .toList();
            assertEquals("free words plain words", String.join(" ", words));
            assertEquals(Set.of(), slow.readUnprepared);
        }
    }

    @Test
    void aStopWaitsForNothingAndLetsInWhatWasSaidBeforeIt() throws Exception {
        try (Parley parley = parley();
                Conversation one = parley.converse("one")) {
            CompletableFuture<String> free = one.say("free words");
            slow.begun.await();
            one.stop();
            free.join();
            assertEquals(1, slow.mayEnd.getCount(), "nobody has waited for the understanding");
            slow.mayEnd.countDown();
        }
    }

    @Test
    void wordsThatWaitWhenTheConversationEndsAreToldSo() throws Exception {
        try (Parley parley = parley()) {
            Conversation one = parley.converse("one");
            CompletableFuture<String> free = one.say("free words");
            slow.begun.await();
            one.hangUp("disconnected").join();
            slow.mayEnd.countDown();
            assertEquals(
                    "the conversation ended: disconnected",
                    free.handle((_, why) -> why == null ? "" : String.valueOf(why.getMessage()))
                            .join());
        }
    }
}
