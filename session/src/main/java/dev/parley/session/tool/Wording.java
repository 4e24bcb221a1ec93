package dev.parley.session.tool;

import dev.parley.kernel.json.Json;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says in plain words what a call would do, from the name of its tool and its arguments alone. A model has no part in it
 * (ruling B17). A tool may bring a phrase such as {@code turn on the {room} lights}; every argument that the phrase leaves
 * out is added, so that nothing runs that was not shown (ruling E11).
 */
public final class Wording {
    /** To a minor who is asked, or who says yes. */
    static final String NEEDS_GROWN_UP = "That needs the yes of a grown-up. Please ask one.";

    /** Nobody can agree to what takes longer to hear than this: such a call is denied instead. */
    static final int QUESTION_CHARS_MAX = 1_000;

    /** Where something is only named, a long value is cut. */
    private static final int NAMED_CHARS_MAX = 80;

    private static final int WHOLE = Integer.MAX_VALUE;
    private static final Pattern SLOT = Pattern.compile("\\{(\\w+)}");
    private static final Pattern PLAIN = Pattern.compile("[\\p{L}\\p{N}]+(?:[ .,'/:@+-]{1,2}[\\p{L}\\p{N}]+)*");

    private Wording() {}

    /** The question to a person. It leaves nothing out: what was not said is not agreed to (ruling E11). */
    public static String question(String phrase, String tool, Json.Obj arguments, boolean confirmation) {
        return (confirmation ? "Shall I " : "May I ") + act(phrase, tool, arguments, WHOLE) + "? Please say yes or no.";
    }

    /** The same to a minor, whose own yes counts for nothing: it says at once whose does. */
    static String questionToMinor(String phrase, String tool, Json.Obj arguments) {
        return "May I " + act(phrase, tool, arguments, WHOLE) + "? " + NEEDS_GROWN_UP;
    }

    /** The act itself, as it follows "I did not". */
    public static String act(String phrase, String tool, Json.Obj arguments) {
        return act(phrase, tool, arguments, NAMED_CHARS_MAX);
    }

    private static String act(String phrase, String tool, Json.Obj arguments, int charsMax) {
        Set<String> shown = new HashSet<>();
        String said = SLOT.matcher(phrase.isEmpty() ? named(tool) : phrase).replaceAll(slot -> {
            Json value = arguments.get(slot.group(1));
            shown.add(slot.group(1));
            return Matcher.quoteReplacement(value == null ? "nothing" : spoken(value, charsMax));
        });
        List<String> left = new ArrayList<>();
        arguments.fields().forEach((name, value) -> {
            if (!shown.contains(name)) {
                left.add(words(name) + " " + spoken(value, charsMax));
            }
        });
        return left.isEmpty() ? said : said + " with " + String.join(" and ", left);
    }

    /** A tool of a server is named {@code server__tool}. */
    private static String named(String tool) {
        int server = tool.indexOf("__");
        return server > 0 && server + 2 < tool.length()
                ? "use " + words(tool.substring(0, server)) + " to " + words(tool.substring(server + 2))
                : words(tool);
    }

    /** A value that is more than plain words is put between quotation marks, so that it cannot pass for the question. */
    private static String spoken(Json value, int charsMax) {
        return switch (value) {
            case Json.Str(String text) -> quoted(text, charsMax);
            case Json.Null _ -> "nothing";
            case Json.Bool(boolean flag) -> flag ? "yes" : "no";
            case Json.Num _ -> value.canonical();
            case Json.Arr(List<Json> items) ->
                items.isEmpty()
                        ? "nothing"
                        : String.join(
                                ", ",
                                items.stream()
                                        .map(item -> spoken(item, charsMax))
                                        .toList());
            case Json.Obj fields ->
                fields.fields().isEmpty()
                        ? "nothing"
                        : String.join(
                                ", ",
                                fields.fields().entrySet().stream()
                                        .map(field -> words(field.getKey()) + " " + spoken(field.getValue(), charsMax))
                                        .toList());
        };
    }

    private static String quoted(String text, int charsMax) {
        String oneLine = text.replaceAll("[\\p{Cntrl}\\p{Cf}\\s]+", " ").strip();
        if (oneLine.isEmpty()) {
            return "nothing";
        }
        if (oneLine.length() <= NAMED_CHARS_MAX && PLAIN.matcher(oneLine).matches()) {
            return oneLine;
        }
        String cut = oneLine.length() <= charsMax
                ? oneLine
                : oneLine.substring(0, charsMax) + "\u2026 (" + oneLine.length() + " characters)";
        return "\"" + cut.replace('"', '\'') + "\"";
    }

    private static String words(String name) {
        return name.replaceAll("([\\p{Ll}\\p{N}])(\\p{Lu})", "$1 $2")
                .replaceAll("[^\\p{L}\\p{N}]+", " ")
                .strip()
                .toLowerCase(Locale.ROOT);
    }
}
