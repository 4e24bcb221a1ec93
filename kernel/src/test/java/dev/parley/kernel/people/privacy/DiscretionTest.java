package dev.parley.kernel.people.privacy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Driven;
import dev.parley.kernel.people.household.HouseEvent;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.people.privacy.PrivacyGuard.Say;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cross-machine rules: the mode acts on what is said, age on what it is about, and every sentence is asked. */
class DiscretionTest {
    private final Driven<Place, HouseEvent> it = Driven.of(new Household());
    private final KnownFacts known = new KnownFacts();

    private void atHome() {
        it.confirmed("ana", "OWNER", "1980-05-01").confirmed("ben", "OPERATOR", "1985-09-12");
        it.confirmed("dora", "GUEST", "2018-06-21");
        it.ask("user_ana ana profile.profile_update_requested field=allergy value=peanuts");
        it.ask("system ana profile.applied", "user_ana ana addressing.explicit_preference name=Annie");
    }

    private @Nullable Judgement judge(String sentence, String listener) {
        return known.judge(Household.house(it.registrar().view()), sentence, listener, LocalDate.of(2026, 1, 1));
    }

    private @Nullable Say said(String sentence, String listener) {
        Judgement judgement = judge(sentence, listener);
        return judgement == null ? null : judgement.say();
    }

    @ParameterizedTest
    @CsvSource({
        "You are allergic to Peanuts.,ana,SAY",
        "You are allergic to peanuts.,ben,WITHHOLD",
        "You are allergic to peanuts.,,WITHHOLD",
        "You were born on 1980-05-01.,ana,SAY",
        "Her birthday is May 1.,ben,WITHHOLD",
        "'Born on 1 May 1980, it says.',ben,WITHHOLD",
        "'Good morning, Annie.',ana,SAY",
        "'Ask Annie.',ben,WITHHOLD",
        "The peanutshell is empty.,ben,",
        "May 11 is a Monday.,ben,",
        "'The light is on, ana.',ben,",
    })
    void findsWhatASentenceCarries(String sentence, @Nullable String listener, @Nullable Say say) {
        atHome();
        assertEquals(say, said(sentence, listener == null ? "" : listener));
    }

    @Test
    void changesItsMindWithTheMode() {
        atHome();
        String sentence = "You are allergic to peanuts.";
        assertEquals(Say.SAY, said(sentence, "ana"));
        it.ask("user_ana ana mode.explicit_statement statement=someone_arrived");
        assertEquals(Say.WITHHOLD, said(sentence, "ana"));
        it.ask("user_ana ana mode.explicit_statement statement=we_are_alone");
        assertEquals(Say.SAY, said(sentence, "ana"));
        it.ask("system ana identity.strong_conflict");
        assertEquals(Say.WITHHOLD, said(sentence, "ana"));
    }

    /** What a profile says is kept between two sentences, and no longer than the profile says it. */
    @Test
    void noticesThatAProfileHasChanged() {
        atHome();
        assertEquals(Say.WITHHOLD, said("You are allergic to peanuts.", "ben"));
        assertNull(said("You are allergic to almonds.", "ben"));
        assertNull(said("Ask Nan.", "ben"));
        it.ask("user_ana ana profile.profile_update_requested field=allergy value=almonds");
        it.ask("system ana profile.applied", "user_ana ana addressing.explicit_preference name=Nan");
        assertNull(said("You are allergic to peanuts.", "ben"));
        assertEquals(Say.WITHHOLD, said("You are allergic to almonds.", "ben"));
        assertEquals(Say.WITHHOLD, said("Ask Nan.", "ben"));
    }

    @Test
    void noticesThatSomebodyHasGrownOlder() {
        atHome();
        var house = Household.house(it.registrar().view());
        assertNull(known.judge(house, "Ana is 46.", "ben", LocalDate.of(2026, 4, 30)));
        assertEquals(
                List.of("ana.birthdate"),
                Objects.requireNonNull(known.judge(house, "Ana is 46.", "ben", LocalDate.of(2026, 5, 1)))
                        .carries());
    }

