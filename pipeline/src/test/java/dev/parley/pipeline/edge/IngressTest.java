package dev.parley.pipeline.edge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.rune.Lane;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Items 10 and 31: the door for other threads, by lane; a callback offers an event and is done. */
class IngressTest {
    @Test
    void aFloodOfDataNeverShutsOutACancel() {
        AtomicInteger wakes = new AtomicInteger();
        Ingress<String> ingress = new Ingress<>("in", 2, 2, wakes::incrementAndGet);
        assertTrue(ingress.offer("a", Lane.DATA));
        assertTrue(ingress.offer("b", Lane.DATA));
        assertFalse(ingress.offer("c", Lane.DATA));
        assertTrue(ingress.offer("cancel", Lane.CONTROL));
        assertEquals(4, wakes.get());

        List<String> taken = new ArrayList<>();
        assertEquals(3, ingress.drain(taken::add, 10));
        assertEquals(List.of("cancel", "a", "b"), taken);
        assertEquals(
                List.of(new EdgeSignal.DropNotice("in", Lane.DATA, 3, 3, 1, EdgeSignal.Cause.FULL)),
                ingress.drainSignals());
        assertTrue(ingress.drainSignals().isEmpty());
    }

    @Test
    void controlIsCalledInByACallOfItsOwn() {
        List<String> calls = new ArrayList<>();
        Ingress<String> ingress = new Ingress<>("in", 2, 2, () -> calls.add("soon"), () -> calls.add("now"));
        ingress.offer("a", Lane.DATA);
        ingress.offer("cancel", Lane.CONTROL);
        ingress.offer("b", Lane.TELEMETRY);
        assertEquals(List.of("soon", "now", "soon"), calls);
    }

    @Test
    void aShutDoorTakesNothingMore() {
        Ingress<String> ingress = new Ingress<>("in", 2, 2, () -> {});
        ingress.offer("a", Lane.DATA);
        ingress.close();
        assertFalse(ingress.offer("b", Lane.DATA));
        assertEquals("a", ingress.poll());
        assertTrue(ingress.isEmpty());
    }

    @Test
    void manyProducersLoseAndDoubleNothing() throws InterruptedException {
        Ingress<Integer> ingress = new Ingress<>("in", 64, 8, () -> {});
        AtomicLong sum = new AtomicLong();
        List<Thread> producers = new ArrayList<>();
        for (int p = 0; p < 4; p++) {
            producers.add(Thread.ofPlatform().start(() -> {
                for (int i = 1; i <= 1_000; i++) {
                    while (!ingress.offer(i, Lane.DATA)) {
                        Thread.onSpinWait();
                    }
                }
            }));
        }
        int taken = 0;
        while (taken < 4_000) {
            taken += ingress.drain(sum::addAndGet, 100);
            Thread.onSpinWait();
        }
        for (Thread producer : producers) {
            producer.join();
        }
        assertEquals(4 * 500_500L, sum.get());
        assertTrue(ingress.isEmpty());
    }

    @Test
    void whatCanBeDoneWithoutLeavesHalfOfTheLaneToOthers() {
        Ingress<String> ingress = new Ingress<>("in", 4, 2, () -> {});
        assertTrue(ingress.offerSpare("a"));
        assertTrue(ingress.offerSpare("b"));
        assertFalse(ingress.offerSpare("c"));
        assertTrue(ingress.offer("d", Lane.DATA));
        assertTrue(ingress.hasRefused(), "it is counted like everything that is lost");
    }

    @Test
    void whatTheLoopWaitsForIsTakenInHoweverFullTheLaneIs() {
        Ingress<String> ingress = new Ingress<>("in", 1, 2, () -> {});
        assertTrue(ingress.offer("a", Lane.DATA));
        assertTrue(ingress.offerAwaited("b"));
        assertTrue(ingress.offer("c", Lane.CONTROL));
        assertFalse(ingress.hasRefused());
        List<String> taken = new ArrayList<>();
        assertEquals(3, ingress.drain(taken::add, 10));
        assertEquals(List.of("c", "a", "b"), taken, "it keeps its place");
        assertTrue(ingress.isEmpty());
        ingress.close();
        assertFalse(ingress.offerAwaited("d"));
    }

    @Test
    void aFloodOfWhatTheLoopWaitsForIsBoundedAndCounted() {
        Ingress<Integer> ingress = new Ingress<>("in", 1, 1, () -> {});
        int taken = 0;
        while (ingress.offerAwaited(taken)) {
            taken++;
        }
        assertEquals(1 + Ingress.AWAITED_ROOM + Ingress.AWAITED_MAX, taken);
        assertTrue(ingress.hasRefused());
        assertEquals(taken, ingress.drain(_ -> {}, 1_000));
        assertTrue(ingress.offerAwaited(0), "there is room again");
    }
}
