package dev.parley.replay;

import dev.parley.kernel.Room;
import dev.parley.kernel.SchemaVersion;
import dev.parley.kernel.episode.EpisodeRoom;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.Household;
import dev.parley.kernel.people.rooms.PeopleRooms;
import dev.parley.kernel.stream.InterruptReading;
import dev.parley.kernel.stream.StreamRoom;
import dev.parley.kernel.tool.ToolRoom;
import dev.parley.kernel.turn.TurnRoom;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Every room of the house by its name, opened with the settings that its conversation recorded. */
public final class Rooms {
    private final Map<String, Function<Json.Obj, Room<?, ?>>> byName = new TreeMap<>();

    public Rooms() {
        byName.put("stream", settings -> new StreamRoom(InterruptReading.of(settings)));
        byName.put(EpisodeRoom.NAME, EpisodeRoom::opened);
        byName.put("tool", ToolRoom::opened);
        byName.put("turn", settings -> new TurnRoom());
        byName.put("identity", settings -> PeopleRooms.identity());
        byName.put("addressing", settings -> PeopleRooms.addressing());
        byName.put("age", settings -> PeopleRooms.age());
        byName.put("mode", settings -> PeopleRooms.mode());
        byName.put("command", settings -> PeopleRooms.command());
        byName.put("profile", settings -> PeopleRooms.profile());
        byName.put("delegation", settings -> PeopleRooms.delegation());
        byName.put("consent", settings -> PeopleRooms.consent());
        byName.put("household", Household::opened);
    }

    /** Only some of them. */
    Rooms(List<String> names) {
        this();
        byName.keySet().retainAll(names);
    }

    public Set<String> names() {
        return Collections.unmodifiableSet(byName.keySet());
    }

    /** The room of that name; null if there is none, or if its model is of a version that cannot be read (ruling A13). */
    public @Nullable Room<?, ?> open(String name, Json.Obj settings) {
        String model = settings.text("model");
        if (model != null && !SchemaVersion.checkCompatibility(model)) {
            return null;
        }
        Function<Json.Obj, Room<?, ?>> open = byName.get(name);
        return open == null ? null : open.apply(settings);
    }
}
