package dev.parley.kernel.people.household;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.Driven;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** People, profiles, loans and consents in the house. */
class HouseholdPeopleTest {
    private static final String ADULT = "1980-05-01";
    private static final String TEEN = "2010-06-15";

    private final Driven<Place, HouseEvent> it = Driven.of(new Household());

    @Test
    void addsAPersonOnceAndKnowsNobodyElse() {
        it.ask("system ana person_added role=OWNER birthdate=" + ADULT).allowed();
        it.house("identity/ana", "UNKNOWN").house("age/ana", "ADULT").house("mode/ana", "PRIVATE");
        it.ask("system ana person_added role=OWNER")
                .denied("state.identity.unique")
                .house("age/ana", "ADULT");
        it.ask("system ben identity.timeout").denied("state.lineage.parent_exists");
        assertNull(it.last().state());
        assertEquals(Json.Null.NULL, it.registrar().printed(it.last()));
        it.ask("system  identity.timeout").denied("state.identity.explicit");
    }

    @ParameterizedTest
    @CsvSource({"user_ana,GUEST,true", "user_ana,OWNER,true", "user_ben,GUEST,false", "agent_a,GUEST,false"})
    void letsPeopleBeAddedByWhoLooksAfterThem(String actor, String role, boolean allowed) {
        it.confirmed("ana", "OWNER", ADULT).confirmed("ben", "OPERATOR", ADULT);
        it.ask(actor + " cem person_added role=" + role);
        if (allowed) {
            it.allowed();
        } else {
            it.denied("people.household.provisioned");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "system cem person_added role=KING",
                "system cem person_added birthdate=yesterday",
                "system cem person_added birthdate=2999-01-01",
                "system ana timeout",
                "system ana kitchen.timeout",
                "system ana identity.shout",
                "user_ana ana delegation.delegation_intent_detected group=media to=ben",
            })
    void refusesWhatItCannotRead(String line) {
        it.confirmed("ana", "OWNER", ADULT).ask(line).denied("request.malformed");
    }

    /** In a household a person's identity is about that person. */
    @Test
    void takesSomebodyElseForAConflictAndNeverForTheAnswer() {
        it.ask("system ana person_added role=OWNER");
        it.ask("system ana identity.explicit_identity_claim person=ben").denied("people.identity.no_transition");
        it.ask("system ana identity.voice_signal confidence=0.7", "system ana identity.validation_success person=ben");
        it.denied("people.identity.no_transition").house("identity/ana", "PROBABLE");
        it.ask("system ana identity.face_signal person=ben confidence=0.6").house("identity/ana", "AMBIGUOUS");
        it.ask("system ana identity.clarification_success person=ben").denied("people.identity.no_transition");
        it.ask("system ana identity.clarification_success person=ana").house("identity/ana", "CONFIRMED");
        it.ask("system ana identity.timeout").denied("people.identity.no_silent_downgrade");
    }

    @Test
    void doubtsAParticipantWhoseIdentityIsInConflict() {
        it.confirmed("ana", "OWNER", ADULT).confirmed("ben", "OPERATOR", ADULT);
        it.ask("system ana mode.participant_detected person=ben known=true").house("mode/ana", "SHARED_VERIFIED");
        it.ask("system ben identity.strong_conflict").house("mode/ana", "SHARED_UNVERIFIED");
    }

    /** B6, with what the house knows of the speaker in place of what the request says. */
    @Test
    void believesAConfirmedAdultAboutBeingAlone() {
        it.confirmed("ana", "OWNER", ADULT).confirmed("chris", "GUEST", TEEN);
        it.ask("user_ana ana mode.explicit_statement statement=someone_arrived").house("mode/ana", "SHARED_UNVERIFIED");
        it.ask("user_chris chris mode.explicit_statement statement=we_are_alone confirmed=true age=ADULT")
                .denied("people.mode.alone_by_confirmed_adult");
        it.ask("user_ana ana mode.explicit_statement statement=we_are_alone")
                .allowed()
                .house("mode/ana", "PRIVATE");
        it.ask("system ana mode.participant_detected person=ana known=true").house("mode/ana", "PRIVATE");
    }

    @Test
    void changesAProfileThroughAnApprovedUpdateOnly() {
        it.confirmed("ana", "OWNER", ADULT);
        it.ask("user_ana ana profile.profile_update_requested field=nickname value=Annie")
                .house("profile/ana", "APPROVED");
        assertNull(fact("ana", "nickname"));
        it.ask("system ana profile.applied").allowed().house("profile/ana", "NONE");
        assertEquals(Json.of("Annie"), fact("ana", "nickname"));
        it.ask("system ana profile.applied").denied("people.profile.outside_approved");
        it.ask("user_ana ana age.birthdate_updated birthdate=2015-01-01 approved=true")
                .denied("people.profile.outside_approved")
                .house("age/ana", "ADULT");
        it.ask("user_ana ana age.birthdate_known birthdate=2015-01-01").denied("people.profile.outside_approved");
        it.ask("system ana age.birthdate_known birthdate=1960-01-01").denied("people.profile.outside_approved");
        assertEquals(Json.of(ADULT), fact("ana", "birthdate"));
    }

