package dev.parley.kernel.people.household;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Driven;
import dev.parley.kernel.people.Role;
import dev.parley.kernel.people.addressing.AddressingState;
import dev.parley.kernel.people.addressing.Form;
import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.greeting.GreetingState;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What outlives a conversation is read back as it was kept, for every role and every way to be addressed. */
class KeptProfileTest {
    private static final Facts FACTS = new Facts(Map.of("birthdate", Json.of("1980-05-01"), "nickname", Json.of("A")));
    private static final GreetingState GREETED =
            new GreetingState.NotGreeted().greetedOn(LocalDate.of(2025, 5, 1)).greetedOn(LocalDate.of(2026, 5, 1));

    private static List<AddressingState> ways() {
        return List.of(
                new AddressingState.Unknown(false),
                new AddressingState.Unknown(true),
                new AddressingState.Confirmed(true, new Form("Ana", "female")),
                new AddressingState.Confirmed(false, new Form("Ana", null)),
                new AddressingState.Confirmed(false, new Form(null, "male")));
    }

    @Test
    void isReadBackAsItWasKept() {
        for (Role role : Role.values()) {
            for (AddressingState way : ways()) {
                for (GreetingState greeting : List.of(new GreetingState.NotGreeted(), GREETED)) {
                    Profile kept = new Profile(role, FACTS, way, greeting);
                    assertEquals(
                            kept, Profile.read(kept.toJson()), kept.toJson().text());
                }
            }
        }
    }

    private static @Nullable Profile without(String key) {
        Json.Obj whole = new Profile(Role.OWNER, FACTS, new AddressingState.Unknown(true), GREETED).toJson();
        Json.Obj less = Json.Obj.EMPTY;
        for (Map.Entry<String, Json> field : whole.fields().entrySet()) {
            less = field.getKey().equals(key) ? less : less.with(field.getKey(), field.getValue());
        }
        return Profile.read(less);
    }

    @Test
    void whatLacksAPartIsNoProfile() {
        List.of("role", "facts", "addressing").forEach(part -> assertNull(without(part), part));
        Profile ungreeted = without("greeted");
        assertTrue(ungreeted != null && ungreeted.greeting().days().isEmpty());
        assertFalse(ungreeted.toJson().has("greeted"), "who was never greeted has no days");
        assertNull(Profile.read(Json.Obj.EMPTY.with("role", "KING")));
    }

    private static Request forgotten(String actor, Json fields) {
        return new Request(
                OffsetDateTime.parse("2026-03-10T10:00:00Z"),
                actor,
                "ana",
                "profile_forgotten",
                Json.Obj.EMPTY.with("fields", fields),
                "profile");
    }

    /** Only the runtime knows what was deleted in other conversations, and the rules rest on the birthdate. */
    @Test
    void whatWasDeletedElsewhereIsForgottenAndNothingElse() {
        var it = Driven.of(new Household()).confirmed("ana", "OWNER", "1980-05-01");
        it.ask("user_ana ana profile.profile_update_requested field=tea value=green", "system ana profile.applied");
        Json tea = Json.of(List.of(Json.of("tea")));
        for (String actor : List.of("user_ana", "agent", "tool_x")) {
            assertFalse(it.registrar().request(forgotten(actor, tea)).isAllowed(), actor);
        }
        for (Json bad : List.of(
                Json.of(List.of()),
                Json.of("tea"),
                Json.of(List.of(Json.of("birthdate"))),
                Json.of(List.of(Json.of("tea"), Json.of("tea"))),
                Json.of(List.of(Json.of("tea"), Json.of(true))))) {
            assertFalse(it.registrar().request(forgotten("system", bad)).isAllowed(), bad.canonical());
        }
        assertTrue(facts(it).fields().contains("tea"));
        assertTrue(it.registrar().request(forgotten("system", tea)).isAllowed());
        assertEquals(Set.of("birthdate"), facts(it).fields());
    }

    private static Facts facts(Driven<Place, HouseEvent> it) {
        Person ana = Household.house(it.registrar().view()).person("ana");
        return Objects.requireNonNull(ana).facts();
    }

