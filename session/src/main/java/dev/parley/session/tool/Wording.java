package dev.parley.session.tool;

import dev.parley.agent.tool.SaidName;
import dev.parley.kernel.json.Json;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Says in plain words what a call would do, from the name of its tool and its arguments alone. A model has no part in it
 * (ruling B17). A tool may bring a phrase such as {@code turn on the {room} lights}; every argument that the phrase leaves
 * out is added, so that nothing runs that was not shown (ruling E11).
 *
 * <p>Of one tool, two different sets of arguments never give the same words. A text stands without quotation marks only where
 * it can be read in one way: it is seen as it is ({@link ExactText}), has none of the words that join arguments, and what
 * stands beside it cannot belong to it. Everything else is quoted, and lists and objects stand in brackets where they would
 * run into what is around them.
 */
public final class Wording {
    /** To a minor who is asked, or who says yes. */
    static final String NEEDS_GROWN_UP = "That needs the yes of a grown-up. Please ask one.";

    /** Nobody can agree to what takes longer to hear than this: such a call is denied instead. */
    static final int QUESTION_CHARS_MAX = 1_000;

    /** Arguments that are longer than this make a question that is too long, and are not worded. */
    private static final int ARGUMENTS_CHARS_MAX = 4 * QUESTION_CHARS_MAX;

    /** Where something is only named, a long value is cut. */
    private static final int NAMED_CHARS_MAX = 80;