    private @Nullable Json fact(String person, String field) {
        Person found = Household.house(it.registrar().view()).person(person);
        return found == null ? null : found.facts().get(field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"owner_confirmation_denied", "timeout", "context_changed"})
    void appliesNothingOfAnUpdateThatWasNotApproved(String end) {
        it.confirmed("ana", "OWNER", ADULT);
        it.ask("user_ana ana profile.profile_update_requested field=nickname value=A confirmation_required=true");
        it.house("profile/ana", "PENDING_CONFIRMATION");
        it.ask("user_ana ana profile.profile_update_requested field=nickname value=B")
                .denied("people.profile.one_pending");
        it.ask("system ana profile." + end, "system ana profile.applied").denied("people.profile.outside_approved");
        assertNull(fact("ana", "nickname"));
    }

    /** A minor's own change of age is rejected during validation, and the class does not move. */
    @Test
    void rejectsAMinorsOwnBirthdate() {
        it.confirmed("chris", "GUEST", TEEN);
        it.ask("user_chris chris profile.profile_update_requested field=birthdate value=1990-01-01");
        it.concluded("people.profile.self_age")
                .house("profile/chris", "REJECTED")
                .house("age/chris", "TEEN");
    }

    /** B5: another confirmed adult OWNER or ADMIN vouches for an unknown age. */
    @Test
    void letsAnOwnerVouchForAnUnknownAge() {
        it.confirmed("ana", "OWNER", ADULT).confirmed("ben", "OPERATOR", ADULT).confirmed("eve", "GUEST", "");
        it.ask("user_eve eve profile.profile_update_requested field=birthdate value=1990-01-01");
        it.allowed().house("profile/eve", "PENDING_CONFIRMATION").house("age/eve", "UNKNOWN");
        it.ask("user_eve eve profile.owner_confirmation_received").denied("people.confirmation.identity");
        it.ask("user_ben eve profile.owner_confirmation_received").denied("people.confirmation.identity");
        it.ask("user_ana eve profile.owner_confirmation_received").allowed().house("profile/eve", "APPROVED");
        it.house("age/eve", "UNKNOWN");
        it.ask("system eve profile.applied").allowed().house("age/eve", "ADULT").house("profile/eve", "NONE");
    }

    @Test
    void doesNotTakeAnUnconfirmedOwnersWord() {
        it.ask("system ana person_added role=OWNER birthdate=" + ADULT).confirmed("eve", "GUEST", "");
        it.ask("user_eve eve profile.profile_update_requested field=birthdate value=1990-01-01");
        it.ask("user_ana eve profile.owner_confirmation_received").denied("people.confirmation.identity");
    }

    @ParameterizedTest
    @CsvSource({"user_ben,nickname", "user_ana,role"})
    void keepsProfilesFromOthersAndRolesFromProfiles(String actor, String field) {
        it.confirmed("ana", "OWNER", ADULT).confirmed("ben", "OPERATOR", ADULT);
        it.ask(actor + " ana profile.profile_update_requested field=" + field + " value=OWNER");
        it.concluded("people.profile.authority").house("profile/ana", "REJECTED");
    }

    private void lend() {
        it.confirmed("ana", "OWNER", ADULT).confirmed("ben", "OPERATOR", ADULT);
        it.ask("user_ana ben delegation.delegation_intent_detected group=security by=ana")
                .allowed();
        it.house("delegation/ben", "PENDING_CONFIRMATION");
    }

    private Driven<Place, HouseEvent> alarm() {
        return it.ask("user_ben ben command.command_detected command=disable_alarm by=ben");
    }

    /** A delegation opens its group while it is active, and never bypasses the confirmation. */
    @Test
    void lendsAGroup() {
        lend();
        alarm().concluded("people.command.delegation").house("command/ben", "DENIED");
        it.ask("system ben command.done", "user_ana ben delegation.owner_confirmation")
                .house("delegation/ben", "ACTIVE");
        alarm().house("command/ben", "PENDING_CONFIRMATION");
        it.ask("user_ben ben command.confirmation_received command=disable_alarm")
                .house("command/ben", "EXECUTED");
    }

    @Test
    void lendsOneGroupAndNoOther() {
        lend();
        it.ask("user_ana ben delegation.owner_confirmation");
        it.ask("user_ben ben command.command_detected command=delete_all_data")
                .concluded("people.command.delegation")
                .concluded("people.command.role");
    }

    /** B3: what rests on a revoked loan is cancelled at once. */
    @Test
    void cancelsWhatRestsOnARevokedLoan() {
        lend();
        it.ask("user_ana ben delegation.owner_confirmation");
        alarm();
        it.ask("user_ana ben delegation.revoke_command").house("command/ben", "CANCELLED");
        it.house("delegation/ben", "REVOKED");
        it.ask("system ben command.done");
        alarm().concluded("people.command.delegation");
    }

