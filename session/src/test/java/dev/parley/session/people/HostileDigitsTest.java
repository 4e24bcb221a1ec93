package dev.parley.session.people;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
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

    private static String of(String part, int length) {
        return part.repeat(length / part.length() + 1).substring(0, length);
    }

    private static long cpu(String text) {
        long[] tries = new long[5];
        for (int i = 0; i < tries.length; i++) {
            Pins pins = new Pins(Map.of("eva", "2468"));
            long from = CPU.getCurrentThreadCpuTime();
            pins.masked(text, false);
            pins.confided(text, false);
            tries[i] = CPU.getCurrentThreadCpuTime() - from;
        }
        return Arrays.stream(tries).min().orElseThrow();
    }

    @Test
    void fourTimesTheTextTakesAboutFourTimesAsLong() {
        PARTS.forEach(part -> cpu(of(part, 1_000)));
        List<String> found = new ArrayList<>();
        for (String part : PARTS) {
            long few = cpu(of(part, 4_000));
            long many = cpu(of(part, 16_000));
            if (many > 9 * few) {
                found.add("<" + part + ">: " + few + " and " + many + " ns");
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
