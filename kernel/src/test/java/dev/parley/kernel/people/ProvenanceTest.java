package dev.parley.kernel.people;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.parley.kernel.people.household.HouseEvent;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.people.rooms.PeopleRooms;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every event about people comes from the runtime that senses it or from the person who says it (ruling B16). */
class ProvenanceTest {
    private static final String ADULT = "1980-05-01";
    private static final List<String> OTHERS =
            List.of("user_dora", "user", "plugin_weather", "agent_a", "operator", "ana", "");

    private final Driven<Place, HouseEvent> it = Driven.of(new Household());

    private void atHome() {
        it.confirmed("ana", "OWNER", ADULT).confirmed("ben", "OPERATOR", ADULT);
        it.ask("system dora person_added role=GUEST birthdate=2018-06-21").allowed();
    }

    /** Whoever is not the runtime. */
    static Stream<List<String>> sensedBySomebodyElse() {
        List<List<String>> all = new ArrayList<>();
        for (String event : List.of(
                "identity.voice_signal person=ana confidence=0.9",
                "identity.face_signal person=ana confidence=0.9",
                "identity.satellite_identity person=ana confidence=0.9",
                "identity.validation_success person=ana",
                "identity.validation_failure",
                "identity.clarification_success person=ana",
                "identity.strong_conflict",
                "identity.timeout",
                "identity.silence_timeout",
                "addressing.inferred_signal confidence=0.9 name=X",
                "addressing.conflicting_signal",
                "age.date_tick",
                "age.confidence_drop",
                "mode.participant_detected person=x1 known=true",
                "mode.participant_left",
                "mode.identity_confirmed person=ana",
                "mode.identity_unknown person=ana",
                "command.confirmation_timeout",
                "profile.timeout",
                "delegation.timeout",
                "consent.timeout")) {
            for (String actor : List.of("user_ana", "user_dora", "user", "plugin_weather", "agent_a", "operator")) {
                all.add(List.of(actor, event));
            }
        }
        return all.stream();
    }

    @ParameterizedTest
    @MethodSource
    void sensedBySomebodyElse(List<String> told) {
        atHome();
        String machine = told.getLast().substring(0, told.getLast().indexOf('.'));
        String before = it.registrar().printed(it.last()).canonical();
        it.ask(told.getFirst() + " ana " + told.getLast()).denied("people." + machine + ".provenance");
        assertEquals(before, it.registrar().printed(it.last()).canonical());
    }

    /** The same in each machine alone, where no household stands behind it. */
    @Test
    void aMachineThatIsDrivenAloneKnowsWhereItsEventsComeFrom() {
        Driven.of(PeopleRooms.identity())
                .ask("system s voice_signal person=ana confidence=0.7", "user_kid s validation_success person=ana")
                .denied("people.identity.provenance", "PROBABLE");
        Driven.of(PeopleRooms.mode())
                .ask("system c participant_detected person=x known=false", "plugin_weather c participant_left person=x")
                .denied("people.mode.provenance", "SHARED_UNVERIFIED");
        Driven.of(PeopleRooms.age()).ask("user_ana a date_tick").denied("people.age.provenance", "UNKNOWN");
        Driven.of(PeopleRooms.addressing())
                .ask("agent_a a explicit_preference name=X")
                .denied("people.addressing.provenance");
        Driven.of(PeopleRooms.consent())
                .ask("agent_a c consent_request purpose=recording")
                .allowed()
                .ask("agent_a c explicit_grant by=ana")
                .denied("people.consent.provenance", "PENDING")
                .ask("user_ben c explicit_grant by=ana")
                .denied("people.consent.provenance", "PENDING")
                .ask("user_ana c explicit_grant by=ana")
                .allowed("GRANTED");
        Driven.of(PeopleRooms.delegation())
                .ask("user_ana d delegation_intent_detected group=media to=ben")
                .ask("user_ben d owner_confirmation by=ana")
                .denied("people.delegation.provenance", "PENDING_CONFIRMATION");
        Driven.of(PeopleRooms.profile())
                .ask("user_ana ana profile_update_requested field=nickname value=A")
                .ask("system ana authority_verified confirmation_required=true")
                .ask("plugin_x ana owner_confirmation_received by=ana")
                .denied("people.profile.provenance", "PENDING_CONFIRMATION");
        Driven.of(PeopleRooms.command())
                .ask("user_ana k command_detected command=open_garage by=ana")
                .ask("system k authorization_granted requires_confirmation=true")
                .ask("agent_a k confirmation_received command=open_garage by=ana")
                .denied("people.command.provenance", "PENDING_CONFIRMATION")
                .ask("user_ana k confirmation_received command=open_garage by=ana")
                .allowed("EXECUTED");
    }

