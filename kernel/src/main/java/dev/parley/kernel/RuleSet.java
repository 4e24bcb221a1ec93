package dev.parley.kernel;

import dev.parley.kernel.json.CanonicalJson;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.RuneChain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The hash of the rules under which a room decides (ruling E9): its machines, its invariants and its settings, among them the
 * catalogue of commands. Two rooms with the same hash decide every request alike.
 */
public final class RuleSet {
    /** The key under which a room records the hash when it is opened or its rules change. */
    public static final String KEY = "rules";

    /**
     * The version of each room's machines. A test walks the machines and fails if one has changed and its number here has
     * not, so that nobody has to walk them when a conversation opens.
     */
    private static final Map<String, Integer> MACHINES =
            Map.of("stream", 1, "turn", 1, "tool", 2, "episode", 1, "household", 1);

    private RuleSet() {}

    public static Hash of(Room<?, ?> room) {
        byte[] canonical = CanonicalJson.bytes(Json.Obj.EMPTY
                .with("room", room.name())
                .with("machines", version(room.name()))
                .with("settings", room.settings())
                .with("invariants", invariants(room)));
        return new RuneChain().content(canonical, 0, canonical.length);
    }

    /** The version of a room's machines. */
    static int version(String room) {
        return MACHINES.getOrDefault(room, 1);
    }

    private static Json invariants(Room<?, ?> room) {
        List<Json> all = new ArrayList<>();
        StructuralInvariants.all().forEach(invariant -> all.add(described(invariant)));
        room.catalogue().forEach(invariant -> all.add(described(invariant)));
        return Json.of(all);
    }

    private static Json described(Invariant<?> invariant) {
        return Json.of(invariant.id() + " " + invariant.level() + " " + invariant.sentence());
    }
}
