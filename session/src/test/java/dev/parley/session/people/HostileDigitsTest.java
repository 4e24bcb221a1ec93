package dev.parley.session.people;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Numbers are looked for in a text in one pass, however many it has. */
@Timeout(60)
class HostileDigitsTest {
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();
    private static final List<String> PARTS = List.of(
            "1 ", "1", "1x ", "four ", "12:00 ", "in 1980 ", "\"", "!", "my pin is ", "double ", "\ud83d\ude00 ", "1-");

    private static final int TRIES = 5;
    /** What takes too long by itself does so each time that it is measured again; what was held up does not. */
    private static final int REPEATS = 6;

    private static String of(String part, int length) {
        return part.repeat(length / part.length() + 1).substring(0, length);
    }

    private static long cpu(String text) {
        Pins pins = new Pins(Map.of("eva", "2468"));
        long from = CPU.getCurrentThreadCpuTime();
        pins.masked(text, false);
        pins.confided(text, false);
        return CPU.getCurrentThreadCpuTime() - from;
    }

    /** What a text and four times as much of it took, each the least of some tries, which alternate: both meet the same machine. */
    private record Measured(long few, long many) {
        static Measured of(String part, int length) {
            String brief = HostileDigitsTest.of(part, length);
            String lengthy = HostileDigitsTest.of(part, 4 * length);
            long few = Long.MAX_VALUE;
            long many = Long.MAX_VALUE;
            for (int i = 0; i < TRIES; i++) {
                few = Math.min(few, cpu(brief));
                many = Math.min(many, cpu(lengthy));
            }
            return new Measured(few, many);
        }

        boolean isTooMuch() {
            return many > 9 * few;
        }
    }

    @Test
    void fourTimesTheTextTakesAboutFourTimesAsLong() {
        PARTS.forEach(part -> Measured.of(part, 1_000));
        List<String> found = new ArrayList<>();
        for (String part : PARTS) {
            Measured measured = Measured.of(part, 4_000);
            for (int i = 0; i < REPEATS && measured.isTooMuch(); i++) {
                measured = Measured.of(part, 4_000);
            }
            if (measured.isTooMuch()) {
                found.add("<" + part + ">: " + measured.few + " and " + measured.many + " ns");
            }
        }
        assertEquals(List.of(), found);
    }

    @Test
    void aPinIsFoundBehindAllOfThem() {
        Pins pins = new Pins(Map.of("eva", "2468"));
        String text = of("\"", 20_000) + " my pin is 2468";
        assertTrue(pins.confided(text, false).text().endsWith("my pin is [pin]"));
    }
}
