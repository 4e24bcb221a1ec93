package dev.parley.session.people;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the digits in what somebody wrote or said: figures of any script, and English words for numbers below a hundred. */
final class SpokenDigits {
    private static final List<String> ONES =
            List.of("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine");
    private static final List<String> TEENS = List.of(
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen");
    private static final List<String> TENS =
            List.of("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety");
    private static final String ONE = "(?:" + String.join("|", ONES) + "|oh|nought)";
    private static final Pattern TOKEN = Pattern.compile(
            "\\p{Nd}|\\b(?:(?:doubl[e]|triple)[ -](?:\\p{Nd}|" + ONE + ")|(?:" + String.join("|", TENS) + ")(?:[ -]"
                    + ONE + ")?|" + String.join("|", TEENS) + "|" + ONE + ")\\b",
            Pattern.CASE_INSENSITIVE);
    /** How the words begin by which a digit is said twice or three times. */
    private static final List<String> REPEATED = List.of("dou", "tri");

    /** So many digits that stand apart are put together to look like one number. */
    private static final int DIGITS_MAX = 12;

    private static final int GAP_MAX = 3;

    private SpokenDigits() {}

    /** Digits that belong together, and where they are in the text. */
    record Run(int start, int end, String digits) {}

    /**
     * All digits that belong together in the widest sense, as one: whatever few signs are between them, but no letter.
     *
     * @param lengths how many digits each run of neighbouring groups of it has, for those that may be a PIN
     */
    record Chain(int start, int end, String digits, Set<Integer> lengths) {}

    /** The chains of a text, in one pass over its digits. */
    static List<Chain> chains(String text) {
        List<Chain> chains = new ArrayList<>();
        List<Run> together = new ArrayList<>();
        for (Run group : groups(text)) {
            if (!together.isEmpty() && !areNeighbours(text, together.getLast(), group)) {
                chains.add(chain(together));
                together.clear();
            }
            together.add(group);
        }
        if (!together.isEmpty()) {
            chains.add(chain(together));
        }
        return chains;
    }

    private static Chain chain(List<Run> groups) {
        StringBuilder digits = new StringBuilder();
        Set<Integer> lengths = new HashSet<>();
        for (int first = 0; first < groups.size(); first++) {
            digits.append(groups.get(first).digits());
            int length = 0;
            for (int next = first; next < groups.size() && (next == first || length < DIGITS_MAX); next++) {
                length += groups.get(next).digits().length();
                lengths.add(length);
            }
        }
        return new Chain(groups.getFirst().start(), groups.getLast().end(), digits.toString(), Set.copyOf(lengths));
    }

    private static boolean areNeighbours(String text, Run first, Run then) {
        int signs = 0;
        for (int at = first.end(); at < then.start(); at += Character.charCount(text.codePointAt(at))) {
            if (++signs > GAP_MAX || isLetterOrNumber(text.codePointAt(at))) {
                return false;
            }
        }
        return true;
    }

    static boolean isLetterOrNumber(int each) {
        return switch (Character.getType(each)) {
            case Character.DECIMAL_DIGIT_NUMBER, Character.LETTER_NUMBER, Character.OTHER_NUMBER -> true;
            default -> Character.isLetter(each);
        };
    }

    /** Figures that stand together, and single words. */
    private static List<Run> groups(String text) {
        List<Run> groups = new ArrayList<>();
        StringBuilder digits = new StringBuilder();
        int start = 0;
        int end = -1;
        for (Run token : tokens(text)) {
            if (token.start() != end) {
                close(groups, start, end, digits);
                start = token.start();
            }
            digits.append(token.digits());
            end = token.end();
        }
        close(groups, start, end, digits);
        return groups;
    }

    private static void close(List<Run> groups, int start, int end, StringBuilder digits) {
        if (!digits.isEmpty()) {
            groups.add(new Run(start, end, digits.toString()));
            digits.setLength(0);
        }
    }

    /** The text without its digits. */
    static String without(String text) {
        return TOKEN.matcher(text).replaceAll(" ");
    }

    private static List<Run> tokens(String text) {
        List<Run> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(text);
        while (matcher.find()) {
            tokens.add(new Run(
                    matcher.start(), matcher.end(), digits(matcher.group().toLowerCase(Locale.ROOT))));
        }
        return tokens;
    }

    private static String digits(String token) {
        int gap = Math.max(token.indexOf(' '), token.indexOf('-'));
        if (gap > 0) {
            String first = token.substring(0, gap);
            String second = digits(token.substring(gap + 1));
            int times = REPEATED.indexOf(first.substring(0, 3));
            return times < 0 ? (TENS.indexOf(first) + 2) + second : second.repeat(times + 2);
        }
        int one = token.equals("oh") || token.equals("nought") ? 0 : ONES.indexOf(token);
        if (one >= 0) {
            return Integer.toString(one);
        }
        int tens = TENS.indexOf(token);
        if (tens >= 0) {
            return Integer.toString((tens + 2) * 10);
        }
        int teen = TEENS.indexOf(token);
        return Integer.toString(teen >= 0 ? teen + 10 : Character.digit(token.codePointAt(0), 10));
    }
}
