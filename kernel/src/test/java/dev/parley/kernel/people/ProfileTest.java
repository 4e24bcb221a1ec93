package dev.parley.kernel.people;

import dev.parley.kernel.people.profile.ProfileEvent;
import dev.parley.kernel.people.profile.ProfileState;
import dev.parley.kernel.people.rooms.PeopleRooms;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Pending profile update, rulings B4 and B5. */
class ProfileTest {
    private static final String NO_ROW = "people.profile.no_transition";
    private static final String ASK = "user_ana ana profile_update_requested field=nickname value=Annie age=ADULT";

    private final Driven<Kept<ProfileState>, ProfileEvent> it = Driven.of(PeopleRooms.profile());

    private void reach(String state) {
        switch (state) {
            case "NONE" -> {}
            case "PENDING_VALIDATION" -> it.ask(ASK);
            case "PENDING_CONFIRMATION" -> it.ask(ASK, "system ana authority_verified confirmation_required=true");
            case "APPROVED" -> it.ask(ASK, "system ana authority_verified");
            case "REJECTED" -> it.ask(ASK, "system ana authority_denied");
            case "CANCELLED" -> it.ask(ASK, "system ana context_changed");
            default -> throw new AssertionError(state);
        }
    }

    /** Every row of the table, and B4's two. */
    @ParameterizedTest
    @CsvSource({
        "NONE,profile_update_requested field=nickname value=A,PENDING_VALIDATION",
        "PENDING_VALIDATION,authority_verified confirmation_required=true,PENDING_CONFIRMATION",
        "PENDING_VALIDATION,authority_verified confirmation_required=false,APPROVED",
        "PENDING_VALIDATION,authority_denied,REJECTED",
        "PENDING_VALIDATION,context_changed,CANCELLED",
        "PENDING_CONFIRMATION,owner_confirmation_received,APPROVED",
        "PENDING_CONFIRMATION,owner_confirmation_denied,REJECTED",
        "PENDING_CONFIRMATION,timeout,CANCELLED",
        "PENDING_CONFIRMATION,context_changed,CANCELLED",
        "APPROVED,applied,NONE",
        "REJECTED,done,NONE",
        "CANCELLED,done,NONE",
    })
    void movesAsTheTableSays(String from, String event, String to) {
        reach(from);
        it.ask((event.equals("timeout") ? "system" : "user_ana") + " ana " + event)
                .allowed(to);
    }

    @ParameterizedTest
    @CsvSource({
        "NONE,authority_verified",
        "NONE,done",
        "PENDING_VALIDATION,timeout",
        "PENDING_VALIDATION,owner_confirmation_received",
        "PENDING_CONFIRMATION,authority_denied",
        "APPROVED,done",
        "APPROVED,context_changed",
        "REJECTED,authority_verified",
        "REJECTED,profile_update_requested field=a",
        "CANCELLED,owner_confirmation_received",
    })
    void refusesWhatHasNoRow(String in, String event) {
        reach(in);
        it.ask("user_ana ana " + event).denied(NO_ROW, in);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PENDING_VALIDATION", "PENDING_CONFIRMATION", "APPROVED"})
    void hasOnePendingUpdateAtMost(String state) {
        reach(state);
        it.ask(ASK).denied("people.profile.one_pending", state);
        it.ask("user_ben ben profile_update_requested field=nickname value=B age=ADULT")
                .allowed("PENDING_VALIDATION");
    }

    /** B14: {@code applied} outside APPROVED, in the machine alone too. */
    @ParameterizedTest
    @ValueSource(strings = {"NONE", "PENDING_VALIDATION", "PENDING_CONFIRMATION", "REJECTED", "CANCELLED"})
    void appliesNothingOutsideApproved(String state) {
        reach(state);
        it.ask("system ana applied").denied("people.profile.outside_approved", state);
    }

    @ParameterizedTest
    @CsvSource({
        "birthdate,CHILD",
        "birthdate,TEEN",
        "age,CHILD",
        "age_group,TEEN",
    })
    void letsNoMinorChangeTheirOwnAge(String field, String age) {
        String value = field.equals("birthdate") ? "1990-01-01" : "40";
        it.ask("user_ana ana profile_update_requested field=" + field + " value=" + value + " age=" + age)
                .allowed("PENDING_VALIDATION");
        it.ask("system ana authority_verified age=" + age).denied("people.profile.self_age", "PENDING_VALIDATION");
        it.ask("system ana authority_denied").allowed("REJECTED");
    }

    @Test
    void letsAMinorChangeTheirNickname() {
        it.ask("user_ana ana profile_update_requested field=nickname value=A age=CHILD");
        it.ask("system ana authority_verified age=CHILD").allowed("APPROVED");
    }

    @Test
    void letsAnotherChangeAMinorsBirthdate() {
        it.ask("user_ben ana profile_update_requested field=birthdate value=2015-01-01 age=CHILD");
        it.ask("system ana authority_verified age=CHILD").allowed("APPROVED");
    }

    /** B5: an unknown age is not rejected, but somebody else must vouch for it. */
    @Test
    void needsAnotherToVouchForAnUnknownAge() {
        it.ask("user_ana ana profile_update_requested field=birthdate value=1990-01-01 age=UNKNOWN");
        it.ask("system ana authority_verified confirmation_required=false age=UNKNOWN")
                .allowed("PENDING_CONFIRMATION");
        it.ask("user_ana ana owner_confirmation_received")
                .denied("people.confirmation.identity", "PENDING_CONFIRMATION");
        it.ask("user_ben ana owner_confirmation_received").allowed("APPROVED");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "user_ana ana profile_update_requested",
                "user_ana ana profile_update_requested field=birthdate value=soon",
                "user_ana ana profile_update_requested field=a age=OLD",
                "user_ana ana rewrite",
            })
    void refusesWhatItCannotRead(String line) {
        it.ask(line).denied("request.malformed", "NONE");
    }
}
