package dev.parley.session.people;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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

    private static final int DIGITS_MAX = 12;

    private SpokenDigits() {}

    /** Digits that belong together, and where they are in the text. */
    record Run(int start, int end, String digits) {}

    /** All neighbouring groups of digits, up to the length of a PIN, whatever signs are between them, but no letter. */
    static List<Run> loose(String text) {
        List<Run> tokens = groups(text);
        List<Run> all = new ArrayList<>();
        for (int first = 0; first < tokens.size(); first++) {
            Run run = tokens.get(first);
            all.add(run);
            for (int next = first + 1; next < tokens.size() && run.digits().length() < DIGITS_MAX; next++) {
                Run token = tokens.get(next);
                if (!areNeighbours(text, run, token)) {
                    break;
                }
                run = new Run(run.start(), token.end(), run.digits() + token.digits());
                all.add(run);
            }
        }
        return all;
    }

    /** All digits that belong together in the widest sense, as one. */
    static List<Run> chains(String text) {
        List<Run> chains = new ArrayList<>();
        for (Run group : groups(text)) {
            Run last = chains.isEmpty() ? null : chains.getLast();
            if (last != null && areNeighbours(text, last, group)) {
                chains.set(chains.size() - 1, new Run(last.start(), group.end(), last.digits() + group.digits()));
            } else {
                chains.add(group);
            }
        }
        return chains;
    }

    private static boolean areNeighbours(String text, Run first, Run then) {
        return text.substring(first.end(), then.start()).matches("[^\\p{L}\\p{N}]{0,3}");
    }

    /** Figures that stand together, and single words. */
    private static List<Run> groups(String text) {
        List<Run> groups = new ArrayList<>();
        for (Run token : tokens(text)) {
            Run last = groups.isEmpty() ? null : groups.getLast();
            if (last != null && last.end() == token.start()) {
                groups.set(groups.size() - 1, new Run(last.start(), token.end(), last.digits() + token.digits()));
            } else {
                groups.add(token);
            }
        }
        return groups;
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
