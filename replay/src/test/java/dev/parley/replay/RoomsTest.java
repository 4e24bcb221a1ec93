package dev.parley.replay;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.Room;
import dev.parley.kernel.episode.EpisodeRoom;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.people.rooms.MachineRoom;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.kernel.tool.ToolRoom;
import dev.parley.kernel.turn.TurnRoom;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class RoomsTest {
    /**
     * For each of these there is a test in the kernel with a record on which each of its rules fails: {@code RulesInRecordsTest}
     * for streams and turns, {@code ToolRulesInRecordsTest}, {@code EpisodeRulesInRecordsTest}, {@code HouseRulesInRecordsTest}
     * and, for whatever machine is a room of its own, {@code MachineRulesInRecordsTest}.
     */
    private static final Set<Class<?>> WITH_RECORDS = Set.of(
            StreamRoom.class, TurnRoom.class, ToolRoom.class, EpisodeRoom.class, Household.class, MachineRoom.class);

    @Test
    void everyRoomThatIsReplayedHasRecordsOnWhichItsRulesFail() {
        Rooms rooms = new Rooms();
        Set<Class<?>> replayed = new HashSet<>();
        for (String name : rooms.names()) {
            Room<?, ?> room = requireNonNull(rooms.open(name, Json.Obj.EMPTY), name);
            replayed.add(room.getClass());
        }
        assertEquals(WITH_RECORDS, replayed);
    }
}
