package dev.parley.kernel.people;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.FlippedRecord;
import dev.parley.kernel.Request;
import dev.parley.kernel.people.rooms.MachineRoom;
import dev.parley.kernel.people.rooms.PeopleRooms;
import java.lang.reflect.Method;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** For every rule of a machine about people that is driven alone there is a record on which it fails when the record is folded. */
class MachineRulesInRecordsTest {
    private static final OffsetDateTime AT = OffsetDateTime.parse("2026-03-10T10:00:00Z");
    private static final String UNLOCK = "user_ana k command_detected command=unlock requires_confirmation=true by=ana";
    private static final String GRANT = "system k authorization_granted";
    private static final String YES = "user_ana k confirmation_received command=unlock by=ana";
    private static final String LEND = "user_ana d delegation_intent_detected group=media to=ben by=ana";
    private static final String AGE = "user_ana ana profile_update_requested field=birthdate value=1990-01-01 age=";

    /** By room: conversations in which its rules are broken, each in lines of {@link Driven}. */
    private static final Map<String, List<List<String>>> BROKEN = Map.of(
            "identity",
            List.of(List.of(
                    "system s voice_signal person=ana confidence=0.9",
                    "user_kid s validation_success person=ana",
                    "system s validation_success person=ana",
                    "system s timeout")),
            "addressing",
            List.of(List.of("system ana ask", "system ana ask", "agent_a ana explicit_preference name=X")),
            "age",
            List.of(List.of(
                    "user_ana a date_tick",
                    "system a birthdate_known birthdate=2015-01-01",
                    "system a birthdate_updated birthdate=1980-01-01")),
            "mode",
            List.of(List.of(
                    "system c participant_detected person=x known=false",
                    "plugin_weather c participant_left person=x",
                    "user_ana c explicit_statement statement=we_are_alone confirmed=true age=ADULT",
                    "user_ana c explicit_statement statement=we_are_alone confirmed=false age=CHILD")),
            "command",
            List.of(
                    List.of(
                            UNLOCK,
                            GRANT,
                            "user_ben k confirmation_received command=unlock by=ben",
                            "user_ana k confirmation_received command=other by=ana",
                            "user_ana k confirmation_received command=unlock by=ana call=c9",
                            "user_ana k confirmation_timeout",
                            "system k confirmation_timeout",
                            YES),
                    List.of(UNLOCK, GRANT, "system k context_changed", YES)),
            "profile",
            List.of(
                    List.of(
                            "system ana applied",
                            AGE + "CHILD",
                            AGE + "CHILD",
                            "system ana authority_verified age=CHILD",
                            "user_ana ana timeout"),
                    List.of(
                            AGE + "UNKNOWN",
                            "system ana authority_verified confirmation_required=false age=UNKNOWN",
                            "user_ana ana owner_confirmation_received",
                            "system ana timeout",
                            "user_ben ana owner_confirmation_received")),
            "delegation",
            List.of(List.of(
                    LEND,
                    "user_ben d owner_confirmation by=ben",
                    "user_ana d timeout",
                    "system d timeout",
                    "user_ana d owner_confirmation by=ana")),
            "consent",
            List.of(List.of("system c consent_request purpose=recording", "user_ben c explicit_grant by=ana")));

    private static List<MachineRoom<?, ?>> rooms() throws ReflectiveOperationException {
        List<MachineRoom<?, ?>> rooms = new ArrayList<>();
        for (Method method : PeopleRooms.class.getDeclaredMethods()) {
            if (method.getReturnType() == MachineRoom.class) {
                rooms.add((MachineRoom<?, ?>) method.invoke(null));
            }
        }
        return rooms;
    }

    @TestFactory
    Stream<DynamicTest> ofEveryMachineThatIsARoomOfItsOwn() throws ReflectiveOperationException {
        return rooms().stream()
                .map(room -> DynamicTest.dynamicTest(room.name(), () -> {
                    FlippedRecord<?, ?> records = new FlippedRecord<>(room);
                    BROKEN.getOrDefault(room.name(), List.of()).forEach(lines -> records.in(requests(lines)));
                    records.foundAllBut(Set.of());
                }));
    }

    @Test
    void noRoomIsNamedThatThereIsNot() throws ReflectiveOperationException {
        Set<String> names = new TreeSet<>();
        rooms().forEach(room -> names.add(room.name()));
        assertEquals(names, new TreeSet<>(BROKEN.keySet()));
    }

    private static List<Request> requests(List<String> lines) {
        List<Request> requests = new ArrayList<>();
        lines.forEach(line -> requests.add(Driven.request(AT.plusSeconds(requests.size()), line)));
        return requests;
    }
}
