package dev.parley.pipeline.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.TimeSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
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

    /** Time that stands still: no task takes long. */
    private static final TimeSource STANDING = new TimeSource() {
        @Override
        public long monotonicNanos() {
            return 0;
        }

        @Override
        public long wallMillis() {
            return 0;
        }
    };

    @Test
    void aConversationThatHoldsNobodyUpIsAlwaysRunByTheSameThread() throws InterruptedException {
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

    /** An error, and a listener that throws, cost the carrier nothing either. */
    @Test
    void anErrorEndsNoCarrierEvenIfWhoeverHearsOfItThrows() throws InterruptedException {
        CountDownLatch others = new CountDownLatch(2);
        Error broken = new StackOverflowError();
        try (Carriers carriers = new Carriers(1, SYSTEM, (seat, fault) -> {
            throw new IllegalStateException("nobody wants to hear it", fault);
        })) {
            LoopSeat bad = carriers.seat(now -> {
                throw broken;
            });
            LoopSeat[] timed = new LoopSeat[1];
            timed[0] = carriers.seat(now -> timed[0].timers().at(now, 0, () -> {
                others.countDown();
                throw broken;
            }));
            LoopSeat good = carriers.seat(now -> others.countDown());
            bad.wake();
            timed[0].wake();
            good.wake();
            assertTrue(others.await(50, TimeUnit.SECONDS));
        }
    }

    @Test
    void anInterruptionIsServedBeforeThoseWhoWereCalledEarlier() throws InterruptedException {
        CountDownLatch all = new CountDownLatch(5);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        try (Carriers carriers = new Carriers(1, STANDING, (seat, fault) -> {})) {
            LoopSeat urgent = carriers.seat(now -> said(order, "urgent", all));
            LoopSeat asks = carriers.seat(now -> {
                said(order, "asks", all);
                urgent.wakeNow();
            });
            LoopSeat third = carriers.seat(now -> said(order, "third", all));
            LoopSeat fourth = carriers.seat(now -> said(order, "fourth", all));
            LoopSeat first = carriers.seat(now -> {
                said(order, "first", all);
                asks.wake();
                third.wake();
                fourth.wake();
            });
            first.wake();
            assertTrue(all.await(50, TimeUnit.SECONDS));
        }
        assertEquals(List.of("first", "asks", "urgent", "third", "fourth"), order);
    }

    private static void said(List<String> order, String word, CountDownLatch all) {
        order.add(word);
        all.countDown();
    }

    @Test
    void anAlarmRunsTheConversationOnceAndCanBeMovedBothWays() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(3);
        AtomicLong asked = new AtomicLong();
        AtomicInteger early = new AtomicInteger();
        try (Carriers carriers = new Carriers(1, SYSTEM, (seat, fault) -> {})) {
            LoopSeat[] seat = new LoopSeat[1];
            seat[0] = carriers.seat(now -> {
                if (now < asked.get()) {
                    early.incrementAndGet();
                }
                long next = now + 3_000_000;
                asked.set(next);
                seat[0].runAt(now + 1_000_000);
                seat[0].runAt(now + 900_000_000_000L);
                seat[0].runAt(next);
                done.countDown();
            });
            seat[0].wake();
            assertTrue(done.await(50, TimeUnit.SECONDS));
        }
        assertEquals(0, early.get());
    }

    @Test
    void conversationsAreRefusedWhileTheCarriersHaveTooMuchToDo() throws InterruptedException {
        AtomicLong clock = new AtomicLong();
        TimeSource told = new TimeSource() {
            @Override
            public long monotonicNanos() {
                return clock.get();
            }

            @Override
            public long wallMillis() {
                return 0;
            }
        };
        CountDownLatch runs = new CountDownLatch(20);
        try (Carriers carriers = new Carriers(1, told, (seat, fault) -> {})) {
            assertEquals(new Admission.Admitted(), carriers.admission());
            LoopSeat[] busy = new LoopSeat[1];
            busy[0] = carriers.seat(now -> {
                clock.addAndGet(200_000_000);
                runs.countDown();
                busy[0].wakeNow();
            });
            busy[0].wake();
            assertTrue(runs.await(50, TimeUnit.SECONDS));
            assertEquals(new Admission.Admitted(), carriers.admission(), "a few are always taken in");
            for (int seated = 1; seated < Carriers.ALWAYS_SEATED; seated++) {
                carriers.seat(now -> {});
            }
            Admission.Refused refused = assertInstanceOf(Admission.Refused.class, carriers.admission());
            assertEquals("runtime.overload", refused.rule());
        }
    }
}
