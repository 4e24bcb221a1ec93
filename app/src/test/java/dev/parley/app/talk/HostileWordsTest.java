package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
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
    private static final int TRIES = 3;
    /** How often a text that seems to take too long is measured again. */
    private static final int REPEATS = 6;

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

    private static long cpuOnce(Consumer<String> entry, String text) {
        long from = CPU.getCurrentThreadCpuTime();
        entry.accept(text);
        return CPU.getCurrentThreadCpuTime() - from;
    }

    /** The least of some tries, because whatever else runs only adds to it. */
    private static long cpu(Consumer<String> entry, String text) {
        return LongStream.generate(() -> cpuOnce(entry, text))
                .limit(TRIES)
                .min()
                .orElseThrow();
    }

    /** What a short and a long text took, each the least of some tries, which alternate so that both meet the same machine. */
    private record Measured(long few, long many) {
        static Measured of(Consumer<String> entry, String opening, String part) {
            String brief = HostileWords.of(opening, part, 1_000);
            String lengthy = HostileWords.of(opening, part, 4_000);
            long few = Long.MAX_VALUE;
            long many = Long.MAX_VALUE;
            for (int i = 0; i < TRIES; i++) {
                few = Math.min(few, cpuOnce(entry, brief));
                many = Math.min(many, cpuOnce(entry, lengthy));
            }
            return new Measured(few, many);
        }

        /** @param worthMeasuring below which the clock says too little */
        boolean isTooMuch(long worthMeasuring) {
            return many > worthMeasuring && many > 8 * few;
        }
    }

    /** What takes too long by itself does so each time; what was held up does not. Null for that. */
    private static @Nullable Measured tooMuchEachTime(
            Consumer<String> entry, String opening, String part, long worthMeasuring) {
        Measured measured = Measured.of(entry, opening, part);
        for (int i = 0; i < REPEATS && measured.isTooMuch(worthMeasuring); i++) {
            measured = Measured.of(entry, opening, part);
        }
        return measured.isTooMuch(worthMeasuring) ? measured : null;
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
                    Measured slow = tooMuchEachTime(entry, opening, part, measured);
                    if (slow != null) {
                        found.add(name + ": " + slow.few + " and " + slow.many + " ns for <" + opening + part + ">");
                    }
                }
            }
        });
        assertEquals(List.of(), found);
    }
}
