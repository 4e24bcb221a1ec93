package dev.parley.kernel.people.privacy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Numbers in a sentence, however they are grouped or spelled: 47-11, 4 711 and "four seven eleven" are 4711. */
final class Digits {
    private static final Pattern BETWEEN = Pattern.compile("(?<=\\p{Nd})[\\s,.'\u2019/_-]{1,3}(?=\\p{Nd})");

    private static final List<String> SMALL = List.of(
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
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
    private static final List<String> ORDINALS = List.of(
            "zeroth",
            "first",
            "second",
            "third",
            "fourth",
            "fifth",
            "sixth",
            "seventh",
            "eighth",
            "ninth",
            "tenth",
            "eleventh",
            "twelfth",
            "thirteenth",
            "fourteenth",
            "fifteenth",
            "sixteenth",
            "seventeenth",
            "eighteenth",
            "nineteenth");
    private static final List<String> TENS =
            List.of("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety");

    private static final Set<String> WORDS =
            Stream.concat(SMALL.stream(), TENS.stream()).collect(Collectors.toUnmodifiableSet());

    private Digits() {}

    static boolean areIn(String text) {
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            if (Character.isDigit(text.codePointAt(at))) {
                return true;
            }
        }
        return false;
    }

    /** Whether a text in lower case has a number, in digits or in words. */
    static boolean areSaidIn(String lowerCase) {
        return areIn(lowerCase) || !Collections.disjoint(tokens(lowerCase), WORDS);
    }

    /** The text cut into words and what is between them. */
    private static List<String> tokens(String text) {
        List<String> tokens = new ArrayList<>();
        int from = 0;
        boolean inWord = false;
        for (int at = 0; at < text.length(); at += Character.charCount(text.codePointAt(at))) {
            boolean letter = Character.isLetter(text.codePointAt(at));
            if (letter != inWord && at > from) {
                tokens.add(text.substring(from, at));
                from = at;
            }
            inWord = letter;
        }
        if (from < text.length()) {
            tokens.add(text.substring(from));
        }
        return tokens;
    }

    /** The ways in which a day of a month is said: 21, 21st and twenty-first. */
    static List<String> ofAMonth(int day) {
        int ones = day % 10;
        boolean teen = day / 10 == 1;
        String ending =
                teen || ones == 0 || ones > 3 ? "th" : List.of("st", "nd", "rd").get(ones - 1);
        String word = day < ORDINALS.size() || ones == 0
                ? (day < ORDINALS.size() ? ORDINALS.get(day) : day == 20 ? "twentieth" : "thirtieth")
                : TENS.get(day / 10 - 2) + " " + ORDINALS.get(ones);
        return List.of(Integer.toString(day), day + ending, word, word.replace(' ', '-'));
    }

    /** The text with counts of hundreds and thousands as numbers: "one thousand two hundred and thirty-four" is 1234. */
    static String counted(String lowerCase) {
        StringBuilder out = new StringBuilder();
        Count count = new Count();
        for (String token : tokens(lowerCase)) {
            if (!count.takes(token)) {
                count.flush(out);
                out.append(token);
            }
        }
        count.flush(out);
        return out.toString();
    }

    /** A number as it is said word by word. */
    private static final class Count {
        private final StringBuilder said = new StringBuilder();
        private long thousands;
        private long rest;
        private boolean begun;

        boolean takes(String token) {
            int small = SMALL.indexOf(token);
            int ten = TENS.indexOf(token);
            boolean between = begun && (token.isBlank() || token.equals("-") || token.equals("and"));
            if (small >= 0) {
                rest += small;
            } else if (ten >= 0) {
                rest += (ten + 2) * 10L;
            } else if (begun && token.equals("hundred")) {
                rest *= 100;
            } else if (begun && token.equals("thousand")) {
                thousands += rest * 1000;
                rest = 0;
            } else if (!between) {
                return false;
            }
            said.append(token);
            begun = true;
            return true;
        }

        void flush(StringBuilder out) {
            if (begun) {
                out.append(thousands + rest);
                String spoken = said.toString();
                out.append(spoken, spoken.stripTrailing().length(), spoken.length());
            }
            said.setLength(0);
            thousands = 0;
            rest = 0;
            begun = false;
        }
    }

    /** The text with its number words as digits, and digits that stand together as one number. */
    static String joined(String lowerCase) {
        StringBuilder out = new StringBuilder();
        int unitsAt = -1;
        for (String token : tokens(lowerCase)) {
            int small = SMALL.indexOf(token);
            int ten = TENS.indexOf(token);
            boolean completesTens = unitsAt >= 0 && small > 0 && small < 10;
            if (completesTens) {
                out.setLength(unitsAt);
            }
            out.append(small >= 0 ? Integer.toString(small) : ten >= 0 ? Integer.toString((ten + 2) * 10) : token);
            boolean isGap = unitsAt >= 0 && token.length() == 1 && small < 0;
            unitsAt = ten >= 0 ? out.length() - 1 : isGap ? unitsAt : -1;
        }
        return BETWEEN.matcher(out).replaceAll("");
    }
}
