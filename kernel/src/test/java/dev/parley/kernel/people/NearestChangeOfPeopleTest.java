package dev.parley.kernel.people;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.parley.kernel.Explanation;
import dev.parley.kernel.Registered;
import dev.parley.kernel.Request;
import dev.parley.kernel.Room;
import java.time.OffsetDateTime;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A denial by one machine alone is explained by the nearest change that would have made it an allow. */
class NearestChangeOfPeopleTest {
    private static Room<?, ?> room(String name) {
        return switch (name) {
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

    private static <S extends Registered, E> String change(Room<S, E> room, List<String> lines) {
        Driven<S, E> it = Driven.of(room);
        lines.subList(0, lines.size() - 1).forEach(it::ask);
        Request denied = Driven.request(OffsetDateTime.parse("2026-03-10T11:00:00Z"), lines.getLast());
        assertFalse(it.registrar().fork().request(denied).isAllowed(), "it is denied");
        return switch (Explanation.of(it.registrar(), denied).change()) {
            case Explanation.Change.Instead(Request other) -> "instead " + other.actor();
            case Explanation.Change.After(List<Request> first) ->
                "after " + String.join(", ", first.stream().map(Request::action).toList());
            case null -> "nothing";
        };
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "identity|system i validation_success|after explicit_identity_claim",
                "identity|system i speaking_turn|after explicit_identity_claim, validation_success",
                "addressing|system a conflicting_signal|after inferred_signal",
                "addressing|system a ask;system a ask|nothing",
                "age|user_ana a birthdate_updated birthdate=1990-01-01|instead system",
                "age|system a confidence_drop|after birthdate_updated",
                "mode|user_dora m explicit_statement statement=we_are_alone|instead user_dora",
                "mode|system m participant_detected person=x known=true;user_ana m explicit_statement statement=we_are_alone confirmed=true age=ADULT|after participant_left",
                "command|user_ana c confirmation_received command=open_garage by=ana|after command_detected, authorization_granted",
                "command|user_ana c command_detected command=go by=ana;system c authorization_granted requires_confirmation=true;user_ben c confirmation_received command=go by=ben|instead user_ana",
                "profile|system p applied|after profile_update_requested, authority_verified",
                "profile|user_p p profile_update_requested field=birthdate value=1990-01-01 age=TEEN;system p authority_verified age=TEEN|after authority_denied, done, profile_update_requested",
                "delegation|system d revoke_command|after delegation_intent_detected, owner_confirmation",
                "delegation|user_ana d delegation_intent_detected group=media by=ana;user_ben d owner_confirmation|instead user_ana",
                "consent|user_ana c explicit_grant|after consent_request",
                "consent|user_ana c revoke|after consent_request, explicit_grant",
            })
    void isTheShortestOne(String machine, String lines, String expected) {
        assertEquals(expected, change(room(machine), Arrays.asList(lines.split(";", -1))));
    }
}
