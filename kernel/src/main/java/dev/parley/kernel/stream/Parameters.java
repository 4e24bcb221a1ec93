package dev.parley.kernel.stream;

import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request's parameters, read by type and range. Those that nobody asks for are left alone. */
record Parameters(Json.Obj json) {

    /** A parameter that is missing, of the wrong type or out of range. It never leaves the reader. */
    static final class Unfit extends Exception {
        Unfit(String reason) {
            super(reason, null, false, false);
        }

        String reason() {
            return String.valueOf(getMessage());
        }
    }

    boolean isEmpty() {
        return json.fields().isEmpty();
    }

    boolean has(String name) {
        return json.has(name);
    }

    Json valueOrNull(String name) {
        Json value = json.get(name);
        return value == null ? Json.Null.NULL : value;
    }

    Json value(String name) throws Unfit {
        Json value = json.get(name);
        if (value == null) {
            throw new Unfit(name + " is missing");
        }
        return value;
    }

    String text(String name) throws Unfit {
        String text = textOrNull(name);
        if (text == null) {
            throw new Unfit(name + " is missing");
        }
        return text;
    }

    /** The text, or null where it is absent or null. */
    @Nullable
    String textOrNull(String name) throws Unfit {
        Json value = valueOrNull(name);
        if (value instanceof Json.Null) {
            return null;
        }
        if (!(value instanceof Json.Str(String text)) || text.isEmpty()) {
            throw new Unfit(name + " must be a text that is not empty");
        }
        return text;
    }

    /** One of these words, or null where it is absent. */
    @Nullable
    String oneOf(String name, String... words) throws Unfit {
        if (!has(name)) {
            return null;
        }
        String text = json.text(name);
        if (text == null || !List.of(words).contains(text)) {
            throw new Unfit(name + " must be one of " + String.join(", ", words));
        }
        return text;
    }

    @Nullable
    Boolean flagOrNull(String name) throws Unfit {
        Boolean flag = json.flag(name);
        if (flag == null && has(name)) {
            throw new Unfit(name + " must be true or false");
        }
        return flag;
    }

    /** The whole number, or null where it is absent. */
    @Nullable
    Integer wholeOrNull(String name, int least, int most) throws Unfit {
        if (!has(name)) {
            return null;
        }
        BigDecimal number = json.number(name);
        if (number == null
                || number.compareTo(BigDecimal.valueOf(least)) < 0
                || number.compareTo(BigDecimal.valueOf(most)) > 0
                || number.stripTrailingZeros().scale() > 0) {
            String range = most == Integer.MAX_VALUE ? "from " + least + " on" : "from " + least + " to " + most;
            throw new Unfit(name + " must be a whole number " + range);
        }
        return number.intValue();
    }

    /** The number, or null where it is null. */
    @Nullable
    BigDecimal numberOrNull(String name, BigDecimal least, BigDecimal most) throws Unfit {
        if (valueOrNull(name) instanceof Json.Null) {
            return null;
        }
        BigDecimal number = json.number(name);
        if (number == null || number.compareTo(least) < 0 || number.compareTo(most) > 0) {
            throw new Unfit(name + " must be a number from " + least + " to " + most);
        }
        return number;
    }
}
