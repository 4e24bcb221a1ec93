package dev.parley.replay.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.Invariant;
import dev.parley.kernel.Room;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.rooms.MachineRoom;
import dev.parley.replay.Rooms;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Every rule of every machine about people that is driven alone is provoked, and what the explanation proposes is done. */
class EveryMachineRefusalTest {
    private static final List<String> PROVOKED = List.of(
            "identity: user_kid s validation_success",
            "identity: system s voice_signal person=ana confidence=0.9; system s validation_success; system s timeout",
            "addressing: agent_a ana explicit_preference name=X; system ana ask; system ana ask",
            "age: user_ana a date_tick; user_a a birthdate_updated birthdate=1980-01-01",
            "mode: system c participant_detected person=x known=false; plugin_x c participant_left person=x;"
                    + " user_ana c explicit_statement statement=we_are_alone confirmed=true age=ADULT;"
                    + " user_dora c explicit_statement statement=we_are_alone",
            "command: user_ana k command_detected command=unlock by=ana; system k authorization_granted"
                    + " requires_confirmation=true; user_ana k confirmation_timeout;"
                    + " user_ben k confirmation_received command=unlock by=ben;"
                    + " user_ana k confirmation_received command=other by=ana;"
                    + " user_ana k confirmation_received command=unlock by=ana call=c9;"
                    + " system k confirmation_timeout; user_ana k confirmation_received command=unlock by=ana",
            "command: user_ana k command_detected command=unlock by=ana; system k authorization_granted"
                    + " requires_confirmation=true; system k context_changed;"
                    + " user_ana k confirmation_received command=unlock by=ana",
            "profile: system ana applied; user_ana ana profile_update_requested field=birthdate value=1990-01-01 age=CHILD;"
                    + " user_ana ana profile_update_requested field=a value=b; system ana authority_verified age=CHILD;"
                    + " user_ana ana timeout",
            "profile: user_ana ana profile_update_requested field=birthdate value=1990-01-01 age=UNKNOWN;"
                    + " system ana authority_verified confirmation_required=false age=UNKNOWN;"
                    + " user_ana ana owner_confirmation_received; system ana timeout;"
                    + " user_ben ana owner_confirmation_received",
            "delegation: user_ana d delegation_intent_detected group=media to=ben by=ana;"
                    + " user_ben d owner_confirmation by=ben; user_ana d timeout; system d timeout;"
                    + " user_ana d owner_confirmation by=ana",
            "consent: system c consent_request purpose=recording; user_ben c explicit_grant by=ana");

    @TestFactory
    Stream<DynamicTest> ofEveryMachineThatIsARoomOfItsOwn() {
        Rooms rooms = new Rooms();
        return rooms.names().stream()
                .map(name -> Objects.requireNonNull(rooms.open(name, Json.Obj.EMPTY)))
                .filter(room -> room instanceof MachineRoom)
                .map(room -> DynamicTest.dynamicTest(room.name(), () -> assertEachIsExplained(room)));
    }

    private static void assertEachIsExplained(Room<?, ?> room) {
        Set<String> left = new TreeSet<>();
        room.catalogue().stream().map(Invariant::id).forEach(left::add);
        for (String line : PROVOKED) {
            int colon = line.indexOf(": ");
            if (line.substring(0, colon).equals(room.name())) {
                String[] asked = Arrays.stream(line.substring(colon + 2).split(";", -1))
                        .map(String::strip)
                        .toArray(String[]::new);
                left.removeAll(new Refused<>(room).ask(asked).broken());
            }
        }
        assertEquals(Set.of(), left, "never provoked");
    }
}
