package dev.parley.sim.result;

import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Compares what was expected with what happened. Objects match on the keys that are given; lists in order and length,
 * unless their last item is {@code {contains_rest: true}}; {@code {near: 3500, within: 20}} stands for a number.
 */
public final class Expectation {
    private final List<String> failures = new ArrayList<>();

    private Expectation() {}

    /** One sentence for each thing that is not as expected. */
    public static List<String> failures(Json expected, Json actual) {
        Expectation expectation = new Expectation();
        expectation.compare("", expected, actual);
        return List.copyOf(expectation.failures);
    }

    private void compare(String path, Json expected, Json actual) {
        switch (expected) {
            case Json.Obj near when near.number("near") != null -> near(path, near, actual);
            case Json.Obj object -> object(path, object, actual);
            case Json.Arr list -> list(path, list, actual);
            case Json.Null value -> scalar(path, value, actual);
            case Json.Bool value -> scalar(path, value, actual);
            case Json.Num value -> scalar(path, value, actual);
            case Json.Str value -> scalar(path, value, actual);
        }
    }

    private void scalar(String path, Json expected, Json actual) {
        if (!expected.equals(actual)) {
            fail(path, expected, actual);
        }
    }

    private void near(String path, Json.Obj expected, Json actual) {
        BigDecimal centre = expected.number("near");
        BigDecimal within = expected.number("within");
        BigDecimal most = within == null ? BigDecimal.ZERO : within;
        boolean matches = centre != null
                && actual instanceof Json.Num(BigDecimal value)
                && value.subtract(centre).abs().compareTo(most) <= 0;
        if (!matches) {
            fail(path, expected, actual);
        }
    }

    private void object(String path, Json.Obj expected, Json actual) {
        if (!(actual instanceof Json.Obj found)) {
            fail(path, expected, actual);
            return;
        }
        for (Map.Entry<String, Json> entry : expected.fields().entrySet()) {
            Json value = found.get(entry.getKey());
            String inner = path.isEmpty() ? entry.getKey() : path + "." + entry.getKey();
            if (value == null) {
                failures.add(inner + ": expected " + entry.getValue().canonical() + ", found nothing; there are "
                        + String.join(", ", found.fields().keySet()));
            } else {
                compare(inner, entry.getValue(), value);
            }
        }
    }

    private void list(String path, Json.Arr expected, Json actual) {
        if (!(actual instanceof Json.Arr found)) {
            fail(path, expected, actual);
            return;
        }
        List<Json> wanted = expected.items();
        boolean open = !wanted.isEmpty() && isRest(wanted.getLast());
        int many = open ? wanted.size() - 1 : wanted.size();
        int there = found.items().size();
        if (open ? there < many : there != many) {
            failures.add(path + ": expected " + (open ? "at least " : "") + many + " items, found " + there + ": "
                    + actual.canonical());
            return;
        }
        for (int i = 0; i < many; i++) {
            compare(path + "[" + i + "]", wanted.get(i), found.items().get(i));
        }
    }

    private static boolean isRest(Json item) {
        return item instanceof Json.Obj object && Boolean.TRUE.equals(object.flag("contains_rest"));
    }

    private void fail(String path, Json expected, Json actual) {
        failures.add(path + ": expected " + expected.canonical() + ", found " + actual.canonical());
    }
}
