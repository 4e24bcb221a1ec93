package dev.parley.replay.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.Halts;
import dev.parley.kernel.Level;
import dev.parley.kernel.Registered;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Room;
import dev.parley.kernel.people.age.AgeTable;
import dev.parley.kernel.people.command.CommandGroup;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.kernel.people.household.CommandSpec;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.people.rooms.PeopleRooms;
import dev.parley.kernel.stream.InterruptReading;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.kernel.turn.TurnRoom;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every rule that refuses is provoked, and what the explanation proposes is done: then the answer is yes. */
class EveryRefusalTest {
    private static final Set<String> OF_ALL_ROOMS = Set.of("request.malformed", "system.halted");

    private final Set<String> broken = new TreeSet<>();
    private final Set<String> unchangeable = new TreeSet<>();

    private static Household household() {
        Catalogue catalogue = new Catalogue(
                List.of(
                        new CommandSpec("disable_alarm", CommandGroup.SECURITY, true, null, List.of()),
                        new CommandSpec("share", CommandGroup.MEDIA, false, "sharing", List.of()),
                        new CommandSpec("pause_music", CommandGroup.MEDIA, false, null, List.of())),
                Catalogue.standardRoles());
        return new Household(catalogue, AgeTable.DEFAULT);
    }

    /** Ana and Ben are adults and confirmed, Chris is 13, and Eve is known and not recognised. */
    private void inTheHouse(String... lines) {
        Refused<?, ?> house = new Refused<>(household());
        for (String person : List.of("ana OWNER 1980-05-01", "ben OPERATOR 1985-01-01", "chris GUEST 2012-05-01")) {
            String[] words = person.split(" ", -1);
            house.ask("system " + words[0] + " person_added role=" + words[1] + " birthdate=" + words[2]);
            house.ask("system " + words[0] + " identity.voice_signal person=" + words[0] + " confidence=0.9");
            house.ask("system " + words[0] + " identity.validation_success");
        }
        house.ask("system eve person_added role=GUEST birthdate=1990-01-01");
        house.ask(lines);
        took(house);
    }

    private void took(Refused<?, ?> refused) {
        broken.addAll(refused.broken());
        unchangeable.addAll(refused.unchangeable());
    }

    private void assertAllProvoked(Room<?, ?> room, Set<String> ofTheMachine) {
        Set<String> expected = new TreeSet<>(ofTheMachine);
        room.catalogue().stream()
                .filter(invariant -> invariant.level() == Level.REJECT)
                .forEach(invariant -> expected.add(invariant.id()));
        expected.addAll(OF_ALL_ROOMS);
        expected.removeAll(broken);
        assertEquals(Set.of(), expected, "never provoked");
    }

    @Test
    void ofTheStreamRoom() {
        String[] playing = {"agent_a s1 CREATE", "agent_a s1 START", "agent_a s1 COMPILE", "agent_a s1 PLAY"};
        for (String last : List.of(
                "agent_b s1 PLAY",
                "agent_b s1 CLAIM",
                "agent_b s1 INTERRUPT",
                "agent_b s1 STOP",
                "agent_b s1 MUTATE_GRAPH change=gain",
                "agent_a s1 MUTATE_GRAPH",
                "agent_a s1 START",
                "agent_a s1 COMMIT",
                "agent_a s1 FLY",
                "agent_a s1 CREATE",
                "agent_a s2 START",
                "agent_b session:s1 SESSION_END",
                "agent_b session:s1 RESUME",
                "operator session:s1 RESUME",
                "agent_a s1 ENABLE_OVERRIDE",
                "user s1 ENABLE_OVERRIDE speech_rate=99",
                "user s1 UPDATE_OVERRIDE",
                "agent_a s1 TAMPER field=forced_captions value=true")) {
            Refused<?, ?> room = new Refused<>(new StreamRoom(InterruptReading.MATRIX));
            took(room.ask(playing).ask(last));
        }
        stream("agent_a s1 MUTATE_GRAPH change=gain", "agent_a s1 COMMIT", "agent_a s1 COMMIT");
        stream("agent_a s1 MUTATE_GRAPH change=gain", "agent_a s1 COMMIT", "agent_a s1 ROLLBACK");
        stream("agent_a s1 MUTATE_GRAPH change=gain", "agent_a s1 COMMIT", "agent_a s1 MUTATE_GRAPH change=x");
        stream("agent_a s1 PLAY", "agent_a s1 STOP", "agent_a s1 INTERRUPT");
        stream("system session:s1 SESSION_END", "agent_a s1 PLAY");
        stream("user s1 ENABLE_OVERRIDE", "agent_a s1 DISABLE_OVERRIDE", "agent_a s1 PLAY", "agent_a s1 COMMIT");
        stream("agent_a  START");
        assertAllProvoked(
                new StreamRoom(InterruptReading.MATRIX),
                Set.of("state.identity.unique", "state.identity.explicit", "state.lineage.parent_exists"));
        assertEquals(
                Set.of("audio.accessibility.auditable", "audio.lifecycle.valid_transition", "request.malformed"),
                unchangeable);
    }

