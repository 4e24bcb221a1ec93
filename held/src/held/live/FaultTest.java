package held.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.app.talk.OtherModel;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.pipeline.loop.Carriers;
import dev.parley.pipeline.loop.LoopSeat;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.record.Journal;
import dev.parley.sim.run.MemoryJournal;
import dev.parley.sim.script.ScenarioReader;
import held.Given;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever is thrown ends one conversation, or one agent, with a reason, and nobody else. */
class FaultTest {
    @TempDir
    private Path data;

    /** What stands in the record of a conversation whose own code throws while a turn is open. */
    private static List<String> recordedOfAFault(String kind) throws Exception {
        MemoryJournal memory = new MemoryJournal();
        boolean[] thrown = {false};
        Journal broken = new Journal() {
            @Override
            public Rune append(RuneDraft draft) {
                if (draft.kind().equals("agent.reply") && !thrown[0]) {
                    thrown[0] = true;
                    throw new IllegalStateException("broken");
                }
                return memory.append(draft);
            }

            @Override
            public boolean isDurable(long eventId) {
                return true;
            }
        };
        World world = new World(
                ScenarioReader.yaml("name: broken\nagent: [{when: hello, says: \"Good day.\", audio_ms: 500}]\n"),
                broken,
                _ -> false);
        try {
            world.offer(new SessionEvent.TextTyped("hello", ""));
            world.time.run();
        } catch (IllegalStateException passedOn) {
            Given.that(passedOn.getMessage().equals("broken"), passedOn);
        }
        Given.that(thrown[0], "something was thrown");
        try {
            world.time.run();
        } catch (RuntimeException further) {
            // Whatever it does now, what matters is the record.
        }
        return memory.runes().stream()
                .filter(rune -> rune.kind().equals(kind))
                .map(rune -> String.valueOf(rune.payload().text("reason")))
                .toList();
    }

    @Test
    void theOpenTurnOfAFaultyConversationSaysWhyItEnded() throws Exception {
        assertEquals(List.of("fault"), recordedOfAFault("turn.error"), "nothing is recorded of what was thrown");
    }

    @Test
    void aFaultyConversationEndsWithAReason() throws Exception {
        assertEquals(List.of("fault"), recordedOfAFault("control.ended"), "the conversation is left as it was");
    }

    @Test
    void anErrorInOneConversationLeavesItsCarrierToTheOthers() throws Exception {
        try (Carriers carriers = new Carriers(1, new SystemTime(), (_, _) -> {})) {
            LoopSeat bad = carriers.seat(_ -> {
                throw new StackOverflowError();
            });
            assertTrue(isServedAfter(carriers, bad), "one Error, and the carrier runs nobody any more");
        }
    }

    @Test
    void aListenerThatThrowsLeavesTheCarrierToTheOthers() throws Exception {
        try (Carriers carriers = new Carriers(1, new SystemTime(), (_, _) -> {
            throw new IllegalStateException("nobody wants to hear it");
        })) {
            LoopSeat bad = carriers.seat(_ -> {
                throw new IllegalStateException("broken");
            });
            assertTrue(isServedAfter(carriers, bad), "a listener throws, and the carrier runs nobody any more");
        }
    }

    private static boolean isServedAfter(Carriers carriers, LoopSeat bad) throws InterruptedException {
        CountDownLatch served = new CountDownLatch(1);
        LoopSeat good = carriers.seat(_ -> served.countDown());
        bad.wake();
        Thread.sleep(200);
        good.wake();
        return served.await(5, TimeUnit.SECONDS);
    }

    @Test
    void aModelThatThrowsLeavesThePersonWithAnAnswer() throws Exception {
        OtherModel talk = new OtherModel(data, "ana", (_, _) -> {
            throw new IllegalStateException("out of order");
        });
        CountDownLatch over = new CountDownLatch(1);
        Thread.ofPlatform().daemon().start(() -> {
            talk.type("hello");
            over.countDown();
        });
        assertTrue(over.await(8, TimeUnit.SECONDS), "after 8 s the person still waits for an answer");
    }
}
