package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.kernel.json.Json;
import dev.parley.session.event.SessionEvent.PeopleChanged;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Conversations that are open at the same time keep what is told in each, and none brings back what another changed. */
@Timeout(60)
class OpenConversationsTest {
    @TempDir
    Path data;

    private Parley parley() throws IOException {
        return new ForgetfulHouse(data).open();
    }

    private static void calledBy(Conversation talk, String name) {
        Json.Obj wish = Json.Obj.EMPTY.with("name", name);
        talk.tell(new PeopleChanged("addressing", "explicit_preference", "ana", wish, "ana"));
        talk.say("Hello").join();
    }

    /** What a conversation that begins now learns of ana. */
    private static @Nullable String known(Parley parley, String field) {
        try (Conversation later = parley.converse(parley.next("later"), "ana")) {
            later.say("Hello").join();
            return later.household().fact("ana", field);
        }
    }

    @Test
    void nothingThatWasDeletedComesBackWithAnInnocentSentenceElsewhere() throws Exception {
        try (Parley parley = parley();
                Conversation first = parley.converse("first", "ana")) {
            ForgetfulHouse.tells(first, "tea", "green");
            try (Conversation second = parley.converse("second", "ana")) {
                assertEquals("green", second.household().fact("ana", "tea"));
                ForgetfulHouse.deletes(first);
                second.say("Hello").join();
                ForgetfulHouse.tells(second, "city", "Rome");
                assertNull(known(parley, "tea"));
                assertEquals("Rome", known(parley, "city"));
            }
        }
    }

    @Test
    void aFactThatChangedElsewhereStaysChanged() throws Exception {
        try (Parley parley = parley();
                Conversation first = parley.converse("first", "ana")) {
            ForgetfulHouse.tells(first, "tea", "green");
            try (Conversation second = parley.converse("second", "ana")) {
                ForgetfulHouse.tells(first, "tea", "black");
                ForgetfulHouse.tells(second, "city", "Rome");
                assertEquals("black", known(parley, "tea"));
                assertEquals("Rome", known(parley, "city"));
            }
        }
    }

    /** It is no news to the conversation in which it is said, and yet it is the newest that was said. */
    @Test
    void whatIsSaidOnceMoreCountsAgain() throws Exception {
        try (Parley parley = parley();
                Conversation first = parley.converse("first", "ana")) {
            ForgetfulHouse.tells(first, "tea", "green");
            try (Conversation second = parley.converse("second", "ana")) {
                ForgetfulHouse.tells(first, "tea", "black");
                ForgetfulHouse.tells(second, "tea", "green");
                assertEquals("green", known(parley, "tea"));
            }
        }
    }

    @Test
    void whoDeletesEverythingAlsoDeletesWhatWasToldElsewhereMeanwhile() throws Exception {
        try (Parley parley = parley();
                Conversation first = parley.converse("first", "ana");
                Conversation second = parley.converse("second", "ana")) {
            ForgetfulHouse.tells(first, "tea", "green");
            assertNull(second.household().fact("ana", "tea"));
            ForgetfulHouse.deletes(second);
            assertNull(known(parley, "tea"));
        }
    }

    @Test
    void aNameThatWasWishedElsewhereStays() throws Exception {
        try (Parley parley = parley();
                Conversation first = parley.converse("first", "ana");
                Conversation second = parley.converse("second", "ana")) {
            calledBy(first, "Annie");
            ForgetfulHouse.tells(second, "city", "Rome");
            try (Conversation later = parley.converse("later", "ana")) {
                later.say("Hello").join();
                assertEquals("Annie", later.household().view().address("ana"));
            }
        }
    }

    @Test
    void whoDeletesEverythingAlsoDeletesWhatSomebodyToldWhoCameElsewhere() throws Exception {
        try (Parley parley = parley();
                Conversation second = parley.converse("second", "ana");
                Conversation first = parley.converse("first", "carl")) {
            first.say("Hello").join();
            Json.Obj update = Json.Obj.EMPTY.with("field", "tea").with("value", "white");
            first.tell(new PeopleChanged("profile", "profile_update_requested", "carl", update, "carl"));
            first.say("Hello").join();
            assertEquals("white", first.household().fact("carl", "tea"));
            ForgetfulHouse.deletes(second);
            first.say("Hello").join();
            try (Conversation later = parley.converse("later", "carl")) {
                later.say("Hello").join();
                assertNull(later.household().fact("carl", "tea"));
            }
        }
    }
}
