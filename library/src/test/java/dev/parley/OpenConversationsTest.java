package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.agent.tool.Tool;
import dev.parley.agent.tool.TypedTool;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.port.Model;
import dev.parley.kernel.port.Model.Message.UserSaid;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.kernel.port.Model.WantedCall;
import dev.parley.session.event.SessionEvent.PeopleChanged;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Conversations that are open at the same time keep what is told in each, and none brings back what another changed. */
@Timeout(60)
class OpenConversationsTest {
    @TempDir
    Path data;

    record Nothing() {}

    private static final Tool FORGET = TypedTool.writes(
                    "delete_all_data", "Deletes everything.", Nothing.class, (_, _) -> Map.of("gone", true))
            .phrased("delete all data");

    private static Reply reply(Model.Prompt prompt) {
        return prompt.messages().getLast() instanceof UserSaid said
                        && said.text().equals("delete everything")
                ? Reply.calls(new WantedCall("c1", "delete_all_data", "{}"))
                : Reply.says("Fine.");
    }

    private Parley parley() throws IOException {
        return Parley.in(data)
                .model((prompt, _) -> reply(prompt))
                .tools(FORGET)
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                .person("ben", Role.ADMIN, LocalDate.of(1982, 5, 1))
                .open();
    }

    private static void tells(Conversation talk, String field, String value) {
        Json.Obj update = Json.Obj.EMPTY.with("field", field).with("value", value);
        talk.tell(new PeopleChanged("profile", "profile_update_requested", "ana", update, "ana"));
        talk.say("Hello").join();
    }

    private static void calledBy(Conversation talk, String name) {
        Json.Obj wish = Json.Obj.EMPTY.with("name", name);
        talk.tell(new PeopleChanged("addressing", "explicit_preference", "ana", wish, "ana"));
        talk.say("Hello").join();
    }

    private static void deletes(Conversation talk) {
        assertEquals(
                "Shall I delete all data? Please say yes or no.",
                talk.say("delete everything").join());
        assertEquals("Fine.", talk.say("yes").join());
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
            tells(first, "tea", "green");
            try (Conversation second = parley.converse("second", "ana")) {
                assertEquals("green", second.household().fact("ana", "tea"));
                deletes(first);
                second.say("Hello").join();
                tells(second, "city", "Rome");
                assertNull(known(parley, "tea"));
                assertEquals("Rome", known(parley, "city"));
            }
        }
    }

    @Test
    void aFactThatChangedElsewhereStaysChanged() throws Exception {
        try (Parley parley = parley();
                Conversation first = parley.converse("first", "ana")) {
            tells(first, "tea", "green");
            try (Conversation second = parley.converse("second", "ana")) {
                tells(first, "tea", "black");
                tells(second, "city", "Rome");
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
            tells(first, "tea", "green");
            try (Conversation second = parley.converse("second", "ana")) {
                tells(first, "tea", "black");
                tells(second, "tea", "green");
                assertEquals("green", known(parley, "tea"));
            }
        }
    }

    @Test
    void whoDeletesEverythingAlsoDeletesWhatWasToldElsewhereMeanwhile() throws Exception {
        try (Parley parley = parley();
                Conversation first = parley.converse("first", "ana");
                Conversation second = parley.converse("second", "ana")) {
            tells(first, "tea", "green");
            assertNull(second.household().fact("ana", "tea"));
            deletes(second);
            assertNull(known(parley, "tea"));
        }
    }

    @Test
    void aNameThatWasWishedElsewhereStays() throws Exception {
        try (Parley parley = parley();
                Conversation first = parley.converse("first", "ana");
                Conversation second = parley.converse("second", "ana")) {
            calledBy(first, "Annie");
            tells(second, "city", "Rome");
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
            deletes(second);
            first.say("Hello").join();
            try (Conversation later = parley.converse("later", "carl")) {
                later.say("Hello").join();
                assertNull(later.household().fact("carl", "tea"));
            }
        }
    }
}
