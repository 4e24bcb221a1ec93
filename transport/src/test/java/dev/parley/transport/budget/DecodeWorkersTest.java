package dev.parley.transport.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Large texts are decoded beside the virtual threads, and no key keeps another one waiting. */
@Timeout(60)
class DecodeWorkersTest {
    private static final int MANY = 50;

    private final DecodeWorkers workers = new DecodeWorkers();

    private static ByteBudget.Share share() {
        return new ByteBudget(BudgetSpec.DEFAULT).request("key", "address");
    }

    @Test
    void anotherOwnerIsServedWhileTasksOfTheFirstOneRunAndWait() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        List<Thread> greedy = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            greedy.add(Thread.ofVirtual()
                    .start(() -> workers.compute("greedy", () -> {
                        begun.countDown();
                        mayEnd.await();
                        return "";
                    })));
        }
        begun.await();
        assertEquals(Json.of(1), workers.decode("other", "1"));
        assertEquals(1, mayEnd.getCount());
        mayEnd.countDown();
        for (Thread each : greedy) {
            each.join();
        }
    }

    @Test
    void aLargeTextIsDecodedOnAPlatformThreadAndASmallOneAtOnce() throws Exception {
        List<Boolean> virtual = new ArrayList<>();
        Thread.ofVirtual()
                .start(() -> {
                    virtual.add(share().compute(
                                    1 << 20, () -> Thread.currentThread().isVirtual()));
                    virtual.add(share().compute(10, () -> Thread.currentThread().isVirtual()));
                })
                .join();
        assertEquals(List.of(false, true), virtual);
    }

    @Test
    void whatIsWrongWithALargeTextIsTold() throws Exception {
        String ones = "1,".repeat(1 << 16) + "1";
        assertEquals(
                (1 << 16) + 1,
                ((Json.Arr) share().decode("[" + ones + "]")).items().size());
        assertThrows(JsonDecoder.NotJson.class, () -> share().decode("[" + ones));
        assertThrows(JsonDecoder.NotJson.class, () -> share().decode("["));
        assertThrows(
                IllegalStateException.class,
                () -> workers.compute("key", () -> {
                    throw new IllegalStateException("as it was thrown");
                }));
    }

    /** What the task keeps in memory is counted until it is over, so its caller waits for it. */
    @Test
    void anInterruptedCallerGetsTheResultAndStaysInterrupted() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        List<Object> results = new ArrayList<>();
        Thread caller = Thread.ofVirtual().start(() -> {
            results.add(workers.compute("key", () -> {
                begun.countDown();
                mayEnd.await();
                return "decoded";
            }));
            results.add(Thread.currentThread().isInterrupted());
        });
        begun.await();
        caller.interrupt();
        assertFalse(caller.join(java.time.Duration.ofMillis(20)));
        mayEnd.countDown();
        caller.join();
        assertTrue(results.equals(List.of("decoded", true)), results::toString);
    }
}
