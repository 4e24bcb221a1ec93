package dev.parley.agent.tool;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinearPatternTest {
    private static final List<String> ATOMS = List.of(
            "a", "b", ".", "[ab]", "[^a]", "[a-c]", "\\d", "\\w", "\\W", "\\s", "1", "-", "\\-", "\\.", "^", "$", "\\b",
            "\\B", "(?:)", "[\\d-]", "[\\w.]");
    private static final List<String> COUNTS = List.of("*", "+", "?", "{2}", "{1,}", "{0,2}", "*?", "{1,3}?");

    private static boolean isIn(String pattern, String text) {
        return CheckingWork.within(() -> LinearPattern.of(pattern).matches(text));
    }

    @Test
    void findsWhatTheExpressionsOfThePlatformFind() {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            String pattern = pattern(random, 3);
            String text = text(random);
            assertEquals(Pattern.compile(pattern).matcher(text).find(), isIn(pattern, text), pattern + " in " + text);
        }
    }

    private static String pattern(Random random, int depth) {
        StringBuilder out = new StringBuilder();
        int length = random.nextInt(4);
        for (int i = 0; i < length; i++) {
            boolean group = depth > 0 && random.nextInt(3) == 0;
            // The platform tries no shorter match of a group without another way, and counts none that is empty.
            String atom = group ? "(" + pattern(random, depth - 1) + "|z)" : ATOMS.get(random.nextInt(ATOMS.size()));
            boolean edge = List.of("^", "$", "\\b", "\\B").contains(atom);
            out.append(atom);
            if (!edge && random.nextInt(3) == 0) {
                out.append(COUNTS.get(random.nextInt(group ? 3 : COUNTS.size())));
            }
            if (random.nextInt(6) == 0) {
                out.append('|');
            }
        }
        return out.toString();
    }

    private static String text(Random random) {
        StringBuilder out = new StringBuilder();
        int length = random.nextInt(8);
        for (int i = 0; i < length; i++) {
            out.append("aabbc1-. _".charAt(random.nextInt(10)));
        }
        return out.toString();
    }

    @Test
    void knowsWhatSchemasWrite() {
        assertTrue(isIn("^\\d{4}-\\d{2}-\\d{2}$", "2026-11-17"));
        assertFalse(isIn("^\\d{4}-\\d{2}-\\d{2}$", "2026-11-17\n"));
        assertTrue(isIn("^(?<user>[^@\\s]+)@([a-z0-9-]+\\.)+[a-z]{2,}$", "ana@mail.example.org"));
        assertTrue(isIn("^\\p{L}+$", "Zoë"));
        assertTrue(isIn("^[\\u0041-\\x5a]\\/\\t$", "Q/\t"));
        assertTrue(isIn("^.$", "😀"));
        assertTrue(isIn("x{,2}", "x{,2}"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "(a)\\1",
                "(?=a)b",
                "(?<!a)b",
                "(?i)a",
                "a++",
                "(",
                ")",
                "[a",
                "*",
                "a{3,2}",
                "\\p{Nothing}",
                "\\"
            })
    void refusesWhatItCannotFollow(String pattern) {
        assertThrows(IllegalArgumentException.class, () -> isIn(pattern, "a"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"((a{1000}){1000}){1000}", "(?:(?:(?:){1000}){1000}){1000}", "a{999999999}", "(a?|b?){40000}c"})
    void refusesWhatGrowsOutOfBounds(String pattern) {
        assertThrows(IllegalArgumentException.class, () -> isIn(pattern, ""));
    }

    @ParameterizedTest
    @ValueSource(strings = {"(.*a){20}b", "(a+)+b", "(a|a)*b", "(a?|b?){40}c", "(a*)*b", "a?a?a?a?a?a?a?a?a{30}b"})
    void followsAllWaysAtOnce(String pattern) {
        assertFalse(isIn(pattern, "a".repeat(2_000)));
    }

    @Test
    void countsWhatALongTextTakes() {
        assertThrows(CheckingWork.Exhausted.class, () -> isIn("(.*a){900}b", "a".repeat(100_000)));
    }
}
