package dev.parley.kernel.people.household;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.people.Driven;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Nobody speaks for another, and what has changed since a command was asked for ends it. */
class HouseholdSafetyTest {
    private static final String ADULT = "1980-05-01";
    private static final String TEEN = "2010-06-15";
    private static final String ALARM = "command=disable_alarm";

    private final Driven<Place, HouseEvent> it = Driven.of(new Household());

    private void atHome() {
        it.confirmed("ana", "OWNER", ADULT).confirmed("ben", "OPERATOR", ADULT).confirmed("chris", "GUEST", TEEN);
    }

    private Driven<Place, HouseEvent> alarmOf(String person) {
        return it.ask("user_" + person + " " + person + " command.command_detected " + ALARM)
                .house("command/" + person, "PENDING_CONFIRMATION");
    }

    private Driven<Place, HouseEvent> yesOf(String person) {
        return it.ask("user_" + person + " " + person + " command.confirmation_received " + ALARM);
    }

    /** B14: the command belongs to the person it is about; B16: the yes to it comes from that person and from nobody else. */
    @ParameterizedTest
    @ValueSource(strings = {"user_ana", "ana", "system"})
    void takesACommandFromThePersonInEveryFormOfTheirName(String actor) {
        atHome();
        it.ask(actor + " ana command.command_detected command=turn_on_light").house("command/ana", "EXECUTED");
        it.ask("system ana command.execution_success", "system ana command.done");
        it.ask(actor + " ana command.command_detected by=ana " + ALARM).house("command/ana", "PENDING_CONFIRMATION");
        if (!actor.equals("user_ana")) {
            it.ask(actor + " ana command.confirmation_received by=user_ana " + ALARM)
                    .denied("people.command.provenance")
                    .house("command/ana", "PENDING_CONFIRMATION");
        }
        it.ask("user_ana ana command.confirmation_received by=user_ana " + ALARM)
                .allowed()
                .house("command/ana", "EXECUTED");
    }

    /** B14: a name in the request does not make another's voice the person's own. */
    @ParameterizedTest
    @CsvSource({
        "user_zed,ana",
        "user_ben,ana",
        "user_chris,ana",
        "user_ana,ben",
        "user_ana,zed",
        "system,ben",
        "ben,ana",
        "agent_a,ana",
        "plugin_x,ana",
        "operator,ana",
    })
    void runsNothingWhereVoiceNameAndPersonAreNotOne(String actor, String by) {
        atHome();
        for (String command : List.of("turn_on_light", "disable_alarm")) {
            it.ask(actor + " ana command.command_detected command=" + command + " by=" + by)
                    .concluded("people.command.unconfirmed")
                    .house("command/ana", "DENIED");
            it.ask("system ana command.done");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"user_ben", "user_zed", "ben", "agent_a", "plugin_x", "operator"})
    void runsNothingForAnotherVoiceThatNamesNobody(String actor) {
        atHome();
        it.ask(actor + " ana command.command_detected command=turn_on_light").concluded("people.command.unconfirmed");
    }

    /** B9: a confirmation counts from the same identity only. */
    @ParameterizedTest
    @CsvSource({
        "user_zed,ana",
        "user_ben,ana",
        "user_ana,ben",
        "user_ben,ben",
        "system,ben",
        "ben,ana",
        "agent_a,ana",
        "agent_a,",
        "plugin_x,ana",
        "operator,",
    })
    void takesNoConfirmationFromAnotherVoice(String actor, String by) {
        atHome();
        alarmOf("ana");
        it.ask(actor + " ana command.confirmation_received " + ALARM + (by == null ? "" : " by=" + by))
                .denied("people.confirmation.identity")
                .house("command/ana", "PENDING_CONFIRMATION");
    }

