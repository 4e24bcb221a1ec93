package dev.parley.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.parley.kernel.episode.EpisodeMachine;
import dev.parley.kernel.episode.EpisodeRoom;
import dev.parley.kernel.episode.Profile;
import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.addressing.AddressingMachine;
import dev.parley.kernel.people.age.AgeMachine;
import dev.parley.kernel.people.command.CommandMachine;
import dev.parley.kernel.people.consent.ConsentMachine;
import dev.parley.kernel.people.delegation.DelegationMachine;
import dev.parley.kernel.people.greeting.GreetingMachine;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.people.identity.IdentityMachine;
import dev.parley.kernel.people.mode.ModeMachine;
import dev.parley.kernel.people.profile.ProfileMachine;
import dev.parley.kernel.rune.RuneChain;
import dev.parley.kernel.stream.InterruptReading;
import dev.parley.kernel.stream.StreamMachine;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.kernel.tool.ToolMachine;
import dev.parley.kernel.tool.ToolRoom;
import dev.parley.kernel.turn.TurnMachine;
import dev.parley.kernel.turn.TurnRoom;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The hash under which a conversation records its rules (ruling E9). */
class RuleSetTest {
    private static final List<Machine<?, ?>> PEOPLE = List.of(
            new IdentityMachine(),
            new AddressingMachine(),
            new AgeMachine(),
            new ModeMachine(),
            new CommandMachine(),
            new ProfileMachine(),
            new DelegationMachine(),
            new ConsentMachine(),
            new GreetingMachine());

    @Test
    void anotherSettingIsAnotherSetOfRules() {
        assertEquals(RuleSet.of(new TurnRoom()), RuleSet.of(new TurnRoom()));
        assertNotEquals(
                RuleSet.of(new StreamRoom(InterruptReading.MATRIX)),
                RuleSet.of(new StreamRoom(InterruptReading.PROSE)));
        assertNotEquals(
                RuleSet.of(ToolRoom.of("c")), RuleSet.of(ToolRoom.of("c").asking(ToolRoom.Taint.TURN)));
        assertNotEquals(RuleSet.of(new EpisodeRoom(Profile.STRICT)), RuleSet.of(new EpisodeRoom(Profile.REFERENCE)));
    }

    @Test
    void aRoomThatIsReopenedWithItsSettingsHasTheSameRules() {
        List<Room<?, ?>> rooms = List.of(
                new TurnRoom(),
                new StreamRoom(InterruptReading.PROSE),
                ToolRoom.of("c").asking(ToolRoom.Taint.TURN),
                new EpisodeRoom(Profile.REFERENCE),
                new Household());
        for (Room<?, ?> room : rooms) {
            assertEquals(RuleSet.of(room), RuleSet.of(room.reopened(room.settings())), room.name());
        }
    }

    /** Whoever changes a machine raises the number of its room in {@link RuleSet} and writes the new walk here. */
    @Test
    void aMachineThatChangesRaisesTheNumberOfItsRoom() {
        List<String> walked = List.of(
                "stream " + RuleSet.version("stream") + " " + walked(List.of(new StreamMachine())),
                "turn " + RuleSet.version("turn") + " " + walked(List.of(new TurnMachine())),
                "tool " + RuleSet.version("tool") + " " + walked(List.of(new ToolMachine())),
                "episode " + RuleSet.version("episode") + " "
                        + walked(List.of(new EpisodeMachine(Profile.STRICT), new EpisodeMachine(Profile.REFERENCE))),
                "household " + RuleSet.version("household") + " " + walked(PEOPLE));
        assertEquals(
                List.of(
                        "stream 1 9762def2e4940804",
                        "turn 1 76c43e0c39f1fef5",
                        "tool 2 b33d116ed9dd6835",
                        "episode 1 07d7b5d72e26d936",
                        "household 1 c5e27d143e439f05"),
                walked);
    }

    private static String walked(List<Machine<?, ?>> machines) {
        List<Json> walks = new ArrayList<>();
        machines.forEach(machine -> walks.add(MachineWalk.of(machine).json()));
        byte[] canonical = CanonicalJson.bytes(Json.of(walks));
        return new RuneChain().content(canonical, 0, canonical.length).hex().substring(0, 16);
    }
}
