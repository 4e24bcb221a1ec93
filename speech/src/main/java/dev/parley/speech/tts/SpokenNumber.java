package dev.parley.speech.tts;

import java.math.BigDecimal;

/** Numbers as they are said. */
final class SpokenNumber {
    private static final String[] SMALL =
            ("zero one two three four five six seven eight nine ten eleven twelve thirteen"
                            + " fourteen fifteen sixteen seventeen eighteen nineteen")
                    .split(" ");
    private static final String[] TENS = "x x twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
    private static final String[] GROUPS = {"", " thousand", " million", " billion", " trillion"};
    private static final int GROUP = 1_000;
    private static final long LARGEST = 999_999_999_999_999L;

    private SpokenNumber() {}

    /** A whole number; one that is too long to be a number is said digit by digit. */
    static String cardinal(String digits) {
        String plain = digits.replace(",", "");
        if (plain.length() > 15 || (plain.length() > 1 && plain.startsWith("0"))) {
            return byDigit(plain);
        }
        return cardinal(Long.parseLong(plain));
    }

    static String cardinal(long number) {
        if (number < 0) {
            return "minus " + cardinal(-number);
        }
        if (number > LARGEST) {
            return byDigit(Long.toString(number));
        }
        if (number < GROUP) {
            return belowThousand((int) number);
        }
        String words = "";
        int group = 0;
        for (long left = number; left > 0; left /= GROUP) {
            int part = (int) (left % GROUP);
            if (part > 0) {
                words = belowThousand(part) + GROUPS[group] + (words.isEmpty() ? "" : " " + words);
            }
            group++;
        }
        return words;
    }

    private static String belowThousand(int number) {
        if (number < SMALL.length) {
            return SMALL[number];
        }
        if (number < 100) {
            return TENS[number / 10] + (number % 10 == 0 ? "" : " " + SMALL[number % 10]);
        }
        return SMALL[number / 100] + " hundred" + (number % 100 == 0 ? "" : " " + belowThousand(number % 100));
    }

    static String byDigit(String digits) {
        StringBuilder words = new StringBuilder();
        for (int i = 0; i < digits.length(); i++) {
            words.append(words.isEmpty() ? "" : " ").append(SMALL[digits.charAt(i) - '0']);
        }
        return words.toString();
    }

    static String ordinal(long number) {
        String words = cardinal(number);
        int last = words.lastIndexOf(' ') + 1;
        String word = words.substring(last);
        String changed = switch (word) {
            case "one" -> "first";
            case "two" -> "second";
            case "three" -> "third";
            case "five" -> "fifth";
            case "eight" -> "eighth";
            case "nine" -> "ninth";
            case "twelve" -> "twelfth";
            default -> word.endsWith("y") ? word.substring(0, word.length() - 1) + "ieth" : word + "th";
        };
        return words.substring(0, last) + changed;
    }

    /** A number with a point, as it is written: the digits after it one by one. */
    static String decimal(String text) {
        int point = text.indexOf('.');
        return point < 0
                ? cardinal(text)
                : cardinal(text.substring(0, point)) + " point " + byDigit(text.substring(point + 1));
    }

    /** A year in pairs, where it is said so. */
    static String year(int year) {
        int century = year / 100;
        int rest = year % 100;
        if (rest == 0) {
            return year % GROUP == 0 ? cardinal(year) : belowThousand(century) + " hundred";
        }
        if (year >= 2000 && year < 2010) {
            return "two thousand " + SMALL[rest];
        }
        return belowThousand(century) + (rest < 10 ? " oh " : " ") + belowThousand(rest);
    }

    /** An amount of money in units and hundredths. */
    static String money(String amount, String unit, String cent) {
        BigDecimal value = new BigDecimal(amount.replace(",", ""));
        long units = value.longValue();
        int cents = value.subtract(BigDecimal.valueOf(units)).movePointRight(2).intValue();
        String whole = cardinal(units) + " " + (units == 1 ? unit : unit + "s");
        String part = cardinal(cents) + " " + (cents == 1 || cent.equals("pence") ? cent : cent + "s");
        if (cents == 0) {
            return whole;
        }
        return units == 0 ? part : whole + " and " + part;
    }
}
