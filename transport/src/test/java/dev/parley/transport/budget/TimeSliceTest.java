package dev.parley.transport.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Only threads that work without a pause count as busy, and only as long as they do. */
@Timeout(60)
class TimeSliceTest {
    private final AtomicInteger busy = new AtomicInteger();
    private final TimeSlice slice = new TimeSlice(busy);

    private void work() {
        long begunNanos = System.nanoTime();
        while (System.nanoTime() - begunNanos < 1_000_000) {
            Thread.onSpinWait();
        }
        slice.yieldIfOver();
    }

    @Test
    void aThreadThatWorksIsCountedOnceUntilItBlocksOrEnds() {
        work();
        work();
        assertEquals(1, busy.get());
        slice.restart();
        assertEquals(0, busy.get());
        work();
        slice.hasReadSince(System.nanoTime() - 1_000_000_000);
        assertEquals(0, busy.get());
        work();
        slice.end();
        slice.end();
        assertEquals(0, busy.get());
    }
}