    /** The runtime passes on what somebody claimed, and nobody claims to be somebody else in a voice that is known. */
    @Test
    void aClaimComesFromThePersonOrFromTheRuntimeThatHeardIt() {
        it.ask("system ana person_added role=OWNER birthdate=" + ADULT, "system dora person_added role=GUEST");
        for (String actor : OTHERS) {
            it.ask(actor + " ana identity.explicit_identity_claim person=ana");
            assertFalse(it.last().isAllowed(), actor);
        }
        it.ask("user_dora ana identity.explicit_identity_claim").denied("people.identity.provenance");
        it.ask("user_ana ana identity.explicit_identity_claim person=ana").allowed();
        it.ask("system dora identity.explicit_identity_claim person=dora").allowed();
    }

    @Test
    void aPreferenceIsThePersonsOwn() {
        atHome();
        for (String actor : OTHERS) {
            it.ask(actor + " ana addressing.explicit_preference name=Boss");
            assertFalse(it.last().isAllowed(), actor);
        }
        it.ask("user_ana ana addressing.explicit_preference name=Annie").allowed();
    }

    /** That we are alone is said by the person themself; that someone arrived is believed from whoever has a name. */
    @ParameterizedTest
    @ValueSource(strings = {"system", "user", "user_dora", "user_ben", "plugin_weather", "agent_a", "operator"})
    void nobodyElseSaysThatThePersonIsAlone(String actor) {
        atHome();
        it.ask("user_ben ana mode.explicit_statement statement=someone_arrived")
                .allowed()
                .house("mode", "SHARED_UNVERIFIED");
        it.ask(actor + " ana mode.explicit_statement statement=we_are_alone")
                .denied("people.mode.provenance")
                .house("mode", "SHARED_UNVERIFIED");
        it.ask("user_ana ana mode.explicit_statement statement=we_are_alone")
                .allowed()
                .house("mode", "PRIVATE");
    }

    /** The unnamed user is nobody: no command, no yes, no consent, no change of a profile. */
    @ParameterizedTest
    @ValueSource(strings = {"", " by=ana"})
    void aVoiceWithoutANameIsNobody(String by) {
        atHome();
        it.ask("user ana command.command_detected command=turn_on_light" + by)
                .denied("people.command.provenance")
                .house("command/ana", "IDLE");
        it.ask("user_ana ana command.command_detected command=disable_alarm");
        it.ask("user ana command.confirmation_received command=disable_alarm" + by)
                .denied("people.command.provenance")
                .house("command/ana", "PENDING_CONFIRMATION");
        it.ask("system ana consent.consent_request purpose=recording");
        it.ask("user ana consent.explicit_grant purpose=recording" + by)
                .denied("people.consent.provenance")
                .house("consent/ana", "PENDING");
        it.ask("user ana profile.profile_update_requested field=nickname value=X" + by)
                .denied("people.profile.provenance")
                .house("profile/ana", "NONE");
        it.ask("user_ana ben delegation.delegation_intent_detected group=security");
        it.ask("user ben delegation.owner_confirmation" + by)
                .denied("people.delegation.provenance")
                .house("delegation/ben", "PENDING_CONFIRMATION");
        it.ask("user ana mode.explicit_statement statement=we_are_alone" + by).denied("people.mode.provenance");
    }

    /** Security finding 7: the whole way that a child and a plugin could go. */
    @Test
    void aChildAndAPluginMakeNoOwnerOutOfTheUnnamedUser() {
        it.ask("system ana person_added role=OWNER birthdate=" + ADULT, "system x person_added role=GUEST");
        it.ask("system ana mode.participant_detected person=x known=false").house("mode", "SHARED_UNVERIFIED");
        it.ask("user_kid ana identity.voice_signal person=ana confidence=0.9").denied("people.identity.provenance");
        it.ask("user_kid ana identity.validation_success").denied("people.identity.provenance");
        it.ask("plugin_weather ana mode.participant_left person=x")
                .denied("people.mode.provenance")
                .house("mode", "SHARED_UNVERIFIED")
                .house("identity/ana", "UNKNOWN");
        it.ask("user ana command.command_detected command=disable_alarm by=ana")
                .denied("people.command.provenance")
                .house("command/ana", "IDLE");
    }

    /** What takes away needs less standing, and still not a plugin. */
    @ParameterizedTest
    @CsvSource({"user_ana,true", "system,true", "user_dora,false", "plugin_weather,false", "user,false"})
    void aConsentIsTakenBackByThePersonOrByTheRuntime(String actor, boolean may) {
        atHome();
        it.ask("system ana consent.consent_request purpose=recording");
        it.ask("user_ana ana consent.explicit_grant purpose=recording").allowed();
        it.ask(actor + " ana consent.revoke").house("consent/ana", may ? "REVOKED" : "GRANTED");
    }
}
