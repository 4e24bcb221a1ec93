package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model.Reply;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whoever ends a conversation is answered, also where its end is not on disk in time. */
@Timeout(60)
class EndedInTimeTest {
    @TempDir
    Path data;

    private final CountDownLatch asked = new CountDownLatch(1);
    private final CountDownLatch mayAnswer = new CountDownLatch(1);

    private Reply answer() {
        asked.countDown();
        try {
            mayAnswer.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Reply.says("Yes.");
    }

    @Test
    void anEndThatTakesTooLongIsAProblemAndComesAllTheSame() throws IOException, InterruptedException {
        try (Parley parley = Parley.in(data)
                .model((_, _) -> answer())
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                .open()) {
            Conversation talk = parley.converse("talk", "ana");
            var _ = talk.say("hello");
            asked.await();
            Problem late = assertThrows(Problem.class, () -> ConversationsApi.end(talk, new DiskWait(0)));
            assertEquals(503, late.status());
            assertEquals("not_recorded", late.code());
            mayAnswer.countDown();
            assertNotNull(talk.overAndKept().join());
            assertTrue(talk.isOver());
        }
    }
}
