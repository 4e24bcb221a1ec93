package dev.parley.app.drive;

import dev.parley.app.BadInput;
import dev.parley.kernel.Machine;
import dev.parley.kernel.episode.EpisodeMachine;
import dev.parley.kernel.episode.Profile;
import dev.parley.kernel.stream.StreamMachine;
import dev.parley.kernel.tool.ToolMachine;
import dev.parley.kernel.turn.TurnMachine;
import java.util.List;

/** Every machine of the house, in the order in which a newcomer meets them. */
public final class Machines {
    private final List<Machine<?, ?>> all = List.of(
            new StreamMachine(),
            new TurnMachine(),
            new EpisodeMachine(Profile.STRICT),
            new EpisodeMachine(Profile.REFERENCE),
            new ToolMachine());

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