    /** A guess ends with its conversation; that somebody was asked does not. */
    @Test
    void aGuessIsNotKept() {
        for (String asked : List.of("", "system ana addressing.ask")) {
            var it = Driven.of(new Household()).confirmed("ana", "OWNER", "1980-05-01");
            if (!asked.isEmpty()) {
                it.ask(asked).allowed();
            }
            it.ask("system ana addressing.inferred_signal confidence=0.9 name=Ann")
                    .allowed();
            Person ana = Household.house(it.registrar().view()).person("ana");
            assertTrue(ana != null && ana.addressing() instanceof AddressingState.Inferred);
            assertEquals(
                    new AddressingState.Unknown(!asked.isEmpty()),
                    Profile.of(ana).addressing());
        }
    }

    /** Whoever comes back is who they were: role, facts, address and greetings are the profile's, whatever else is asked for. */
    @Test
    void whoComesBackIsWhoTheyWere() {
        for (Role role : Role.values()) {
            for (AddressingState way : ways()) {
                Profile kept = new Profile(role, FACTS, way, GREETED);
                Json.Obj brought = Json.Obj.EMPTY.with("profile", kept.toJson()).with("role", "OPERATOR");
                var it = Driven.of(new Household());
                OffsetDateTime at = OffsetDateTime.parse("2026-03-10T10:00:00Z");
                assertTrue(it.registrar()
                        .request(new Request(at, "system", "ana", "person_added", brought))
                        .isAllowed());
                Person ana = Objects.requireNonNull(
                        Household.house(it.registrar().view()).person("ana"));
                assertEquals(kept, Profile.of(ana));
                assertEquals(AgeClass.ADULT, ana.ageClass());
                assertFalse(ana.isConfirmed(), "who they are is found out anew");
            }
        }
    }

    /** Profiles are the house's own: an OWNER adds people and brings no profile along. */
    @Test
    void nobodyButTheHouseBringsAProfile() {
        Json.Obj kept = new Profile(Role.GUEST, FACTS, new AddressingState.Unknown(true), GREETED).toJson();
        OffsetDateTime at = OffsetDateTime.parse("2026-03-10T10:00:00Z");
        for (String actor : List.of("user_ana", "agent", "system", "operator")) {
            var it = Driven.of(new Household()).confirmed("ana", "OWNER", "1980-05-01");
            Request request = new Request(at, actor, "zoe", "person_added", Json.Obj.EMPTY.with("profile", kept));
            assertEquals(
                    actor.equals("system") || actor.equals("operator"),
                    it.registrar().request(request).isAllowed(),
                    actor);
        }
    }

    /** What is no profile adds nobody, and one without a birthdate adds somebody whose age nobody knows. */
    @Test
    void whatIsNoProfileAddsNobody() {
        Json.Obj kept = new Profile(Role.GUEST, Facts.NONE, new AddressingState.Unknown(true), GREETED).toJson();
        Json.Obj odd = kept.with("facts", Json.Obj.EMPTY.with("birthdate", true));
        OffsetDateTime at = OffsetDateTime.parse("2026-03-10T10:00:00Z");
        for (Json brought : List.of(kept, odd, Json.of("a profile"), Json.Obj.EMPTY, kept.with("role", "KING"))) {
            var it = Driven.of(new Household());
            Request request = new Request(at, "system", "zoe", "person_added", Json.Obj.EMPTY.with("profile", brought));
            boolean isOne = brought.equals(kept) || brought.equals(odd);
            assertEquals(isOne, it.registrar().request(request).isAllowed(), brought.canonical());
            Person zoe = Household.house(it.registrar().view()).person("zoe");
            assertEquals(isOne, zoe != null && zoe.ageClass() == AgeClass.UNKNOWN);
        }
    }

    @Test
    void printsNothingOfWhatItHolds() {
        Profile kept = new Profile(Role.OWNER, FACTS, new AddressingState.Unknown(true), GREETED);
        assertEquals("a profile", kept.toString());
        assertEquals("[birthdate, nickname]", kept.facts().toString());
    }
}
