package dev.parley.app.drive;

import dev.parley.kernel.Room;
import dev.parley.kernel.turn.TurnRoom;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The rooms that can be driven, by the name of their machine. */
public final class Rooms {
    private final Map<String, Function<Settings, Room<?, ?>>> byName = new TreeMap<>();

    /** What a room can be told before it starts. */
    public record Settings(String reading) {}

    public Rooms() {
        byName.put("turn", settings -> new TurnRoom());
    }

    public Set<String> names() {
        return Collections.unmodifiableSet(byName.keySet());
    }

    public @Nullable Room<?, ?> open(String name, Settings settings) {
        Function<Settings, Room<?, ?>> open = byName.get(name);
        return open == null ? null : open.apply(settings);
    }
}
