package dev.parley.kernel.json;

import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The first place, by path, at which two values differ. */
public record JsonDifference(String path, String expected, String found) {
    private static final String NOTHING = "nothing";

    public static JsonDifference first(Json expected, Json found) {
        JsonDifference difference = at("", expected, found);
        return difference == null ? new JsonDifference("", expected.canonical(), found.canonical()) : difference;
    }

    private static @Nullable JsonDifference at(String path, @Nullable Json expected, @Nullable Json found) {
        if (expected instanceof Json.Obj left && found instanceof Json.Obj right) {
            return inObjects(path, left, right);
        }
        if (expected instanceof Json.Arr left
                && found instanceof Json.Arr right
                && left.items().size() == right.items().size()) {
            return inArrays(path, left, right);
        }
        boolean same = expected != null && expected.equals(found);
        return same ? null : new JsonDifference(path, printed(expected), printed(found));
    }

    private static @Nullable JsonDifference inObjects(String path, Json.Obj expected, Json.Obj found) {
        TreeSet<String> keys = new TreeSet<>(expected.fields().keySet());
        keys.addAll(found.fields().keySet());
        for (String key : keys) {
            JsonDifference difference = at(path + "/" + key, expected.get(key), found.get(key));
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    private static @Nullable JsonDifference inArrays(String path, Json.Arr expected, Json.Arr found) {
        for (int i = 0; i < expected.items().size(); i++) {
            JsonDifference difference =
                    at(path + "/" + i, expected.items().get(i), found.items().get(i));
            if (difference != null) {
                return difference;
            }
        }
        return null;
    }

    private static String printed(@Nullable Json value) {
        return value == null ? NOTHING : value.canonical();
    }
}
