package dev.parley.sim.script;

import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The fields of one object, read by type; whatever is not as it should be is refused with its line. */
final class Fields {
    /** As many as a conversation takes in at once, counted as Unicode does. */
    private static final int WORDS_CHARS_MAX = 4_000;

    private static final int DIGITS_MAX = 12;
    private static final int SCALE_MAX = 30;

    private final Map<String, Tree> fields;
    private final int line;
    private final String what;

    private Fields(Map<String, Tree> fields, int line, String what) {
        this.fields = fields;
        this.line = line;
        this.what = what;
    }

    /** The fields of an object that may have these keys and no others. */
    static Fields of(Tree tree, String what, Set<String> known) throws BadScenario {
        Fields fields = anyOf(tree, what);
        for (Map.Entry<String, Tree> entry : fields.fields.entrySet()) {
            if (!known.contains(entry.getKey())) {
                throw new BadScenario(
                        entry.getValue().line(),
                        "unknown key '" + entry.getKey() + "' in " + what + "; known are "
                                + String.join(", ", new TreeSet<>(known)));
            }
        }
        return fields;
    }

    /** The fields of an object whose keys are names. */
    static Fields anyOf(Tree tree, String what) throws BadScenario {
        if (tree instanceof Tree.Mapping(Map<String, Tree> found, int at)) {
            return new Fields(found, at, what);
        }
        throw new BadScenario(tree.line(), what + " must be an object");
    }

    int line() {
        return line;
    }

    int line(String key) {
        Tree tree = fields.get(key);
        return tree == null ? line : tree.line();
    }

    boolean has(String key) {
        return fields.containsKey(key);
    }

    Map<String, Tree> all() {
        return fields;
    }

    @Nullable
    Tree tree(String key) {
        return fields.get(key);
    }

    BadScenario wrong(String key, String reason) {
        return new BadScenario(line(key), "'" + key + "' in " + what + " " + reason);
    }

    BadScenario wrong(String reason) {
        return new BadScenario(line, what + " " + reason);
    }

    private @Nullable Json scalar(String key) throws BadScenario {
        Tree tree = fields.get(key);
        if (tree == null) {
            return null;
        }
        if (tree instanceof Tree.Scalar(Json value, int _)) {
            return value;
        }
        throw wrong(key, "must be a single value");
    }

    /** A text; numbers, dates and flags are taken as they are written. */
    @Nullable
    String text(String key) throws BadScenario {
        return switch (scalar(key)) {
            case null -> null;
            case Json.Str(String value) -> value;
            case Json.Num(BigDecimal value) -> {
                if (Math.abs((long) value.scale()) > SCALE_MAX) {
                    throw wrong(key, "must be a text");
                }
                yield value.toPlainString();
            }
            case Json.Bool(boolean value) -> String.valueOf(value);
            default -> throw wrong(key, "must be a text");
        };
    }

    String text(String key, String otherwise) throws BadScenario {
        String found = text(key);
        return found == null ? otherwise : found;
    }

    String required(String key) throws BadScenario {
        String found = text(key);
        if (found == null) {
            throw wrong("needs '" + key + "'");
        }
        return found;
    }

    /** What somebody says or types, which has no more characters than a conversation takes in at once. */
    String requiredWords(String key) throws BadScenario {
        String words = required(key);
        if (words.length() > WORDS_CHARS_MAX && words.codePointCount(0, words.length()) > WORDS_CHARS_MAX) {
            throw wrong(key, "has more than " + WORDS_CHARS_MAX + " characters (text_too_long)");
        }
        return words;
    }

    boolean flag(String key, boolean otherwise) throws BadScenario {
        return switch (scalar(key)) {
            case null -> otherwise;
            case Json.Bool(boolean value) -> value;
            default -> throw wrong(key, "must be true or false");
        };
    }

    /** A whole number from 0 on. */
    long whole(String key, long otherwise) throws BadScenario {
        BigDecimal found = number(key);
        if (found == null) {
            return otherwise;
        }
        if (!isWhole(found) || found.signum() < 0) {
            throw wrong(key, "must be a whole number from 0 on with at most " + DIGITS_MAX + " digits");
        }
        return found.longValue();
    }

    /** A whole number from 0 to this. */
    long whole(String key, long otherwise, long most) throws BadScenario {
        long found = whole(key, otherwise);
        if (found > most) {
            throw wrong(key, "must be at most " + most);
        }
        return found;
    }

    /** A whole number, which may be negative; it must be given. */
    long anyWhole(String key) throws BadScenario {
        BigDecimal found = number(key);
        if (found == null || !isWhole(found)) {
            throw wrong(key, "must be a whole number with at most " + DIGITS_MAX + " digits");
        }
        return found.longValue();
    }

    /** Nanoseconds of so many milliseconds still fit into a long. */
    private static boolean isWhole(BigDecimal found) {
        return Math.abs((long) found.scale()) <= SCALE_MAX
                && found.stripTrailingZeros().scale() <= 0
                && found.precision() - found.scale() <= DIGITS_MAX;
    }

    long requiredWhole(String key) throws BadScenario {
        if (!has(key)) {
            throw wrong("needs '" + key + "'");
        }
        return whole(key, 0);
    }

    @Nullable
    BigDecimal number(String key) throws BadScenario {
        return switch (scalar(key)) {
            case null -> null;
            case Json.Num(BigDecimal value) -> value;
            default -> throw wrong(key, "must be a number");
        };
    }

    List<Tree> items(String key) throws BadScenario {
        return switch (fields.get(key)) {
            case null -> List.of();
            case Tree.Sequence(List<Tree> items, int _) -> items;
            default -> throw wrong(key, "must be a list");
        };
    }

    List<String> texts(String key) throws BadScenario {
        List<String> found = new ArrayList<>();
        for (Tree item : items(key)) {
            if (item instanceof Tree.Scalar(Json.Str(String value), int _)) {
                found.add(value);
            } else {
                throw new BadScenario(item.line(), "'" + key + "' in " + what + " must be a list of texts");
            }
        }
        return found;
    }

    /** Any object, as it is written. */
    Json.Obj object(String key) throws BadScenario {
        return switch (fields.get(key)) {
            case null -> Json.Obj.EMPTY;
            case Tree.Mapping mapping -> {
                Map<String, Json> copy = new LinkedHashMap<>();
                mapping.fields().forEach((name, value) -> copy.put(name, value.json()));
                yield new Json.Obj(copy);
            }
            default -> throw wrong(key, "must be an object");
        };
    }
}
