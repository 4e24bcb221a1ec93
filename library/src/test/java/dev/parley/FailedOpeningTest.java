package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model.Reply;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A conversation whose agent cannot be made has not begun, and leaves nothing behind. */
@Timeout(60)
class FailedOpeningTest {
    @TempDir
    Path data;

    private final AtomicInteger failures = new AtomicInteger();
    private final List<Conversation> begun = new CopyOnWriteArrayList<>();

    private Parley parley() throws IOException {
        AgentSource willing = Parley.in(data)
                .model((_, _) -> Reply.says("Fine."))
                .agents(Executors.newVirtualThreadPerTaskExecutor());
        return Parley.in(data)
                .agent((talk, place) -> {
                    begun.add(talk);
                    if (failures.getAndDecrement() > 0) {
                        throw new IllegalStateException("no agent today");
                    }
                    return willing.open(talk, place);
                })
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                .open();
    }

    @Test
    void anAgentThatCouldNotBeMadeOnceIsMadeTheNextTime() throws Exception {
        try (Parley parley = parley()) {
            failures.set(1);
            CompletionException why = assertThrows(CompletionException.class, () -> parley.converse("first", "ana"));
            assertEquals(
                    "no agent today", Objects.requireNonNull(why.getCause()).getMessage());
            assertNull(parley.conversation("first"));
            assertEquals(0, parley.underWay());
            assertTrue(begun.getFirst().isOver(), "whoever was given it learns that it is over");
            try (Conversation talk = parley.converse("first", "ana")) {
                assertEquals("Fine.", talk.say("Hello").join());
            }
        }
    }

    @Test
    void aRecordedConversationThatCouldNotGoOnGoesOnTheNextTime() throws Exception {
        try (Parley parley = parley()) {
            Conversation talk = parley.converse("first", "ana");
            assertEquals("Fine.", talk.say("Hello").join());
            parley.drain();
        }
        try (Parley parley = parley()) {
            failures.set(1);
            assertThrows(CompletionException.class, () -> parley.resume("first", Visit.of("ana")));
            assertEquals(List.of("first"), List.copyOf(parley.unfinished().keySet()));
            try (Conversation talk = parley.resume("first", Visit.of("ana"))) {
                assertEquals("Fine.", talk.say("Hello").join());
            }
        }
    }
}