    /** B8 and B9 hold for whatever else is confirmed: a profile, a consent, a loan. */
    @Test
    void takesNoOtherYesFromAnotherVoiceEither() {
        atHome();
        it.ask("user_zed ana profile.profile_update_requested field=nickname value=A by=ana")
                .concluded("people.profile.authority")
                .house("profile/ana", "REJECTED");
        it.ask("system ben consent.consent_request purpose=recording");
        for (String actor : List.of("user_ana", "agent_a")) {
            it.ask(actor + " ben consent.explicit_grant by=ben").denied("people.confirmation.identity");
        }
        it.ask("user_ana ben delegation.delegation_intent_detected group=security");
        for (String yes : List.of("user_ben by=ana", "agent_a by=ana", "user", "user by=ben")) {
            String[] words = yes.split(" ", 2);
            it.ask(words[0] + " ben delegation.owner_confirmation" + (words.length > 1 ? " " + words[1] : ""))
                    .denied("people.confirmation.identity")
                    .house("delegation/ben", "PENDING_CONFIRMATION");
        }
        it.ask("system ben delegation.owner_confirmation").denied("people.delegation.provenance");
        it.ask("user_ana ben delegation.owner_confirmation").allowed().house("delegation/ben", "ACTIVE");
    }

    /** B8: what was lent may be asked for in the lender's name, by the one to whom it was lent, and by nobody else. */
    @Test
    void letsADelegateNameTheLender() {
        atHome();
        String alarm = " ben command.command_detected by=ana " + ALARM;
        it.ask("user_ben" + alarm).concluded("people.command.unconfirmed");
        it.ask("system ben command.done", "user_ana ben delegation.delegation_intent_detected group=security");
        it.ask("user_ana ben delegation.owner_confirmation").allowed();
        it.ask("user_ana" + alarm).concluded("people.command.unconfirmed");
        it.ask("system ben command.done", "user_ben ben command.command_detected by=ana command=turn_on_light")
                .concluded("people.command.unconfirmed");
        it.ask("system ben command.done", "user_ben" + alarm).house("command/ben", "PENDING_CONFIRMATION");
        yesOf("ben").allowed().house("command/ben", "EXECUTED");
    }

    /** B6 and B14: the speaker is the target, and nobody else says for them that they are alone. */
    @ParameterizedTest
    @ValueSource(strings = {"user_chris", "user_ben", "user_zed", "chris", "agent_a", "plugin_x", "operator"})
    void believesNobodyElseAboutBeingAlone(String actor) {
        atHome();
        it.ask("user_ana ana mode.explicit_statement statement=someone_arrived");
        it.ask(actor + " ana mode.explicit_statement statement=we_are_alone")
                .denied("people.mode.alone_by_confirmed_adult")
                .house("mode/ana", "SHARED_UNVERIFIED");
        it.ask("user_ana ana mode.explicit_statement statement=we_are_alone").house("mode/ana", "PRIVATE");
    }

    /** B2: two people at medium or above are a conflict, in whichever order their signals come. */
    @ParameterizedTest
    @CsvSource({
        "voice_signal,0.60,voice_signal confidence=0.60,AMBIGUOUS",
        "face_signal,0.9,satellite_identity confidence=0.7,AMBIGUOUS",
        "face_signal,0.9,explicit_identity_claim,AMBIGUOUS",
        "face_signal,0.59,voice_signal confidence=0.9,PROBABLE",
        "face_signal,0.9,voice_signal confidence=0.5,UNKNOWN",
    })
    void remembersASignalForSomebodyElse(String first, String confidence, String second, String state) {
        it.ask("system ana person_added role=OWNER birthdate=" + ADULT);
        it.ask("system ana identity." + first + " person=ben confidence=" + confidence)
                .allowed()
                .house("identity/ana", "UNKNOWN");
        it.ask("system ana identity." + second).allowed().house("identity/ana", state);
    }

    @Test
    void forgetsASignalForSomebodyElseWithTheConversation() {
        it.ask("system ana person_added role=OWNER", "system ana identity.face_signal person=ben confidence=0.9");
        it.ask("system ana identity.end_conversation", "system ana identity.voice_signal confidence=0.9")
                .house("identity/ana", "PROBABLE");
    }