    @Test
    void namesAFactAndDoesNotTellIt() {
        atHome();
        Judgement judgement = judge("Peanuts again.", "ben");
        assertEquals(List.of("ana.allergy"), judgement == null ? List.of() : judgement.carries());
        assertFalse(String.valueOf(judgement).contains("eanuts"));
    }

    /** An unknown listener gets the child's tone (B5). */
    @ParameterizedTest
    @CsvSource({"dora,WITHHOLD", "zed,WITHHOLD", "ana,"})
    void keepsTopicsFromChildren(String listener, @Nullable Say say) {
        atHome();
        assertEquals(say, said("Tonight it is all about gambling.", listener));
    }

    @Test
    void takesAToolsAnswerForAFactOfWhoAsked() {
        atHome();
        known.know(new Knowledge("ben", "diary", Sensitivity.PERSONAL, Json.Obj.EMPTY.with("with", "dentist")));
        assertEquals(Say.SAY, said("You see the dentist.", "ben"));
        assertEquals(Say.NEUTRALLY, said("Ben sees the dentist.", "ana"));
        assertNull(judge("The sky is clear.", "ana"));
    }

    /** A profile, a memory and a tool are three ways to know the same thing; the guard knows no difference. */
    @Test
    void judgesWhatIsKnownTheSameWhereverItComesFrom() {
        atHome();
        known.know(Knowledge.ofMemory("ana", Sensitivity.SENSITIVE, "I am allergic to shellfish and strawberries"));
        known.know(
                new Knowledge("ana", "clinic", Sensitivity.SENSITIVE, Json.Obj.EMPTY.with("finding", "nettle rash")));
        for (String known : List.of("peanuts", "strawberries", "shellfish", "nettle rash")) {
            String sentence = "Mind the " + known + ", please.";
            assertEquals(Say.SAY, said(sentence, "ana"), known);
            assertEquals(Say.WITHHOLD, said(sentence, "ben"), known);
            it.ask("user_ana ana mode.explicit_statement statement=someone_arrived");
            assertEquals(Say.WITHHOLD, said(sentence, "ana"), known);
            it.ask("user_ana ana mode.explicit_statement statement=we_are_alone");
        }
    }

    @Test
    void looksForTheWordsThatTellSomethingAndNotForTheOthers() {
        atHome();
        known.know(Knowledge.ofMemory("ana", Sensitivity.SENSITIVE, "remember that the key is under the blue pot"));
        assertEquals(Say.WITHHOLD, said("Look under the blue pot.", "ben"));
        assertNull(judge("Remember that the door is open.", "ben"));
    }

    @Test
    void needsNoLookAtWhatAnybodyMayHear() {
        atHome();
        known.know(new Knowledge("ben", "weather", Sensitivity.PUBLIC, Json.of("clear")));
        assertNull(judge("The sky is clear.", "ana"));
    }

    @Test
    void readsBackWhatItWroteAndTakesTheUnclassifiedForSensitive() {
        Knowledge memory = Knowledge.ofMemory("ana", Sensitivity.PERSONAL, "I like tea");
        assertEquals(memory, Knowledge.read(memory.toJson()));
        Knowledge unclassified = Knowledge.read(memory.toJson().with("sensitivity", "shrug"));
        assertEquals(Sensitivity.SENSITIVE, unclassified == null ? null : unclassified.sensitivity());
        assertNull(Knowledge.read(Json.Obj.EMPTY));
        assertEquals("ana.memory", memory.toString());
    }

    /** Whoever hears it counts, not only to whom it is said; of a stranger nobody knows the age (B5). */
    @Test
    void speaksAsToTheYoungestWhoHearsIt() {
        atHome();
        String sentence = "Tonight it is all about gambling.";
        assertNull(judge(sentence, "ana"));
        it.ask("system ana mode.participant_detected person=dora identity_known=true");
        assertEquals(Say.WITHHOLD, said(sentence, "ana"));
        it.ask("system ana mode.participant_left person=dora");
        assertNull(judge(sentence, "ana"));
        it.ask("user_ana ana mode.explicit_statement statement=someone_arrived");
        assertEquals(Say.WITHHOLD, said(sentence, "ana"));
    }
}
