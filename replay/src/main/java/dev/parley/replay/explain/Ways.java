package dev.parley.replay.explain;

import dev.parley.kernel.Registered;
import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.Room;
import dev.parley.kernel.View;
import dev.parley.kernel.episode.EpisodeRoom;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.people.rooms.MachineRoom;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.kernel.tool.ToolRoom;
import dev.parley.kernel.turn.TurnRoom;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What might be asked in place of a refused request, or before it: the material from which the nearest change is chosen. */
interface Ways<S extends Registered> {
    /** The same thing asked otherwise: by someone else, at another time, with other parameters. */
    List<Request> instead(View<S> view, Request denied);

    /**
     * What might be asked before it.
     *
     * @param step how much was asked already on the way to this state
     */
    List<Request> before(View<S> view, Request denied, int step);

    /** The same about a subject of its own, or null if that would be another matter. */
    default @Nullable Request anew(Request denied) {
        return null;
    }

    /** Two states in which this is equal count as the same place of the search. */
    default Object place(Registrar<S, ?> at, Request denied) {
        return at.snapshot();
    }

    /** The ways of this room. */
    @SuppressWarnings("unchecked") // a room's class names the states that it registers
    static <S extends Registered> Ways<S> of(Room<S, ?> room) {
        Ways<?> ways = switch (room) {
            case StreamRoom _ -> new StreamWays();
            case TurnRoom _ -> new TurnWays();
            case Household household -> new HouseWays(household.commands());
            case MachineRoom<?, ?> machine -> new MachineWays(machine.name());
            case ToolRoom _ -> new ToolWays();
            case EpisodeRoom _ -> new EpisodeWays();
            default -> throw new IllegalArgumentException("no room of the house: " + room.name());
        };
        return (Ways<S>) ways;
    }
}
