package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Visit;
import dev.parley.kernel.people.privacy.Knowledge;
import dev.parley.replay.Replay;
import dev.parley.replay.Rooms;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What is deleted in one conversation of a house is known in none. */
@Timeout(60)
class DeletedElsewhereTest {
    @TempDir
    Path data;

    @SuppressWarnings("NullAway.Init") // before each test
    private ForgetfulHouse house;

    @BeforeEach
    void build() {
        house = new ForgetfulHouse(data);
    }

    private static void replays(Conversation talk) {
        Replay replay = new Replay(new Rooms());
        talk.record().forEach(replay::accept);
        assertNull(replay.divergence());
    }

    /** Ruling X7: the other conversation learns it by an imported rune. */
    @Test
    void whatIsDeletedInOneIsNotKnownInTheOtherEither() throws Exception {
        try (Parley parley = house.open();
                Conversation first = parley.converse("first", "ana")) {
            ForgetfulHouse.tells(first, "tea", "green");
            first.say("I like the old lighthouse").join();
            try (Conversation second = parley.converse("second", "ana")) {
                assertEquals("green", second.household().fact("ana", "tea"));
                assertEquals(List.of("I like the old lighthouse"), remembered(second));
                ForgetfulHouse.deletes(first);
                house.prompts().clear();
                second.say("What do you know of me?").join();
                assertFalse(
                        house.prompts().toString().contains("lighthouse"),
                        () -> house.prompts().toString());
                assertNull(second.household().fact("ana", "tea"));
                assertEquals(List.of(), remembered(second));
                assertEquals(List.of(), remembered(first));
                assertEquals(1, imported(second));
                second.say("I like the new bridge").join();
                assertEquals(List.of("I like the new bridge"), remembered(second));
                assertNotNull(second.household().fact("ana", "birthdate"));
                replays(first);
                replays(second);
            }
        }
    }

    @Test
    void whoeverIsTakenUpAfterADeletionDoesNotKnowItAnyMore() throws Exception {
        try (Parley parley = house.open()) {
            Conversation second = parley.converse("second", "ana");
            ForgetfulHouse.tells(second, "tea", "green");
            second.say("I like the old lighthouse").join();
            parley.drain();
        }
        try (Parley parley = house.open()) {
            try (Conversation first = parley.converse("first", "ana")) {
                ForgetfulHouse.deletes(first);
            }
            Conversation second = parley.resume("second", Visit.of("ana"));
            second.say("Hello").join();
            assertNull(second.household().fact("ana", "tea"));
            assertEquals(List.of(), remembered(second));
            second.say("I like the new bridge").join();
            parley.drain();
        }
        try (Parley parley = house.open()) {
            Conversation second = parley.resume("second", Visit.of("ana"));
            second.say("Hello").join();
            assertEquals(List.of("I like the new bridge"), remembered(second));
            assertEquals(1, imported(second));
            replays(second);
        }
    }

    private static List<String> remembered(Conversation talk) {
        return talk.household().view().memories("ana");
    }

    private static long imported(Conversation talk) {
        return talk.record().stream().filter(Knowledge::isForgotten).count();
    }
}
