package dev.parley.kernel.people.household;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Driven;
import dev.parley.kernel.people.Kept;
import dev.parley.kernel.people.delegation.DelegationEvent;
import dev.parley.kernel.people.delegation.DelegationState;
import dev.parley.kernel.people.profile.ProfileEvent;
import dev.parley.kernel.people.profile.ProfileState;
import dev.parley.kernel.people.rooms.PeopleRooms;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sentences of the rulings about people that are read closely: lateness, contradiction, whose word stands for whose. */
class HouseholdSmallPrintTest {
    private static final String ADULT = "1980-05-01";

    private final Driven<Place, HouseEvent> it = Driven.of(new Household());

    private Json birthdate() {
        Person ana = Household.house(it.registrar().view()).person("ana");
        assertNotNull(ana);
        return ana.facts().values().getOrDefault("birthdate", Json.Null.NULL);
    }

    /** B5: a known birthdate derives the age; it makes nobody older than their profile, and changes no profile. */
    @Test
    void theRuntimeMakesAPersonYoungerThanTheirProfileAndNeverOlder() {
        it.confirmed("ana", "OWNER", ADULT);
        it.ask("user_ana ana command.command_detected command=open_garage").allowed();
        it.ask("system ana age.birthdate_known birthdate=2014-01-01").allowed().house("age/ana", "CHILD");
        assertEquals(Json.of(ADULT), birthdate());
        it.ask("user_ana ana command.confirmation_received command=open_garage")
                .denied("people.confirmation.age")
                .denied("people.command.minor");
        it.ask("system ana age.birthdate_known birthdate=1979-05-01").denied("people.profile.outside_approved");
        it.house("age/ana", "CHILD");
        it.ask("system ana age.birthdate_known birthdate=" + ADULT).allowed().house("age/ana", "ADULT");
    }

    /** B14: after a drop of confidence a known birthdate restores the age, in the house too. */
    @Test
    void aKnownBirthdateRestoresAnAgeThatWasDoubted() {
        it.confirmed("ana", "OWNER", ADULT)
                .ask("system ana age.confidence_drop")
                .house("age/ana", "UNKNOWN");
        it.ask("system ana age.date_tick").house("age/ana", "UNKNOWN");
        it.ask("system ana age.birthdate_known birthdate=" + ADULT).allowed().house("age/ana", "ADULT");
    }

    /** B5: an updated birthdate counts from an approved update only, also where it repeats what is known. */
    @ParameterizedTest
    @ValueSource(strings = {"user_ana", "user", "agent_x", "operator"})
    void aRepeatedBirthdateIsNoUpdate(String actor) {
        it.confirmed("ana", "OWNER", ADULT);
        it.ask(actor + " ana age.birthdate_updated birthdate=" + ADULT + " approved=true")
                .denied("people.profile.outside_approved");
    }

    /** Section 6: the condition is that this date has had no greeting, whatever other dates had one. */
    @Test
    void anotherYearHasItsOwnGreeting() {
        it.confirmed("ana", "OWNER", ADULT);
        assertEquals(
                List.of("ana"),
                it.at("2026-05-01T09:00:00Z").ask("system ana age.date_tick").greeted());
        assertEquals(
                List.of("ana"),
                it.at("2025-05-01T09:00:00Z").ask("system ana age.date_tick").greeted());
        for (String year : List.of("2026", "2025")) {
            assertEquals(
                    List.of(),
                    it.at(year + "-05-01T10:00:00Z")
                            .ask("system ana age.date_tick")
                            .greeted());
            it.concluded("people.birthday.repeated");
        }
    }

    /** B9 and B14: a yes after the timeout is late, to an update and to a loan as well; alone and in the house. */
    @Test
    void aLateYesToAnUpdateIsExpired() {
        String asked = "profile_update_requested field=nickname value=A confirmation_required=true";
        Driven<Kept<ProfileState>, ProfileEvent> alone = Driven.of(PeopleRooms.profile());
        alone.ask("user_ana p " + asked, "system p authority_verified confirmation_required=true", "system p timeout");
        alone.ask("user_ana p owner_confirmation_received")
                .denied("people.confirmation.expired", "CANCELLED")
                .denied("people.profile.no_transition");
        it.confirmed("ana", "OWNER", ADULT).ask("user_ana ana profile." + asked, "system ana profile.timeout");
        it.ask("user_ana ana profile.owner_confirmation_received").denied("people.confirmation.expired");
    }

    @Test
    void anUpdateThatTheContextEndedIsNotLate() {
        Driven<Kept<ProfileState>, ProfileEvent> alone = Driven.of(PeopleRooms.profile());
        alone.ask("user_ana p profile_update_requested field=nickname value=A", "system p context_changed");
        alone.ask("user_ana p owner_confirmation_received").denied("people.profile.no_transition", "CANCELLED");
        assertEquals(1, alone.last().violations().size());
    }