    /** B5: an updated birthdate counts from an APPROVED update, for its own value and for no other. */
    @Test
    void takesAnUpdatedBirthdateFromAnApprovedUpdateOnly() {
        atHome();
        String updated = "system ana age.birthdate_updated birthdate=2012-01-01 approved=";
        it.ask(updated + "true").denied("people.profile.outside_approved");
        it.ask("user_ana ana profile.profile_update_requested field=birthdate value=2012-01-01"
                        + " confirmation_required=true")
                .house("profile/ana", "PENDING_CONFIRMATION");
        it.ask(updated + "true").denied("people.profile.outside_approved").house("age/ana", "ADULT");
        it.ask("user_ana ana profile.owner_confirmation_received").house("profile/ana", "APPROVED");
        it.ask(updated + "false").denied("people.profile.outside_approved");
        it.ask("system ana age.birthdate_updated birthdate=2011-01-01 approved=true")
                .denied("people.profile.outside_approved");
        it.ask("system ben age.birthdate_updated birthdate=2012-01-01 approved=true")
                .denied("people.profile.outside_approved")
                .house("age/ana", "ADULT");
        it.ask(updated + "true").allowed().house("age/ana", "TEEN").house("profile/ana", "APPROVED");
        it.ask("system ana profile.applied").allowed().house("age/ana", "TEEN");
    }

    /** Another field that happens to hold the same text is no birthdate. */
    @Test
    void takesABirthdateFromNoOtherField() {
        atHome();
        it.ask("user_ana ana profile.profile_update_requested field=nickname value=2012-01-01")
                .house("profile/ana", "APPROVED");
        it.ask("system ana age.birthdate_updated birthdate=2012-01-01 approved=true")
                .denied("people.profile.outside_approved");
    }

    /** Section 2: an unknown participant whom the house confirms is one of the known. */
    @Test
    void knowsAParticipantWhomItConfirms() {
        it.confirmed("ana", "OWNER", ADULT).ask("system ben person_added role=OPERATOR birthdate=" + ADULT);
        it.ask("system ana mode.participant_detected person=ben known=false").house("mode/ana", "SHARED_UNVERIFIED");
        it.ask("system ben identity.voice_signal confidence=0.9").house("mode/ana", "SHARED_UNVERIFIED");
        it.ask("system ben identity.validation_success").house("mode/ana", "SHARED_VERIFIED");
        it.ask("system ana mode.identity_confirmed person=ben").allowed().house("mode/ana", "SHARED_VERIFIED");
        it.ask("system ben identity.strong_conflict").house("mode/ana", "SHARED_UNVERIFIED");
        it.ask("system ben identity.clarification_success").house("mode/ana", "SHARED_VERIFIED");
    }

    @Test
    void doesNotTakeOneConfirmedParticipantForAnother() {
        it.confirmed("ana", "OWNER", ADULT).ask("system ben person_added role=OPERATOR birthdate=" + ADULT);
        it.ask("system ana mode.participant_detected person=x1 known=false");
        it.ask("system ben identity.voice_signal confidence=0.9", "system ben identity.validation_success")
                .house("mode/ana", "SHARED_UNVERIFIED");
    }

    /** B3 and B8: a loan that runs out takes the command along that waits for a yes under it. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "system ben delegation.timeout",
                "system ben delegation.conversation_end",
                "system ana identity.end_conversation",
                "user_ana ben delegation.revoke_command",
            })
    void cancelsWhatRestsOnALoanThatIsOver(String over) {
        atHome();
        it.ask("user_ana ben delegation.delegation_intent_detected group=security");
        it.ask("user_ana ben delegation.owner_confirmation");
        alarmOf("ben");
        it.ask(over).allowed().house("command/ben", "CANCELLED");
        yesOf("ben")
                .denied("people.confirmation.context")
                .denied("people.command.delegation")
                .house("command/ben", "CANCELLED");
    }

    /** A command that the role opens does not care about a loan. */
    @Test
    void keepsWhatDoesNotRestOnTheLoan() {
        atHome();
        it.ask("user_ana ben delegation.delegation_intent_detected group=security");
        it.ask("user_ana ben delegation.owner_confirmation");
        it.ask("user_ben ben command.command_detected command=open_garage");
        it.ask("system ben delegation.timeout").house("command/ben", "PENDING_CONFIRMATION");
        it.ask("user_ben ben command.confirmation_received command=open_garage")
                .allowed()
                .house("command/ben", "EXECUTED");
    }

