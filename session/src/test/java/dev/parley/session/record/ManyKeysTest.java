package dev.parley.session.record;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An object of a client may have as many keys as fit into a request. */
@Timeout(120)
class ManyKeysTest {
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();
    private static final int ROUNDS = 15;
    /** Work that is quadratic is so each time; work that was held up is not. */
    private static final int TRIES = 3;
    /** Quadratic work would take 64 times as long. */
    private static final int TIMES_AS_LONG_MAX = 24;

    private static long kept;

    /** The keys are in no order, and none is the same string as another. */
    private static Json.Obj unsorted(int keys) {
        Map<String, Json> fields = new LinkedHashMap<>();
        for (int i = 0; i < keys; i++) {
            fields.put(Integer.toString((int) (i * 48_271L % keys)), Json.of(i));
        }
        return new Json.Obj(fields);
    }

    private static long cpuNanos(Runnable work) {
        long from = CPU.getCurrentThreadCpuTime();
        work.run();
        return CPU.getCurrentThreadCpuTime() - from;
    }

    private static long median(long[] nanos) {
        Arrays.sort(nanos);
        return nanos[nanos.length / 2];
    }

    /** The medians of some rounds, in which both alternate. */
    private record Measured(long few, long many) {
        static Measured of(Runnable few, Runnable many) {
            long[] ofFew = new long[ROUNDS];
            long[] ofMany = new long[ROUNDS];
            few.run();
            many.run();
            for (int round = 0; round < ROUNDS; round++) {
                ofFew[round] = cpuNanos(few);
                ofMany[round] = cpuNanos(many);
            }
            return new Measured(median(ofFew), median(ofMany));
        }

        boolean isInProportion() {
            return many <= TIMES_AS_LONG_MAX * few;
        }
    }

    private static void takesInProportion(Runnable few, Runnable many) {
        Measured measured = Measured.of(few, many);
        for (int tried = 1; tried < TRIES && !measured.isInProportion(); tried++) {
            measured = Measured.of(few, many);
        }
        assertTrue(
                measured.isInProportion(),
                "eight times the keys take " + measured.many + " ns and not about eight times " + measured.few);
    }

    @Test
    void writesEightTimesTheKeysInAboutEightTimesTheTime() {
        Json.Obj few = unsorted(2_000);
        Json.Obj many = unsorted(16_000);
        takesInProportion(
                () -> kept += few.canonical().length(),
                () -> kept += many.canonical().length());
    }

    @Test
    void findsEightTimesTheKeysInAboutEightTimesTheTime() {
        Json.Obj few = unsorted(2_000);
        Json.Obj many = unsorted(16_000);
        takesInProportion(() -> findAll(few, 2_000), () -> findAll(many, 16_000));
    }

    private static void findAll(Json.Obj in, int keys) {
        for (int key = 0; key < keys; key++) {
            kept += in.has(Integer.toString(key)) ? 1 : 0;
        }
    }
}
