package dev.parley.kernel.people.privacy;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Numbers in a sentence, however they are grouped or spelled: 47-11, 4 711 and "four seven eleven" are 4711. */
final class Digits {
    private static final Pattern NUMBER = Pattern.compile("\\p{Nd}+");
    private static final Pattern BETWEEN = Pattern.compile("(?<=\\p{Nd})[\\s,.'\u2019/_-]{1,3}(?=\\p{Nd})");
    private static final Pattern WORD = Pattern.compile("[\\p{L}]+|[^\\p{L}]+");

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
    private static final List<String> TENS =
            List.of("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety");

    private Digits() {}

    static boolean isNumber(String text) {
        return NUMBER.matcher(text).matches();
    }

    /** The text with its number words as digits, and digits that stand together as one number. */
    static String joined(String lowerCase) {
        StringBuilder out = new StringBuilder();
        int unitsAt = -1;
        for (String token :
                WORD.matcher(lowerCase).results().map(MatchResult::group).toList()) {
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
