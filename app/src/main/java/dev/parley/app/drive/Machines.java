package dev.parley.app.drive;

import dev.parley.app.io.BadInput;
import dev.parley.kernel.Machine;
import dev.parley.kernel.episode.EpisodeMachine;
import dev.parley.kernel.episode.Profile;
import dev.parley.kernel.people.addressing.AddressingMachine;
import dev.parley.kernel.people.age.AgeMachine;
import dev.parley.kernel.people.command.CommandMachine;
import dev.parley.kernel.people.consent.ConsentMachine;
import dev.parley.kernel.people.delegation.DelegationMachine;
import dev.parley.kernel.people.greeting.GreetingMachine;
import dev.parley.kernel.people.identity.IdentityMachine;
import dev.parley.kernel.people.mode.ModeMachine;
import dev.parley.kernel.people.profile.ProfileMachine;
import dev.parley.kernel.stream.StreamMachine;
import dev.parley.kernel.tool.ToolMachine;
import dev.parley.kernel.turn.TurnMachine;
import java.util.List;

/** Every machine of the house, in the order in which a newcomer meets them. */
public final class Machines {
    private final List<Machine<?, ?>> all = List.of(
            new StreamMachine(),
            new TurnMachine(),
            new ToolMachine(),
            new EpisodeMachine(Profile.STRICT),
            new EpisodeMachine(Profile.REFERENCE),
            new IdentityMachine(),
            new AddressingMachine(),
            new AgeMachine(),
            new ModeMachine(),
            new CommandMachine(),
            new ProfileMachine(),
            new DelegationMachine(),
            new ConsentMachine(),
            new GreetingMachine());

    public List<Machine<?, ?>> all() {
        return all;
    }

    public Machine<?, ?> named(String name) {
        for (Machine<?, ?> machine : all) {
            if (machine.name().equals(name)) {
                return machine;
            }
        }
        List<String> names = all.stream().map(Machine::name).toList();
        throw new BadInput("no machine '" + name + "'; there are " + String.join(", ", names));
    }
}
