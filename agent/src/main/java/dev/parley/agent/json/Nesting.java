package dev.parley.agent.json;

import dev.parley.kernel.json.Json;

/**
 * How deep a value from outside may be nested. A record takes 256 levels, and what is recorded of a call has a few around it; a
 * deeper value would end the conversation that records it.
 */
public final class Nesting {
    public static final int LEVELS_MAX = 128;

    private Nesting() {}

    public static boolean isTooDeep(Json value) {
        return exceeds(value, LEVELS_MAX);
    }

    private static boolean exceeds(Json value, int levels) {
        return switch (value) {
            case Json.Arr array -> levels == 0 || array.items().stream().anyMatch(item -> exceeds(item, levels - 1));
            case Json.Obj object ->
                levels == 0 || object.fields().values().stream().anyMatch(field -> exceeds(field, levels - 1));
            case Json.Null _, Json.Bool _, Json.Num _, Json.Str _ -> false;
        };
    }
}