    /** Section 3, {@code context_changed}: strangers end what was asked for without them, and it stays ended. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "system ben mode.participant_detected person=x1 known=false",
                "user_ana ana mode.explicit_statement statement=someone_arrived",
            })
    void cancelsWhatIsPendingWhenStrangersCome(String arrival) {
        atHome();
        alarmOf("ana");
        it.ask("user_ben ben command.command_detected command=open_garage");
        it.ask(arrival).house("command/ana", "CANCELLED").house("command/ben", "CANCELLED");
        yesOf("ana").denied("people.confirmation.context").denied("people.command.unverified_company");
        it.ask("system ana mode.participant_left");
        yesOf("ana").denied("people.confirmation.context").house("command/ana", "CANCELLED");
        it.ask("system ana command.done");
        alarmOf("ana");
        yesOf("ana").allowed();
    }

    @Test
    void cancelsWhatIsPendingWhenAKnownParticipantComesIntoDoubt() {
        atHome();
        it.ask("system ana mode.participant_detected person=ben known=true");
        alarmOf("ana");
        it.ask("system ben identity.strong_conflict")
                .house("mode/ana", "SHARED_UNVERIFIED")
                .house("command/ana", "CANCELLED");
    }

    /** B9: the end of the conversation is the end of what was asked in it. */
    @Test
    void cancelsWhatIsPendingWithTheConversation() {
        atHome();
        alarmOf("ana");
        it.ask("user_ben ben command.command_detected command=open_garage");
        it.ask("system ana identity.end_conversation").house("command/ana", "CANCELLED");
        it.house("command/ben", "PENDING_CONFIRMATION");
        assertEquals(1, it.last().followed().size());
        it.ask("system ana identity.explicit_identity_claim", "system ana identity.validation_success");
        yesOf("ana").denied("people.confirmation.context").house("command/ana", "CANCELLED");
    }

    /** B6: an unknown participant makes it SHARED_UNVERIFIED, whoever else is confirmed meanwhile. */
    @ParameterizedTest
    @ValueSource(strings = {"ana", "ben"})
    void takesNobodyElseForTheStranger(String confirmed) {
        atHome();
        it.ask("system ana mode.participant_detected person=x1 known=false").allowed();
        it.ask("system ana mode.identity_confirmed person=" + confirmed).denied("people.mode.no_transition");
        it.ask("user_ana ana command.command_detected " + ALARM).concluded("people.command.unverified_company");
        it.ask("system ana mode.participant_left person=x1").allowed();
    }

    /** B14: the delegate is the target, so that a loan that names no lender waits for one. */
    @ParameterizedTest
    @ValueSource(strings = {"system", "user", "user_ben", "agent_a"})
    void bindsALoanToWhoeverSaysYesToIt(String noticed) {
        atHome();
        it.ask(noticed + " ben delegation.delegation_intent_detected group=security to=ben")
                .allowed()
                .house("delegation/ben", "PENDING_CONFIRMATION");
        it.ask("user_ben ben delegation.owner_confirmation by=ben").denied("people.confirmation.identity");
        it.ask("user_ana ben delegation.owner_confirmation by=ana").allowed().house("delegation/ben", "ACTIVE");
    }

    @Test
    void lendsNothingWhereNobodyIsKnownToLend() {
        atHome();
        it.ask("system ben delegation.delegation_intent_detected group=security to=ben")
                .allowed();
        it.ask("system ben delegation.owner_confirmation").denied("people.command.role");
        it.ask("user_chris ben delegation.owner_confirmation by=chris").house("delegation/ben", "PENDING_CONFIRMATION");
    }

    /** What the house concludes by itself is refused from outside, and nothing follows from the refusal. */
    @Test
    void concludesNothingFromARefusedConclusion() {
        atHome();
        it.ask("user_ana ana profile.profile_update_requested field=nickname value=x confirmation_required=true")
                .house("profile/ana", "PENDING_CONFIRMATION");
        it.ask("system ana profile.authority_verified").denied("people.household.derived");
        assertEquals(1, it.all().size());
    }

    /** Age mutation guards: however the field is spelt. */
    @ParameterizedTest
    @ValueSource(strings = {"birthdate", "Birthdate", "birth_date", "birthYear", "age", "Age-Group", "date_of_birth"})
    void letsNoMinorChangeAnythingAboutTheirAge(String field) {
        atHome();
        it.ask("user_chris chris profile.profile_update_requested value=1990-01-01 field=" + field)
                .concluded("people.profile.self_age");
    }
}
