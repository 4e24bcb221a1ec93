package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.kernel.port.Model;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.rune.Rune;
import dev.parley.pipeline.budget.BudgetSpec;
import dev.parley.session.event.SessionEvent;
import dev.parley.session.speak.Roster;
import dev.parley.session.speak.Roster.Member;
import dev.parley.session.speak.Roster.Restart;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
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
}
