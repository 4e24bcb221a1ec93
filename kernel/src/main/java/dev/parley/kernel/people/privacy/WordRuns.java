package dev.parley.kernel.people.privacy;

import java.util.Arrays;

/** The words and numbers of a text, with a sum for every run of them that is the same wherever the same run stands. */
final class WordRuns {
    private static final long BASE = 0x9e3779b97f4a7c15L;
    private static final int SUMS = 5;

    private int[] starts = new int[8];
    private int[] ends = new int[8];
    /** The sums of everything before a word, up to its end and to one character before that; then its own, and its own without an s. */
    private long[] sums = new long[SUMS * 8];

    private int count;

    static WordRuns of(String text) {
        WordRuns runs = new WordRuns();
        long sum = 0;
        int at = 0;
        while (at < text.length()) {
            int start = at;
            long before = sum;
            long last = sum;
            long own = 0;
            long shorter = 0;
            int c = text.codePointAt(at);
            boolean letters = Character.isLetter(c);
            boolean goesOn = letters || Character.isDigit(c);
            do {
                int end = at + Character.charCount(c);
                while (at < end) {
                    last = sum;
                    sum = sum * BASE + text.charAt(at) + 1;
                    shorter = own;
                    own = own * BASE + text.charAt(at++) + 1;
                }
                c = at < text.length() ? text.codePointAt(at) : 0;
            } while (goesOn && (letters ? Character.isLetter(c) : Character.isDigit(c)));
            if (goesOn || isNumber(text.codePointAt(start))) {
                runs.add(start, at, before, sum, last, own, text.charAt(at - 1) == 's' ? shorter : own);
            }
        }
        return runs;
    }

    /** A number that is written with no digits is a word by itself. */
    private static boolean isNumber(int c) {
        return c >= 0x80
                && (Character.getType(c) == Character.LETTER_NUMBER || Character.getType(c) == Character.OTHER_NUMBER);
    }

    private void add(int start, int end, long... ofWord) {
        if (count == starts.length) {
            starts = Arrays.copyOf(starts, 2 * count);
            ends = Arrays.copyOf(ends, 2 * count);
            sums = Arrays.copyOf(sums, 2 * SUMS * count);
        }
        starts[count] = start;
        ends[count] = end;
        System.arraycopy(ofWord, 0, sums, SUMS * count++, SUMS);
    }

    int count() {
        return count;
    }

    int start(int word) {
        return starts[word];
    }

    int end(int word) {
        return ends[word];
    }

    /** The sum of one word. */
    long sum(int word) {
        return sums[SUMS * word + 3];
    }

    /** The same without an s at its end. */
    long singularSum(int word) {
        return sums[SUMS * word + 4];
    }

    /** The sum of everything from the start of one word to the end of another. */
    long sum(int first, int last) {
        return sums[SUMS * last + 1] - sums[SUMS * first] * power(ends[last] - starts[first]);
    }

    /** The same without the last character. */
    long shorterSum(int first, int last) {
        return sums[SUMS * last + 2] - sums[SUMS * first] * power(ends[last] - starts[first] - 1);
    }

    private static long power(int exponent) {
        long power = 1;
        long square = BASE;
        for (int left = exponent; left > 0; left >>= 1) {
            power = (left & 1) == 0 ? power : power * square;
            square *= square;
        }
        return power;
    }
}
