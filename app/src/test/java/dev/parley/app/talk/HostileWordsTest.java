package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** However somebody words a text, understanding it takes as long as the text is. */
@Timeout(120)
class HostileWordsTest {
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();
    private static final List<String> NAMES = List.of("ana", "ben");
    /** As long as rules look at a text at all, and a quarter of it. */
    private static final int LONG = 400;

    private static final int SHORT = 100;
    /** Four times the text is four times the looks; a list of alternatives that ends late makes it a little more. */
    private static final int GROWTH_MAX = 7;

    private static final long FEW_LOOKS = 20_000;

    /** Counts how often a matcher looks at a character, so that no clock and no other program has a part in it. */
    private static final class Counted implements CharSequence {
        private final String text;
        private long looks;

        Counted(String text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            looks++;
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static long looks(Pattern pattern, String text) {
        Counted counted = new Counted(text);
        Matcher matcher = pattern.matcher(counted);
        while (matcher.find()) {
            counted.looks++;
        }
        return counted.looks;
    }

    @Test
    void noPatternLooksAtATextMoreOftenThanInProportionToItsLength() {
        List<String> found = new ArrayList<>();
        Set<String> parts = HostileWords.parts();
        HostileWords.patterns().forEach((where, pattern) -> {
            for (String part : parts) {
                long many = looks(pattern, HostileWords.of("", part, LONG) + ";x");
                long few = many <= FEW_LOOKS ? many : looks(pattern, HostileWords.of("", part, SHORT) + ";x");
                if (many > GROWTH_MAX * few) {
                    found.add(where + " looks " + few + " and " + many + " times at <" + part + "> again and again");
                }
            }
        });
        assertTrue(parts.size() > 500, "the words of the rules are among them: " + parts.size());
        assertEquals(List.of(), found);
    }

    private static Map<String, Consumer<String>> entries() {
        Map<String, Consumer<String>> entries = new LinkedHashMap<>();
        entries.put("acts", said -> new HouseWords(NAMES).acts(said));
        entries.put("note", said -> new HouseWords(NAMES).note(said));
        entries.put("statement", said -> new HouseWords(NAMES).statement(said));
        entries.put("manner", said -> new HouseWords(NAMES).manner(said));
        entries.put("address", said -> new HouseWords(NAMES).address(said));
        entries.put("takes long", said -> new FreeWords(NAMES).takesLong(said));
        entries.put("heard", said -> new FreeWords(NAMES).heard(said, "ana"));
        entries.put("meant", said -> new FreeWords(NAMES).meant(said));
        entries.put("intent", Intents::of);
        entries.put("own", OwnCommands.NONE::wish);
        entries.put("stops", SmallTalk::stops);
        return entries;
    }

    /** The least of some tries, because whatever else runs only adds to it. */
    private static long cpu(Consumer<String> entry, String text) {
        long[] tries = new long[3];
        for (int i = 0; i < tries.length; i++) {
            long from = CPU.getCurrentThreadCpuTime();
            entry.accept(text);
            tries[i] = CPU.getCurrentThreadCpuTime() - from;
        }
        return Arrays.stream(tries).min().orElseThrow();
    }

    @Test
    void aMessageAtItsLongestTakesInProportionToAShorterOneAndNoStack() {
        List<String> parts = new ArrayList<>(HostileWords.OF_THE_REVIEW);
        parts.addAll(List.of("i'm ", "keep ", "put ", " ", "my is ", "and "));
        List<String> found = new ArrayList<>();
        Consumer<String> honest = said -> new HouseWords(NAMES).acts(said);
        cpu(honest, "turn on the lights in the kitchen please");
        long measured = 50 * cpu(honest, "turn on the lights in the kitchen please");
        entries().forEach((name, entry) -> {
            for (String opening : HostileWords.OPENINGS) {
                for (String part : parts) {
                    long few = cpu(entry, HostileWords.of(opening, part, 1_000));
                    long many = cpu(entry, HostileWords.of(opening, part, 4_000));
                    if (many > measured && many > 8 * few) {
                        found.add(name + ": " + few + " and " + many + " ns for <" + opening + part + ">");
                    }
                }
            }
        });
        assertEquals(List.of(), found);
    }
}