    /** P7: who takes away gives nothing, so it needs no standing; lending and agreeing do. */
    @Test
    void aGuestMayTakeALoanBackAndRefuseAnUpdateAndGrantNeither() {
        lend();
        it.confirmed("gus", "GUEST", ADULT);
        it.ask("user_gus ben delegation.owner_confirmation by=gus").denied("people.confirmation.identity");
        it.ask("user_ana ben delegation.owner_confirmation").allowed();
        it.ask("user_gus ben delegation.revoke_command").house("delegation/ben", "REVOKED");
        it.ask("user_ben ben profile.profile_update_requested field=nickname value=B confirmation_required=true")
                .house("profile/ben", "PENDING_CONFIRMATION");
        it.ask("user_gus ben profile.owner_confirmation_received by=gus").denied("people.confirmation.identity");
        it.ask("user_gus ben profile.owner_confirmation_denied").house("profile/ben", "REJECTED");
    }

    @Test
    void looksAtTheLoanAgainAtTheConfirmation() {
        lend();
        it.ask("user_ana ben delegation.owner_confirmation");
        alarm();
        it.ask("system ben delegation.timeout").house("delegation/ben", "EXPIRED");
        it.ask("user_ben ben command.confirmation_received command=disable_alarm")
                .denied("people.command.delegation");
    }

    /** B8: never lent on, and only by those who look after others. */
    @Test
    void neverLendsOn() {
        lend();
        it.ask("user_ana ben delegation.owner_confirmation").confirmed("cem", "GUEST", ADULT);
        it.ask("user_ben cem delegation.delegation_intent_detected group=security by=ben")
                .denied("people.command.delegation")
                .denied("people.command.role");
        it.confirmed("dan", "ADMIN", ADULT);
        it.ask("user_dan cem delegation.delegation_intent_detected group=system")
                .denied("people.command.role");
        it.ask("user_dan cem delegation.delegation_intent_detected group=media").allowed();
    }

    @ParameterizedTest
    @CsvSource({
        "user_ben,ben,people.confirmation.identity",
        "user_ben,ana,people.confirmation.identity",
    })
    void isLentByTheLenderOnly(String actor, String by, String rule) {
        lend();
        it.ask(actor + " ben delegation.owner_confirmation by=" + by).denied(rule);
    }

    @Test
    void isNotLentByAMinorOrAnUnconfirmedLender() {
        it.confirmed("chris", "OWNER", TEEN).confirmed("ben", "GUEST", ADULT);
        it.ask("user_chris ben delegation.delegation_intent_detected group=media");
        it.ask("user_chris ben delegation.owner_confirmation").denied("people.confirmation.age");
        it.ask("system chris identity.end_conversation").house("delegation/ben", "NONE");
    }

    /** B14: with a conversation end the person's consents and delegations. */
    @Test
    void endsLoansAndConsentsWithTheConversation() {
        lend();
        it.ask("user_ana ben delegation.owner_confirmation", "system ben consent.consent_request purpose=recording");
        it.ask("user_ben ben consent.explicit_grant").house("consent/ben", "GRANTED");
        it.ask("system ben identity.end_conversation").allowed();
        it.house("identity/ben", "UNKNOWN").house("delegation/ben", "EXPIRED").house("consent/ben", "EXPIRED");
    }

    @Test
    void takesConsentFromThePersonOnly() {
        it.confirmed("ana", "OWNER", ADULT).confirmed("ben", "GUEST", ADULT).confirmed("chris", "GUEST", TEEN);
        it.ask("system ben consent.consent_request purpose=recording");
        it.ask("user_ana ben consent.explicit_grant").denied("people.confirmation.identity");
        it.ask("user_ben ben consent.explicit_grant").allowed();
        it.ask("system chris consent.consent_request purpose=recording", "user_chris chris consent.explicit_grant");
        it.denied("people.confirmation.age").house("consent/chris", "PENDING");
    }

    /** What one person told the house stands in no line that another may see. */
    @Test
    void revealsNothingOfAPersonInVerdicts() {
        it.confirmed("ana", "OWNER", ADULT).confirmed("ben", "GUEST", ADULT);
        String[] told = {
            "user_ana ana addressing.explicit_preference name=Secretname gender=secretgender",
            "user_ben ana addressing.explicit_preference name=Secretname",
            "user_ana ana profile.profile_update_requested field=illness value=Secretillness",
            "user_ana ana profile.profile_update_requested field=illness value=Secretillness",
            "system ana profile.applied",
            "user_ana ana age.birthdate_known birthdate=1979-01-31",
            "user_ben ben command.command_detected command=set_volume",
        };
        for (String line : told) {
            it.ask(line);
            it.all().forEach(verdict -> {
                String shown = verdict.reason()
                        + it.registrar().printed(verdict).canonical()
                        + verdict.violations()
                        + verdict.attestation().metadata().json().canonical()
                        + verdict.state();
                assertFalse(shown.contains("Secret") || shown.contains("secret"), shown);
                assertFalse(shown.contains("1979") || shown.contains("1980"), shown);
            });
        }
    }
}
