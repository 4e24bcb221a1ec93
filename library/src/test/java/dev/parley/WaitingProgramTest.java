package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.port.Model.Message;
import dev.parley.kernel.port.Model.Reply;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program may wait wherever it gets an answer; the thread that the conversations share is never its own. */
@Timeout(60)
class WaitingProgramTest {
    @TempDir
    Path data;

    private Parley echo() throws Exception {
        return Parley.in(data)
                .carriers(1)
                .model((prompt, _) -> prompt.messages().getLast() instanceof Message.UserSaid said
                        ? Reply.says("You said " + said.text() + ".")
                        : Reply.says(""))
                .human("lea")
                .open();
    }

    @Test
    void theNextQuestionMayBeAskedAndWaitedForWhereTheAnswerArrives() throws Exception {
        try (Parley parley = echo();
                Conversation talk = parley.converse("talk")) {
            CompletableFuture<String> second = talk.say("one")
                    .thenApply(first -> first + " " + talk.say("two").join());
            assertEquals("You said one. You said two.", second.get(30, TimeUnit.SECONDS));
            CompletableFuture<String> third = talk.post("", "three")
                    .thenCompose(_ -> talk.isQuiet())
                    .thenApply(_ -> talk.say("four").join());
            assertEquals(
                    "You said four.",
                    third.get(30, TimeUnit.SECONDS).lines().toList().getLast());
        }
    }

    @Test
    void whoWaitsForEverHoldsUpNobodyElse() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (Parley parley = echo();
                Conversation talk = parley.converse("talk");
                Conversation other = parley.converse("other")) {
            CompletableFuture<Void> stuck = talk.say("one").thenAccept(_ -> waitFor(never));
            CompletableFuture<Void> alsoStuck = talk.over().thenAccept(_ -> waitFor(never));
            CompletableFuture<Void> takenOver = other.speakers().takeOver("lea").thenAccept(lea -> lea.close());
            takenOver.get(30, TimeUnit.SECONDS);
            assertEquals("You said two.", other.say("two").get(30, TimeUnit.SECONDS));
            talk.hangUp("test").get(30, TimeUnit.SECONDS);
            assertEquals("You said three.", other.say("three").get(30, TimeUnit.SECONDS));
            never.countDown();
            CompletableFuture.allOf(stuck, alsoStuck).get(30, TimeUnit.SECONDS);
        }
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
