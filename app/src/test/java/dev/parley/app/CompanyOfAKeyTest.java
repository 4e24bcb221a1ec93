package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.Conversation;
import dev.parley.Parley;
import dev.parley.Visit;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.people.mode.Mode;
import dev.parley.kernel.port.Model.Reply;
import dev.parley.session.event.SessionEvent.PeopleChanged;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ruling B6: a key that speaks for several people brings all of them along, whoever of them says something. */
@Timeout(60)
class CompanyOfAKeyTest {
    private static final String FACT = "Your allergy is peanuts.";
    private static final String UNSAID = "I do not say that while others are here.";

    @TempDir
    Path data;

    private Parley parley() throws IOException {
        return Parley.in(data)
                .model((_, _) -> Reply.says(FACT))
                .person("ana", Role.OWNER, LocalDate.of(1980, 5, 1))
                .person("ben", Role.ADMIN, LocalDate.of(1982, 5, 1))
                .person("dora", Role.GUEST, LocalDate.of(2020, 5, 1))
                .open();
    }

    private static Visit ofOneKey(String... people) {
        return new Visit(people.length == 1 ? people[0] : "", Set.of(people), Json.Obj.EMPTY);
    }

    private static void remembers(Conversation talk) {
        Json.Obj update = Json.Obj.EMPTY.with("field", "allergy").with("value", "peanuts");
        talk.tell(new PeopleChanged("profile", "profile_update_requested", "ana", update, "ana"));
    }

    private static void leaves(Conversation talk, String person) {
        talk.tell(new PeopleChanged("mode", "participant_left", "", Json.Obj.EMPTY.with("person", person), ""));
    }

    private static Mode mode(Conversation talk) {
        return talk.household().view().house().mode();
    }

    private void proven(String conversation) {
        Commands commands = new Commands();
        assertEquals(
                0,
                commands.code("", "replay", "--data", data.toString(), conversation, "--json"),
                () -> commands.lines().toString());
    }

    @Test
    void whatIsSaidBeforeTheOthersOfAKeyIsNoSecretOfOneOfThem() throws IOException {
        try (Parley parley = parley()) {
            try (Conversation alone = parley.converse("alone", ofOneKey("ana"))) {
                remembers(alone);
                assertEquals(FACT, alone.say("ana", "what is my allergy?").join());
                assertEquals(Mode.PRIVATE, mode(alone));
            }
            try (Conversation desk = parley.converse("desk", ofOneKey("ana", "ben"))) {
                assertEquals(UNSAID, desk.say("ana", "what is my allergy?").join());
                assertEquals(Mode.SHARED_VERIFIED, mode(desk));
                leaves(desk, "ben");
                assertEquals(FACT, desk.say("ana", "what is my allergy?").join());
                assertEquals(Mode.PRIVATE, mode(desk));
                assertEquals(UNSAID, desk.say("ben", "what is her allergy?").join());
                assertEquals(UNSAID, desk.say("ana", "what is my allergy?").join());
                assertEquals(Set.of("ana", "ben"), here(desk));
            }
        }
        proven("alone");
        proven("desk");
    }

    private static Set<String> here(Conversation talk) {
        return talk.household().view().house().modeState().company().detected().keySet();
    }

    @Test
    void whoeverIsHeardByNameIsHereToo() throws IOException {
        try (Parley parley = parley();
                Conversation talk = parley.converse("talk", ofOneKey("ana"))) {
            remembers(talk);
            assertEquals(FACT, talk.say("ana", "what is my allergy?").join());
            assertEquals(UNSAID, talk.say("mallory", "and what is it?").join());
            assertEquals(Mode.SHARED_UNVERIFIED, mode(talk));
            assertEquals(UNSAID, talk.say("ana", "what is my allergy?").join());
            leaves(talk, "mallory");
            assertEquals(FACT, talk.say("ana", "what is my allergy?").join());
        }
        proven("talk");
    }

    /** The youngest of a key counts, although a grown-up asks. */
    @Test
    void aChildOfTheSameKeyIsSpokenBefore() throws IOException {
        try (Parley parley = parley();
                Conversation talk = parley.converse("talk", ofOneKey("ana", "dora"))) {
            talk.say("ana", "hello").join();
            assertEquals(
                    12, Objects.requireNonNull(talk.household().tone("ana")).sentenceWordsMax());
        }
        proven("talk");
    }
}
