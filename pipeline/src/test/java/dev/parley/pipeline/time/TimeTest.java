package dev.parley.pipeline.time;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.TimeSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Item 17: three times, one session line, and jitter that ends at the transport's edge. */
class TimeTest {
    private static final long MS = 1_000_000L;

    @Test
    void aJumpOfTheWallClockDoesNotReachTheSession() {
        long[] wall = {1_000_000};
        long[] monotonic = {5 * MS};
        Timebase timebase = new Timebase(new TimeSource() {
            @Override
            public long monotonicNanos() {
                return monotonic[0];
            }

            @Override
            public long wallMillis() {
                return wall[0];
            }
        });
        monotonic[0] += 20 * MS;
        wall[0] -= 3_600_000;
        assertEquals(20, timebase.sessionMs(timebase.nowNanos()));
        assertEquals(1_000_020, timebase.wallMs(timebase.nowNanos()));
        assertEquals(-3_600_020, timebase.wallDriftMs());
        assertEquals(20, timebase.latencyMs(5 * MS, 25 * MS));
    }

    @Test
    void framesOutOfOrderComeOutInOrder() {
        JitterBuffer<String> buffer = new JitterBuffer<>(4, 60);
        List<String> out = new ArrayList<>();
        assertTrue(buffer.offer(1, "a", 0));
        take(buffer, 0, out);
        assertTrue(buffer.offer(3, "c", 0));
        take(buffer, 0, out);
        assertTrue(buffer.offer(2, "b", 10 * MS));
        take(buffer, 10 * MS, out);
        assertFalse(buffer.offer(2, "b again", 11 * MS));
        assertEquals(List.of("a", "b", "c"), out);
    }

    @Test
    void aFrameThatNeverComesIsGivenUpInTime() {
        JitterBuffer<String> buffer = new JitterBuffer<>(4, 60);
        List<String> out = new ArrayList<>();
        buffer.offer(1, "a", 0);
        buffer.offer(4, "d", 0);
        assertFalse(buffer.offer(4, "d again", 0));
        take(buffer, 59 * MS, out);
        assertEquals(List.of("a"), out);
        assertEquals(60 * MS, buffer.nextNanos());
        take(buffer, 60 * MS, out);
        assertEquals(List.of("a", "2 missing", "d"), out);
        assertFalse(buffer.offer(2, "b", 61 * MS), "too late");
    }

    @Test
    void theBufferNeverHoldsMoreThanItsBound() {
        JitterBuffer<Integer> buffer = new JitterBuffer<>(3, 1_000);
        for (int i = 0; i < 50; i += 2) {
            buffer.offer(i, i, 0);
            while (buffer.poll(0) != null) {
                // Only the size counts.
            }
            assertTrue(buffer.size() <= 3);
        }
    }

    private static void take(JitterBuffer<String> buffer, long now, List<String> out) {
        for (String frame = buffer.poll(now); frame != null; frame = buffer.poll(now)) {
            long missing = buffer.takeMissing();
            if (missing > 0) {
                out.add(missing + " missing");
            }
            out.add(frame);
        }
    }
}
