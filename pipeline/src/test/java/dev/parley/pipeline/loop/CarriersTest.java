package dev.parley.pipeline.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.TimeSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CarriersTest {
    private static final TimeSource SYSTEM = new TimeSource() {
        @Override
        public long monotonicNanos() {
            return System.nanoTime();
        }

        @Override
        public long wallMillis() {
            return System.currentTimeMillis();
        }
    };

    @Test
    void noWakeIsLostHoweverManyThreadsCall() throws InterruptedException {
        int sessions = 200;
        int wakes = 500;
        CountDownLatch all = new CountDownLatch(sessions);
        try (Carriers carriers = new Carriers(2, SYSTEM, (seat, fault) -> {})) {
            List<AtomicInteger> offered = new ArrayList<>();
            List<LoopSeat> seats = new ArrayList<>();
            for (int i = 0; i < sessions; i++) {
                AtomicInteger waiting = new AtomicInteger();
                AtomicInteger seen = new AtomicInteger();
                offered.add(waiting);
                seats.add(carriers.seat(now -> {
                    if (seen.addAndGet(waiting.getAndSet(0)) == 2 * wakes) {
                        seen.set(0);
                        all.countDown();
                    }
                }));
            }
            for (int p = 0; p < 2; p++) {
                Thread.ofPlatform().start(() -> {
                    for (int i = 0; i < wakes * sessions; i++) {
                        offered.get(i % sessions).incrementAndGet();
                        seats.get(i % sessions).wake();
                    }
                });
            }
            assertTrue(all.await(50, TimeUnit.SECONDS));
        }
    }

    @Test
    void aConversationIsAlwaysRunByTheSameThread() throws InterruptedException {
        AtomicReference<Thread> first = new AtomicReference<>();
        AtomicInteger strangers = new AtomicInteger();
        CountDownLatch runs = new CountDownLatch(100);
        try (Carriers carriers = new Carriers(2, SYSTEM, (seat, fault) -> {})) {
            LoopSeat[] seat = new LoopSeat[1];
            seat[0] = carriers.seat(now -> {
                if (!first.compareAndSet(null, Thread.currentThread())
                        && !Thread.currentThread().equals(first.get())) {
                    strangers.incrementAndGet();
                }
                runs.countDown();
                seat[0].wake();
            });
            seat[0].wake();
            assertTrue(runs.await(50, TimeUnit.SECONDS));
        }
        assertEquals(0, strangers.get());
    }

    @Test
    void anUrgentWakeIsServedEvenWhenOneWasAskedForAlready() throws InterruptedException {
        CountDownLatch served = new CountDownLatch(1);
        try (Carriers carriers = new Carriers(1, SYSTEM, (seat, fault) -> {})) {
            LoopSeat seat = carriers.seat(now -> served.countDown());
            seat.wake();
            seat.wakeNow();
            seat.wakeNow();
            assertTrue(served.await(50, TimeUnit.SECONDS));
        }
    }

    @Test
    void timersFireOnTheCarrier() throws InterruptedException {
        CountDownLatch fired = new CountDownLatch(1);
        AtomicReference<Thread> runner = new AtomicReference<>();
        AtomicReference<Thread> timer = new AtomicReference<>();
        try (Carriers carriers = new Carriers(1, SYSTEM, (seat, fault) -> {})) {
            LoopSeat[] seat = new LoopSeat[1];
            seat[0] = carriers.seat(now -> {
                runner.set(Thread.currentThread());
                seat[0].timers().at(now + 1_000_000, 0, () -> {
                    timer.set(Thread.currentThread());
                    fired.countDown();
                });
            });
            seat[0].wake();
            assertTrue(fired.await(50, TimeUnit.SECONDS));
        }
        assertEquals(runner.get(), timer.get());
    }

    @Test
    void aTaskThatThrowsLosesItsSeatAndTheOthersGoOn() throws InterruptedException {
        CountDownLatch faults = new CountDownLatch(1);
        CountDownLatch others = new CountDownLatch(1);
        try (Carriers carriers = new Carriers(1, SYSTEM, (seat, fault) -> faults.countDown())) {
            LoopSeat bad = carriers.seat(now -> {
                throw new IllegalStateException("broken");
            });
            LoopSeat good = carriers.seat(now -> others.countDown());
            bad.wake();
            assertTrue(faults.await(50, TimeUnit.SECONDS));
            good.wake();
            assertTrue(others.await(50, TimeUnit.SECONDS));
            assertEquals(1, carriers.seats());
        }
    }
}
