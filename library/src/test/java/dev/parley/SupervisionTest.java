package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.parley.kernel.port.Model;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.settings.Roster;
import dev.parley.session.settings.Roster.Member;
import dev.parley.session.settings.Roster.Restart;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ruling E5 in a program of one's own: an agent whose model throws ends alone, and the person is answered. */
class SupervisionTest {
    private static final Roster WARD = new Roster(List.of(
            new Member("nurse", 5, "doctor", BudgetSpec.unlimited(), Restart.NEVER),
            new Member("doctor", 7, "", BudgetSpec.unlimited(), Restart.NEVER)));

    @TempDir
    Path data;

    private final List<List<String>> notes = new CopyOnWriteArrayList<>();

    private final Model broken = (_, _) -> {
        throw new IllegalStateException("out of order");
    };

    private Model doctor() {
        return (prompt, _) -> {
            notes.add(prompt.notes());
            return Reply.says("The " + prompt.agent() + " is here.");
        };
    }

    private static List<String> told(Conversation talk, String kind) {
        return talk.record().stream()
                .filter(rune -> rune.kind().equals(kind))
                .map(SupervisionTest::told)
                .toList();
    }

    private static String told(Rune rune) {
        return rune.payload().text("agent") + " " + rune.payload().text("reason") + " "
                + rune.payload().text("parent");
    }

    @Test
    void theParentIsToldAndAnswersWhatTheOtherLeftUnanswered() throws Exception {
        try (Parley parley = Parley.in(data)
                        .model(doctor())
                        .model("nurse", broken)
                        .roster(WARD)
                        .open();
                Conversation talk = parley.converse("ward", Visit.ofStranger())) {
            assertEquals("The doctor is here.", talk.say("hello").join());
            assertEquals(List.of("nurse fault doctor"), told(talk, "agent.down"));
            assertEquals(List.of(List.of("nurse has ended: fault.")), notes);
            assertEquals("The doctor is here.", talk.say("and now?").join());
        }
    }

    @Test
    void anAgentThatFailsSlowerThanItsWindowGetsTheSameWordsOnceMoreThanItIsRestarted() throws Exception {
        Roster slow = new Roster(List.of(
                new Member("nurse", 5, "doctor", BudgetSpec.unlimited(), new Restart(2, 1)),
                new Member("doctor", 7, "", BudgetSpec.unlimited(), Restart.NEVER)));
        AtomicInteger asked = new AtomicInteger();
        Model slowly = (_, _) -> {
            asked.incrementAndGet();
            long until = System.nanoTime() + 3_000_000;
            while (System.nanoTime() < until) {
                Thread.onSpinWait();
            }
            throw new IllegalStateException("out of order");
        };
        try (Parley parley = Parley.in(data)
                        .model(doctor())
                        .model("nurse", slowly)
                        .roster(slow)
                        .open();
                Conversation talk = parley.converse("ward", Visit.ofStranger())) {
            assertEquals("The doctor is here.", talk.say("hello").join());
            assertEquals(3, asked.get());
        }
    }

    @Test
    void anAgentThatAProgramHasLostPassesTheFloorOn() throws Exception {
        try (Parley parley = Parley.in(data).model(doctor()).roster(WARD).open();
                Conversation talk = parley.converse("ward", Visit.ofStranger())) {
            assertEquals("The nurse is here.", talk.say("hello").join());
            talk.tell(new SessionEvent.AgentFailed("nurse"));
            assertEquals("The doctor is here.", talk.say("hello").join());
        }
    }

    @Test
    void whoHasEndedStaysSoWhenTheConversationIsTakenUpAgain() throws Exception {
        ParleyBuilder ward = Parley.in(data).model(doctor()).roster(WARD);
        try (Parley parley = ward.open()) {
            Conversation talk = parley.converse("ward", Visit.ofStranger());
            talk.tell(new SessionEvent.AgentFailed("nurse"));
            assertEquals("The doctor is here.", talk.say("hello").join());
            parley.drain();
        }
        try (Parley parley = ward.open();
                Conversation talk = parley.resume("ward", Visit.ofStranger())) {
            talk.tell(new SessionEvent.AgentActed("nurse", "claim", ""));
            assertEquals("The doctor is here.", talk.say("hello").join());
            assertEquals(List.of("nurse fault doctor"), told(talk, "agent.down"));
        }
    }

    @Test
    void theOnlyAgentOfAConversationFailsInOneTurnAndAnswersTheNext() throws Exception {
        Model once = (prompt, _) -> {
            if (prompt.messages().size() == 1) {
                throw new StackOverflowError();
            }
            return Reply.says("Here I am again.");
        };
        try (Parley parley = Parley.in(data).model(once).open();
                Conversation talk = parley.converse("alone", Visit.ofStranger())) {
            assertThrows(CompletionException.class, () -> talk.say("hello").join());
            assertEquals("Here I am again.", talk.say("are you there?").join());
            assertEquals(List.of("agent fault conversation"), told(talk, "agent.down"));
        }
    }

    /** Restarts would have the silent model asked again, each time until its turn counts as stuck. */
    @Test
    void aSilentModelDoesNotKeepAProgramFromClosing() throws Exception {
        Roster patient =
                new Roster(List.of(new Member("nurse", 5, "", BudgetSpec.unlimited(), new Restart(3, 600_000))));
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        Model silent = (_, _) -> {
            asked.countDown();
            try {
                never.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return Reply.says("");
        };
        Parley parley = Parley.in(data).model(silent).roster(patient).open();
        var _ = parley.converse("ward", Visit.ofStranger()).say("hello");
        var _ = parley.converse("home", Visit.ofStranger()).say("hello");
        asked.await();
        assertTimeoutPreemptively(Duration.ofSeconds(20), parley::close);
        never.countDown();
    }
}
