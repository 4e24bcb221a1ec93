package dev.parley.app.talk;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Mends slips of one letter in the words of the house: a letter too many, too few, another, or two that changed places. A real
 * word is never mended, and neither is a name. Two words are, beside those that make them impossible.
 */
final class Spelling {
    private static final int LETTERS_MIN = 4;
    private static final Pattern WORD = Pattern.compile("(?<!')\\b\\p{L}{" + LETTERS_MIN + ",}\\b(?!')");
    private static final Pattern TURN_OF =
            Patterns.anyCase("\\b(turn|switch|shut|put) of(?= (?:the|my|our|that|this|all)\\b|[.!?]*$)");

    /** What a hall is taken for by whoever writes down sound; nothing whole has one light, and nobody has lights in a hole. */
    private static final Pattern HALL = Patterns.anyCase(
            "\\b(?:w?hole)(?= (?:light|lamp)\\b)|(?<=\\b(?:on|off|out)(?: the| some)?(?: lights?| lamps?)? in the )hole\\b");

    /** The words of the house, each with the real words that look like it. */
    private static final Map<String, List<String>> WORDS = read();

    private Spelling() {}

    static String mended(String sentence) {
        Matcher words = WORD.matcher(sentence);
        String plain = words.replaceAll(found -> Matcher.quoteReplacement(mended(found, sentence)));
        return HALL.matcher(TURN_OF.matcher(plain).replaceAll("$1 off")).replaceAll("hall");
    }

    private static String mended(MatchResult found, String sentence) {
        String word = found.group();
        boolean isName = Character.isUpperCase(word.charAt(0))
                && !sentence.substring(0, found.start()).isBlank();
        String meant = isName ? null : meant(word.toLowerCase(Locale.ROOT));
        return meant == null ? word : meant;
    }

    /** The one word of the house that is meant by this; null if it is a word itself, or if it is not clear. */
    static @Nullable String meant(String word) {
        if (WORDS.containsKey(word)) {
            return null;
        }
        List<String> near = new ArrayList<>();
        for (Map.Entry<String, List<String>> each : WORDS.entrySet()) {
            if (isSlip(word, each.getKey())) {
                if (each.getValue().contains(word)) {
                    return null;
                }
                near.add(each.getKey());
            }
        }
        return near.size() == 1 ? near.getFirst() : null;
    }

    private static boolean isSlip(String word, String other) {
        int same = 0;
        int both = Math.min(word.length(), other.length());
        while (same < both && word.charAt(same) == other.charAt(same)) {
            same++;
        }
        String left = word.substring(same);
        String right = other.substring(same);
        if (left.length() != right.length()) {
            return left.length() > right.length()
                    ? left.substring(1).equals(right)
                    : right.substring(1).equals(left);
        }
        boolean isSwapped = left.length() > 1
                && left.charAt(0) == right.charAt(1)
                && left.charAt(1) == right.charAt(0)
                && left.substring(2).equals(right.substring(2));
        return isSwapped || left.substring(1).equals(right.substring(1));
    }

    private static Map<String, List<String>> read() {
        Map<String, List<String>> all = new HashMap<>();
        Phrases.text("spelling.txt")
                .lines()
                .filter(line -> !line.startsWith("#"))
                .map(line -> List.of(line.split(" ", -1)))
                .forEach(words -> all.put(words.getFirst(), words.subList(1, words.size())));
        return Map.copyOf(all);
    }
}