    private void stream(String... lines) {
        Refused<?, ?> room = new Refused<>(new StreamRoom(InterruptReading.MATRIX));
        took(room.ask("agent_a s1 CREATE", "agent_a s1 START", "agent_a s1 COMPILE")
                .ask(lines));
    }

    @Test
    void ofTheTurnRoom() {
        took(new Refused<>(new TurnRoom())
                .ask(
                        "system 1 turn_open_proposed epoch=3",
                        "system 1 turn_open epoch=2",
                        "system 1 commit epoch=3",
                        "system 1 fly",
                        "system 1 turn_open epoch=x",
                        "system 1 turn_open",
                        "system 1 commit",
                        "system 1 close",
                        "system 1 commit",
                        "system  commit"));
        halted("system 9 turn_open_proposed", new TurnRoom());
        assertAllProvoked(new TurnRoom(), Set.of("state.identity.explicit"));
    }

    /** A HALT in the room of streams stops the others, and an operator lifts it there. */
    private <S extends Registered, E> void halted(String line, Room<S, E> room) {
        Halts halts = Halts.ofConversation();
        Registrar<?, ?> streams =
                Registrar.inConversation(new StreamRoom(InterruptReading.MATRIX), attestation -> {}, halts);
        for (String each : List.of("agent_a s1 CREATE", "user s1 ENABLE_OVERRIDE", "agent_a s1 DISABLE_OVERRIDE")) {
            streams.request(Refused.request(Request.NO_TIME, each));
        }
        assertTrue(halts.isHalted());
        Refused<S, E> refused = new Refused<>(Registrar.inConversation(room, attestation -> {}, halts));
        took(refused.ask(line));
        Change change = refused.last().change();
        assertNotNull(change);
        assertEquals("RESUME", change.first().getFirst().action());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "identity|system i validation_success|after explicit_identity_claim",
                "identity|system i speaking_turn|after explicit_identity_claim, validation_success",
                "addressing|system a conflicting_signal|after inferred_signal",
                "addressing|system a ask;system a ask|never",
                "age|user_ana a birthdate_updated birthdate=1990-01-01|instead system",
                "age|system a confidence_drop|after birthdate_updated",
                "mode|user_dora m explicit_statement statement=we_are_alone|instead user_dora",
                "mode|system m participant_detected person=x known=true;user_ana m explicit_statement"
                        + " statement=we_are_alone confirmed=true age=ADULT|after participant_left",
                "command|user_ana c confirmation_received command=open_garage by=ana|after command_detected,"
                        + " authorization_granted",
                "command|user_ana c command_detected command=go by=ana;system c authorization_granted"
                        + " requires_confirmation=true;user_ben c confirmation_received command=go by=ben|instead"
                        + " user_ana",
                "profile|system p applied|after profile_update_requested, authority_verified",
                "delegation|system d revoke_command|after delegation_intent_detected, owner_confirmation",
                "delegation|user_ana d delegation_intent_detected group=media by=ana;user_ben d"
                        + " owner_confirmation|instead user_ana",
                "consent|user_ana c explicit_grant|after consent_request",
                "consent|user_ana c revoke|after consent_request, explicit_grant",
            })
    void ofEachMachineAboutPeople(String machine, String lines, String expected) {
        Refused<?, ?> refused = new Refused<>(alone(machine));
        refused.ask(lines.split(";", -1));
        Explanation explanation = refused.last();
        Change change = explanation.change();
        if (change == null) {
            assertEquals(expected, "never");
            return;
        }
        List<String> first = change.first().stream().map(Request::action).toList();
        Request instead = change.instead();
        assertEquals(expected, instead == null ? "after " + String.join(", ", first) : "instead " + instead.actor());
    }

    private static Room<?, ?> alone(String machine) {
        return switch (machine) {
            case "identity" -> PeopleRooms.identity();
            case "age" -> PeopleRooms.age();
            case "mode" -> PeopleRooms.mode();
            case "command" -> PeopleRooms.command();
            case "profile" -> PeopleRooms.profile();
            case "delegation" -> PeopleRooms.delegation();
            case "consent" -> PeopleRooms.consent();
            default -> PeopleRooms.addressing();
        };
    }

    @Test
    void ofTheHousehold() {
        String alarm = "user_ana ana command.command_detected command=disable_alarm";
        String yes = "user_ana ana command.confirmation_received command=disable_alarm";
        String tick = "system ana age.date_tick";
        inTheHouse("user_ana ana command.authorization_granted");
        inTheHouse("user_chris eve identity.validation_success");
        inTheHouse("plugin_x ana addressing.inferred_signal confidence=0.9");
        inTheHouse("user_ana ana age.date_tick");
        inTheHouse("plugin_x ana mode.participant_left");
        inTheHouse("user ana command.command_detected command=pause_music by=ana");
        inTheHouse("user_ana ana profile.timeout");
        inTheHouse("user_ana ana delegation.timeout");
        inTheHouse("system ana consent.explicit_grant by=ana");
        inTheHouse("agent_a cem person_added role=OWNER");
        inTheHouse("user_eve ana addressing.explicit_preference name=X");
        inTheHouse("system ana addressing.ask", "system ana addressing.ask");
        inTheHouse("system ana identity.timeout");
        inTheHouse("user_chris chris mode.explicit_statement statement=we_are_alone");
        inTheHouse(
                "system ana mode.participant_detected person=x known=false",
                "user_ana ana mode.explicit_statement statement=we_are_alone");
        inTheHouse("user_eve ana profile.profile_update_requested field=a value=b");
        inTheHouse("user_chris chris profile.profile_update_requested field=birthdate value=1990-01-01");
        inTheHouse(
                "user_ana ana profile.profile_update_requested field=a value=b",
                "user_ana ana profile.profile_update_requested field=a value=c");
        inTheHouse("system ana profile.applied");
        inTheHouse("user_ana ana age.birthdate_known birthdate=1970-01-01");
        inTheHouse("user_ana ana command.command_detected command=fly");
        inTheHouse("user_eve eve command.command_detected command=pause_music");
        inTheHouse("user_chris chris command.command_detected command=pause_music requires_confirmation=true");
        inTheHouse("system ana mode.participant_detected person=x known=false", alarm);
        inTheHouse("user_chris chris command.command_detected command=disable_alarm");
        inTheHouse("user_ben ben command.command_detected command=disable_alarm");
        inTheHouse(
                "user_ana ben delegation.delegation_intent_detected group=security",
                "user_ben ben command.command_detected command=disable_alarm");
        inTheHouse("user_ben eve delegation.delegation_intent_detected group=media");
        inTheHouse("user_ana ana command.command_detected command=share");
        inTheHouse(alarm, "user_eve ana command.confirmation_received command=disable_alarm");
        inTheHouse(alarm, "system ana age.confidence_drop", yes);
        inTheHouse(alarm, "system ana mode.participant_detected person=ben known=true", yes);
        inTheHouse(alarm, "system ana command.confirmation_timeout", yes);
        inTheHouse(alarm, "user_ana ana command.confirmation_received command=share");
        inTheHouse(alarm + " call=c1 arguments=a", yes + " call=c1 arguments=b");
        inTheHouse("system ana identity.strong_conflict", tick);
        inTheHouse("system chris mode.participant_detected person=ben known=true", "system chris age.date_tick");
        inTheHouse(tick, tick);
        inTheHouse("system eve birthday_greeting");
        inTheHouse("user_ana nobody command.command_detected command=pause_music");
        inTheHouse("system ana person_added role=GUEST");
        inTheHouse("system ana command.execution_started command=share");
        inTheHouse("system ana identity.clarification_success");
        inTheHouse("system ana addressing.conflicting_signal");
        inTheHouse("system ana age.birthdate_known");
        inTheHouse("system ana profile.done");
        inTheHouse("system ben delegation.done");
        inTheHouse("system ana consent.done");
        halted("system ana person_added role=OWNER", household());
        assertAllProvoked(household(), Set.of());
        assertEquals(
                new TreeSet<>(List.of(
                        "people.addressing.asked",
                        "people.birthday.due",
                        "people.birthday.repeated",
                        "people.command.minor",
                        "people.command.unlisted",
                        "people.household.derived",
                        "people.profile.outside_approved",
                        "request.malformed")),
                unchangeable);
    }
}
