package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model.Message.UserSaid;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.session.event.SessionEvent;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Words that are acknowledged are on disk and are answered; words that reach nobody are not acknowledged. */
@Timeout(60)
class AcknowledgedWordsTest {
    private static final long SOON_S = 20;

    @TempDir
    Path data;

    private Parley parley() throws IOException {
        return Parley.in(data)
                .model((prompt, _) -> Reply.says(
                        prompt.messages().getLast() instanceof UserSaid said ? "You said " + said.text() + "." : ""))
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                .open();
    }

    private static List<String> words(Conversation talk) {
        return talk.record().stream()
                .filter(rune -> rune.kind().equals("user.words"))
                .map(rune -> String.valueOf(rune.payload().text("pii_text")))
                .toList();
    }

    @Test
    void wordsThatReachNobodyAreNotAcknowledged() throws Exception {
        try (Parley parley = parley();
                Conversation talk = parley.converse("lost", "ana")) {
            talk.tell(new SessionEvent.Disconnected());
            CompletableFuture<Void> lost = talk.post("ana", "hello");
            assertThrows(CompletionException.class, lost::join);
            talk.tell(new SessionEvent.Reconnected());
            assertEquals("You said hello.", talk.say("hello").join());
            assertEquals(List.of("hello"), words(talk));
        }
    }

    /** However long they have to wait for their turn, whoever wrote them need not wait with them. */
    @Test
    void wordsThatWaitForTheirTurnAreAcknowledgedBeforeItAndAnsweredOnce() throws Exception {
        try (Parley parley = parley();
                Conversation talk = parley.converse("held", "ana")) {
            talk.tell(new SessionEvent.AnswersHeld(true));
            talk.post("ana", "one").get(SOON_S, TimeUnit.SECONDS);
            CompletableFuture<String> answer = talk.say("two");
            talk.post("ana", "three").get(SOON_S, TimeUnit.SECONDS);
            assertEquals(List.of(), words(talk));
            assertFalse(answer.isDone());
            talk.tell(new SessionEvent.AnswersHeld(false));
            assertEquals("You said four.", talk.say("four").join());
            assertTrue(answer.isDone());
            assertEquals(List.of("one two three", "four"), words(talk));
        }
    }

    /** The next process finds them in the record. */
    @Test
    void wordsThatWaitedAreAnsweredByTheNextHost() throws Exception {
        try (Parley parley = parley()) {
            Conversation talk = parley.converse("held", "ana");
            talk.tell(new SessionEvent.AnswersHeld(true));
            talk.post("ana", "one").get(SOON_S, TimeUnit.SECONDS);
            parley.drain();
        }
        try (Parley parley = parley();
                Conversation talk = parley.resume("held", Visit.of("ana"))) {
            assertEquals("You said two.", talk.say("two").join());
            assertEquals(List.of("one", "two"), words(talk));
        }
    }
}