    private static final int WHOLE = Integer.MAX_VALUE;
    private static final Pattern SLOT = Pattern.compile("\\{(\\w+)}");
    private static final Pattern PLAIN =
            Pattern.compile("[\\p{L}\\p{M}\\p{N}]++(?:[ .'/:@+-][\\p{L}\\p{M}\\p{N}]++)*+");
    private static final Pattern NUMBER = Pattern.compile("[0-9]+(?:\\.[0-9]+)?(?:[eE][+-]?[0-9]+)?");
    private static final Pattern WORDS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}]+");
    private static final Pattern SNAKE = Pattern.compile("[a-z][a-z0-9]*(?:_[a-z0-9]+)*");
    private static final Pattern CAMEL = Pattern.compile("[A-Za-z][A-Za-z0-9]*");

    /** Words that join arguments or stand for values; a text or name with one of them is quoted. */
    private static final Set<String> JOINING = Set.of(
            "and", "or", "with", "but", "then", "not", "no", "yes", "nothing", "null", "empty", "if", "unless",
            "instead", "please");

    /** What stands around a value, and so how much of it has to be marked. */
    private enum Around {
        /** The words of a phrase, with no other value among them that could run into it. */
        PHRASE,
        /** The words of a phrase, with other values among them. */
        PHRASE_OF_MANY,
        /** A name of one word before it. */
        NAME,
        /** A name of several words before it, or one that is quoted: no text stands plainly behind it. */
        NAMES,
        /** Brackets. */
        BRACKETS,
        /** Something of a phrase that no word parts from it: no text stands plainly there, and a list only in brackets. */
        GLUED,
        /** Letters or digits or another value, with nothing between: nothing stands plainly there. */
        FUSED
    }

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

    /** A text as it stands in a question behind a name of one word. */
    public static String value(String text) {
        return text(text, Around.NAME, Set.of(), WHOLE);
    }

    /** A value as it stands in a question behind words that could run into it: a text is quoted. */
    public static String quoted(Json value) {
        return spoken(value, Around.GLUED, Set.of(), WHOLE);
    }

    /** The name of a field as it stands in a question. */
    public static String name(String field) {
        boolean joins =
                Arrays.stream(field.split("_", -1)).anyMatch(word -> JOINING.contains(word.toLowerCase(Locale.ROOT)));
        if (!joins && SNAKE.matcher(field).matches()) {
            return field.replace('_', ' ');
        }
        return !joins && CAMEL.matcher(field).matches() ? field : ExactText.of(field);
    }

    private static String act(String phrase, String tool, Json.Obj arguments, int charsMax) {
        if (charsMax == WHOLE) {
            String canonical = arguments.canonical();
            if (canonical.length() > ARGUMENTS_CHARS_MAX) {
                return SaidName.of(tool) + " with " + canonical;
            }
        }
        Set<String> shown = new HashSet<>();
        String said = phrase.isEmpty() ? SaidName.of(tool) : filled(phrase, arguments, shown, charsMax);
        List<String> left = new ArrayList<>();
        arguments.fields().forEach((name, value) -> {
            if (!shown.contains(name)) {
                left.add(field(name, value, true, charsMax));
            }
        });
        return left.isEmpty() ? said : said + " with " + String.join(" and ", left);
    }

    private static String filled(String phrase, Json.Obj arguments, Set<String> shown, int charsMax) {
        List<MatchResult> slots = SLOT.matcher(phrase).results().toList();
        Set<String> words = slots.size() > 1 ? words(SLOT.matcher(phrase).replaceAll(" ")) : Set.of();
        StringBuilder said = new StringBuilder();
        int end = 0;
        for (int i = 0; i < slots.size(); i++) {
            MatchResult slot = slots.get(i);
            said.append(phrase, end, slot.start());
            end = slot.end();
            Json value = arguments.get(slot.group(1));
            shown.add(slot.group(1));
            Around around = around(phrase, slots, i);
            String worded = value == null ? "nothing" : spoken(value, around, words, charsMax);
            boolean isMarked = around != Around.FUSED || "\"[(".indexOf(worded.charAt(0)) >= 0;
            said.append(isMarked ? worded : "(" + worded + ")");
        }
        return said.append(phrase, end, phrase.length()).toString();
    }

    private static Around around(String phrase, List<MatchResult> slots, int at) {
        MatchResult slot = slots.get(at);
        boolean isOnly = slots.size() == 1;
        char before = slot.start() == 0 ? ' ' : phrase.charAt(slot.start() - 1);
        char behind = slot.end() == phrase.length() ? ' ' : phrase.charAt(slot.end());
        if (!isOnly && (isFusing(before) || isFusing(behind))) {
            return Around.FUSED;
        }
        if (before != ' ' || " ,;!?".indexOf(behind) < 0) {
            return Around.GLUED;
        }
        int from = at == 0 ? 0 : slots.get(at - 1).end();
        int to = at == slots.size() - 1 ? phrase.length() : slots.get(at + 1).start();
        boolean apart = (at == 0 || isWorded(phrase.substring(from, slot.start())))
                && (to == phrase.length() || isWorded(phrase.substring(slot.end(), to)));
        return isOnly ? Around.PHRASE : apart ? Around.PHRASE_OF_MANY : Around.GLUED;
    }

    /** Whether this character could belong to a number or a word beside it, or to another value. */
    private static boolean isFusing(char beside) {
        return Character.isLetterOrDigit(beside) || "+-.{}".indexOf(beside) >= 0;
    }

    private static boolean isWorded(String text) {
        return text.chars().anyMatch(Character::isLetter);
    }

    private static Set<String> words(String text) {
        return Set.copyOf(new HashSet<>(List.of(WORDS.split(text.toLowerCase(Locale.ROOT)))));
    }

    private static String field(String name, Json value, boolean outermost, int charsMax) {
        String said = name(name);
        boolean isOneWord = said.indexOf(' ') < 0 && said.charAt(0) != '"';
        Around around = !isOneWord ? Around.NAMES : outermost ? Around.NAME : Around.BRACKETS;
        return said + " " + (outermost ? spoken(value, around, Set.of(), charsMax) : nested(value, around, charsMax));
    }

    /** @param words words that the text may not have where it stands without quotation marks */
    private static String spoken(Json value, Around around, Set<String> words, int charsMax) {
        if (value instanceof Json.Arr(List<Json> items)
                && items.size() > 1
                && around != Around.PHRASE_OF_MANY
                && !isGlued(around)
                && items.stream().noneMatch(Wording::isMade)) {
            return String.join(
                    ", ",
                    items.stream()
                            .map(item -> spoken(item, around, words, charsMax))
                            .toList());
        }
        return value instanceof Json.Str(String text)
                ? text(text, around, words, charsMax)
                : nested(value, around, charsMax);
    }

    private static boolean isGlued(Around around) {
        return around == Around.GLUED || around == Around.FUSED;
    }

    private static boolean isMade(Json value) {
        return value instanceof Json.Arr || value instanceof Json.Obj;
    }

    /** A value as it stands between brackets; those around it do not run into it. */
    private static String nested(Json value, Around around, int charsMax) {
        return switch (value) {
            case Json.Str(String text) -> text(text, around, Set.of(), charsMax);
            case Json.Null _ -> "null";
            case Json.Bool(boolean flag) -> flag ? "yes" : "no";
            case Json.Num _ -> value.canonical();
            case Json.Arr(List<Json> items) ->
                items.isEmpty()
                        ? "an empty list"
                        : "["
                                + String.join(
                                        ", ",
                                        items.stream()
                                                .map(item -> nested(item, Around.BRACKETS, charsMax))
                                                .toList())
                                + "]";
            case Json.Obj object ->
                object.fields().isEmpty()
                        ? "an empty object"
                        : "("
                                + String.join(
                                        ", ",
                                        object.fields().entrySet().stream()
                                                .map((Map.Entry<String, Json> each) ->
                                                        field(each.getKey(), each.getValue(), false, charsMax))
                                                .toList())
                                + ")";
        };
    }

    private static String text(String text, Around around, Set<String> words, int charsMax) {
        if (text.isEmpty()) {
            return "an empty text";
        }
        if (text.length() > charsMax) {
            int cut = text.offsetByCodePoints(0, text.codePointCount(0, charsMax));
            return ExactText.of(text.substring(0, cut)) + "\u2026 (" + text.length() + " characters)";
        }
        return isPlain(text, around, words) ? text : ExactText.of(text);
    }

    private static boolean isPlain(String text, Around around, Set<String> words) {
        if (isGlued(around)
                || around == Around.NAMES
                || text.length() > NAMED_CHARS_MAX
                || !PLAIN.matcher(text).matches()
                || !ExactText.isSeen(text)) {
            return false;
        }
        String last = text.substring(text.lastIndexOf(' ') + 1);
        boolean isName = around == Around.NAME || around == Around.BRACKETS;
        boolean isOne = last.length() == text.length();
        if ((isName || isOne) && NUMBER.matcher(last).matches()) {
            return false;
        }
        return words(text).stream().noneMatch(word -> JOINING.contains(word) || words.contains(word));
    }
}