    @Test
    void aLateYesToALoanIsExpired() {
        Driven<Kept<DelegationState>, DelegationEvent> alone = Driven.of(PeopleRooms.delegation());
        alone.ask("user_ana d delegation_intent_detected group=security to=ben", "system d timeout");
        alone.ask("user_ana d owner_confirmation")
                .denied("people.confirmation.expired", "NONE")
                .denied("people.delegation.no_transition");
        it.confirmed("ana", "OWNER", ADULT).confirmed("ben", "OPERATOR", ADULT);
        it.ask("user_ana ben delegation.delegation_intent_detected group=security", "system ben delegation.timeout");
        it.ask("user_ana ben delegation.owner_confirmation").denied("people.confirmation.expired");
        it.ask("user_ana ben delegation.delegation_intent_detected group=security")
                .allowed();
        it.ask("user_ana ben delegation.owner_confirmation").allowed().house("delegation/ben", "ACTIVE");
    }

    @Test
    void aYesToWhatNobodyAskedIsNotLate() {
        Driven<Kept<DelegationState>, DelegationEvent> alone = Driven.of(PeopleRooms.delegation());
        alone.ask("user_ana d delegation_intent_detected group=security to=ben", "user_ana d owner_denial");
        alone.ask("user_ana d owner_confirmation").denied("people.delegation.no_transition", "NONE");
        assertEquals(1, alone.last().violations().size());
    }

    /** Section 4: it is the owner who confirms; an OWNER's yes stands for the lender's, nobody else's does. */
    @Test
    void anOwnerConfirmsWhatAnAdminWouldLend() {
        it.confirmed("ana", "OWNER", ADULT)
                .confirmed("adi", "ADMIN", ADULT)
                .confirmed("eli", "ADMIN", ADULT)
                .confirmed("ben", "OPERATOR", ADULT);
        it.ask("user_adi ben delegation.delegation_intent_detected group=security")
                .allowed();
        it.ask("user_eli ben delegation.owner_confirmation").denied("people.confirmation.identity");
        it.ask("user_ben ben delegation.owner_confirmation by=ana").denied("people.confirmation.identity");
        it.ask("user_ana ben delegation.owner_confirmation").allowed().house("delegation/ben", "ACTIVE");
    }

    @Test
    void anOwnerWhoIsNotConfirmedOrNotAnAdultConfirmsNoLoan() {
        it.confirmed("ana", "OWNER", "2012-05-01")
                .confirmed("adi", "ADMIN", ADULT)
                .confirmed("ben", "OPERATOR", ADULT);
        it.ask("system oda person_added role=OWNER birthdate=" + ADULT);
        it.ask("user_adi ben delegation.delegation_intent_detected group=security")
                .allowed();
        it.ask("user_ana ben delegation.owner_confirmation").denied("people.confirmation.age");
        it.ask("user_oda ben delegation.owner_confirmation").denied("people.confirmation.identity");
    }

    /** Section 4, section 1: an OWNER who would receive the loan does not confirm it for themself. */
    @Test
    void anOwnerConfirmsNoLoanToThemself() {
        it.confirmed("ana", "OWNER", ADULT).confirmed("adi", "ADMIN", ADULT);
        it.ask("user_adi ana delegation.delegation_intent_detected group=security")
                .allowed();
        it.ask("user_ana ana delegation.owner_confirmation").denied("people.confirmation.identity");
    }

    /** Section 2: modes change by what is explicit or strongly detected; a low signal is neither. */
    @Test
    void aLowSignalMovesNoMode() {
        it.confirmed("ana", "OWNER", ADULT).confirmed("ben", "OPERATOR", ADULT);
        it.ask("system ben identity.strong_conflict").house("identity/ben", "AMBIGUOUS");
        it.ask("system ana mode.participant_detected person=ben known=true").allowed();
        it.house("mode", "SHARED_UNVERIFIED");
        assertTrue(it.last().followed().getFirst().isAllowed());
        it.ask("system ana mode.identity_confirmed person=ben").allowed().house("mode", "SHARED_VERIFIED");
        it.ask("system ben identity.voice_signal person=ben confidence=0.2").allowed();
        it.house("mode", "SHARED_VERIFIED");
        assertEquals(List.of(), it.last().followed());
    }

    /** B16: a yes is the person's own words; the runtime brings none, neither in a house nor alone. */
    @Test
    void aYesThatTheRuntimeBringsIsNobodys() {
        it.confirmed("ana", "OWNER", ADULT).ask("user_ana ana command.command_detected command=open_garage");
        it.ask("system ana command.confirmation_received command=open_garage")
                .denied("people.command.provenance")
                .house("command/ana", "PENDING_CONFIRMATION");
        it.ask("user_ana ana command.confirmation_received command=open_garage")
                .allowed()
                .house("command/ana", "EXECUTED");
        var alone = Driven.of(PeopleRooms.command());
        alone.ask(
                "user_ana c command_detected command=open_garage",
                "system c authorization_granted requires_confirmation=true");
        alone.ask("system c confirmation_received command=open_garage")
                .denied("people.confirmation.identity", "PENDING_CONFIRMATION")
                .denied("people.command.provenance");
        alone.ask("user_ana c confirmation_received command=open_garage").allowed("EXECUTED");
    }
}
