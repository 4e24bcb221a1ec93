package dev.parley.pipeline.loop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.port.TimeSource;
import dev.parley.kernel.port.Timers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A task that takes long, here until the others were served, holds none of them up. */
@Timeout(120)
class LongTaskTest {
    private static final long WAIT_SECONDS = 50;
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

    private final AtomicInteger timedOut = new AtomicInteger();

    private void await(CountDownLatch latch) {
        try {
            if (!latch.await(WAIT_SECONDS, TimeUnit.SECONDS)) {
                timedOut.incrementAndGet();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static Carriers one() {
        return new Carriers(1, SYSTEM, (_, _) -> {});
    }

    @Test
    void anInterruptionOfAnotherConversationIsServedMeanwhile() {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        try (Carriers carriers = one()) {
            LoopSeat other = carriers.seat(_ -> stopped.countDown());
            LoopSeat takesLong = carriers.seat(_ -> {
                begun.countDown();
                await(stopped);
                ended.countDown();
            });
            takesLong.wake();
            await(begun);
            other.wakeNow();
            await(ended);
        }
        assertEquals(0, timedOut.get());
    }

    @Test
    void thoseWhoWereCalledInTheSameStrideAreServedMeanwhile() {
        CountDownLatch served = new CountDownLatch(2);
        CountDownLatch ended = new CountDownLatch(1);
        try (Carriers carriers = one()) {
            LoopSeat second = carriers.seat(_ -> served.countDown());
            LoopSeat takesLong = carriers.seat(_ -> {
                await(served);
                ended.countDown();
            });
            LoopSeat first = carriers.seat(_ -> {
                takesLong.wake();
                second.wake();
                second.timers().at(SYSTEM.monotonicNanos(), 0, served::countDown);
            });
            first.wake();
            await(ended);
        }
        assertEquals(0, timedOut.get());
    }

    /** However many take long: as many as there are threads for wait for one another, and the last for an interruption. */
    @Test
    void severalMayTakeLongAtOnce() {
        int many = CarrierLoop.THREADS_MAX - 2;
        CountDownLatch all = new CountDownLatch(many);
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(many);
        try (Carriers carriers = one()) {
            for (int i = 0; i < many; i++) {
                carriers.seat(_ -> {
                            all.countDown();
                            await(stopped);
                            ended.countDown();
                        })
                        .wake();
            }
            LoopSeat other = carriers.seat(_ -> stopped.countDown());
            await(all);
            other.wakeNow();
            await(ended);
            assertEquals(0, timedOut.get());
            CountDownLatch goesOn = new CountDownLatch(1);
            carriers.seat(_ -> goesOn.countDown()).wake();
            await(goesOn);
        }
        assertEquals(0, timedOut.get());
    }

    @Test
    void whatComesForItMeanwhileIsDoneAfterIt() {
        CountDownLatch served = new CountDownLatch(1);
        CountDownLatch all = new CountDownLatch(4);
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch later = new CountDownLatch(1);
        try (Carriers carriers = one()) {
            LoopSeat beside = carriers.seat(_ -> served.countDown());
            LoopSeat[] seat = new LoopSeat[1];
            AtomicBoolean first = new AtomicBoolean(true);
            seat[0] = carriers.seat(now -> {
                if (!first.getAndSet(false)) {
                    order.add("again");
                    all.countDown();
                    return;
                }
                Timers timers = seat[0].timers();
                timers.at(now, 2, () -> said(order, "second", all));
                timers.at(now, 1, () -> said(order, "first", all));
                Timers.Timer cancelled = timers.at(now, 0, () -> said(order, "cancelled", all));
                seat[0].wakeNow();
                beside.wakeNow();
                await(served);
                await(later);
                cancelled.cancel();
                said(order, "task", all);
            });
            LoopSeat last = carriers.seat(_ -> later.countDown());
            seat[0].wake();
            await(served);
            last.wake();
            await(all);
        }
        assertEquals(0, timedOut.get());
        assertEquals("task", order.getFirst());
        assertTrue(order.contains("again"), order.toString());
        assertTrue(order.indexOf("first") < order.indexOf("second"), order.toString());
        assertTrue(order.contains("first") && !order.contains("cancelled"), order.toString());
    }

    private static void said(List<String> order, String word, CountDownLatch all) {
        order.add(word);
        all.countDown();
    }

    @Test
    void anAlarmThatIsSetMeanwhileGoesOff() {
        CountDownLatch served = new CountDownLatch(1);
        CountDownLatch rung = new CountDownLatch(1);
        AtomicBoolean first = new AtomicBoolean(true);
        try (Carriers carriers = one()) {
            LoopSeat beside = carriers.seat(_ -> served.countDown());
            LoopSeat[] seat = new LoopSeat[1];
            AtomicLong due = new AtomicLong(Long.MAX_VALUE);
            seat[0] = carriers.seat(now -> {
                if (first.getAndSet(false)) {
                    beside.wakeNow();
                    await(served);
                    due.set(SYSTEM.monotonicNanos() + TimeUnit.MILLISECONDS.toNanos(20));
                    seat[0].runAt(due.get());
                } else if (now >= due.get()) {
                    rung.countDown();
                }
            });
            seat[0].wake();
            await(rung);
        }
        assertEquals(0, timedOut.get());
    }

    /** Every wake is followed by a run, and no two threads are in one conversation at the same time. */
    @Test
    void noConversationRunsOnTwoThreadsAtOnceAndNoWakeIsLost() throws InterruptedException {
        int conversations = 12;
        int wakes = 400;
        AtomicInteger twice = new AtomicInteger();
        CountDownLatch all = new CountDownLatch(conversations);
        List<AtomicInteger> offered = new ArrayList<>();
        List<LoopSeat> seats = new ArrayList<>();
        try (Carriers carriers = one()) {
            for (int i = 0; i < conversations; i++) {
                AtomicInteger waiting = new AtomicInteger();
                AtomicBoolean inside = new AtomicBoolean();
                Random random = new Random(i);
                int[] seen = new int[1];
                offered.add(waiting);
                seats.add(carriers.seat(now -> {
                    if (inside.getAndSet(true)) {
                        twice.incrementAndGet();
                    }
                    seen[0] += waiting.getAndSet(0);
                    rest(random.nextInt(20) == 0 ? random.nextInt(8_000) : 0);
                    inside.set(false);
                    if (seen[0] == wakes) {
                        seen[0]++;
                        all.countDown();
                    }
                }));
            }
            Random random = new Random(conversations);
            for (int i = 0; i < wakes * conversations; i++) {
                offered.get(i % conversations).incrementAndGet();
                if (random.nextInt(10) == 0) {
                    seats.get(i % conversations).wakeNow();
                } else {
                    seats.get(i % conversations).wake();
                }
                rest(random.nextInt(100) == 0 ? 1_000 : 0);
            }
            assertTrue(all.await(WAIT_SECONDS, TimeUnit.SECONDS));
        }
        assertEquals(0, twice.get());
    }

    private static void rest(int micros) {
        long until = System.nanoTime() + TimeUnit.MICROSECONDS.toNanos(micros);
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }

    @Test
    void aTaskThatThrowsAfterALongTimeLosesItsSeat() {
        CountDownLatch served = new CountDownLatch(1);
        CountDownLatch failed = new CountDownLatch(1);
        CountDownLatch goesOn = new CountDownLatch(1);
        try (Carriers carriers = new Carriers(1, SYSTEM, (_, _) -> failed.countDown())) {
            LoopSeat beside = carriers.seat(_ -> served.countDown());
            LoopSeat bad = carriers.seat(_ -> {
                beside.wakeNow();
                await(served);
                throw new IllegalStateException("broken");
            });
            bad.wake();
            await(failed);
            carriers.seat(_ -> goesOn.countDown()).wake();
            await(goesOn);
            assertEquals(2, carriers.seats());
        }
        assertEquals(0, timedOut.get());
    }

    @Test
    void aCarrierIsClosedOnceItsLongTasksHaveEnded() {
        CountDownLatch served = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        AtomicBoolean ended = new AtomicBoolean();
        try (Carriers carriers = one()) {
            LoopSeat beside = carriers.seat(_ -> served.countDown());
            carriers.seat(_ -> {
                        beside.wakeNow();
                        await(served);
                        begun.countDown();
                        rest(50_000);
                        ended.set(true);
                    })
                    .wake();
            await(begun);
        }
        assertTrue(ended.get());
        assertEquals(0, timedOut.get());
    }

    /** The task begins while the carrier and the thread that stands by sleep, and nobody is called after that. */
    @Test
    void aTimerOfAnotherConversationThatComesDueLaterIsServedMeanwhile() {
        CountDownLatch rung = new CountDownLatch(2);
        CountDownLatch set = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        try (Carriers carriers = one()) {
            LoopSeat[] other = new LoopSeat[1];
            other[0] = carriers.seat(now -> {
                if (set.getCount() == 0) {
                    rung.countDown();
                    return;
                }
                long at = now + TimeUnit.MILLISECONDS.toNanos(200);
                other[0].runAt(at);
                other[0].timers().at(at, 0, rung::countDown);
                set.countDown();
            });
            LoopSeat takesLong = carriers.seat(_ -> {
                await(rung);
                ended.countDown();
            });
            other[0].wake();
            await(set);
            letSleep();
            takesLong.wake();
            await(ended);
        }
        assertEquals(0, timedOut.get());
    }

    @Test
    void alarmsOfTheSameMomentAreServedMeanwhile() {
        CountDownLatch all = new CountDownLatch(2);
        CountDownLatch ended = new CountDownLatch(2);
        try (Carriers carriers = one()) {
            LoopSeat[] both = {carriers.seat(_ -> meet(all, ended)), carriers.seat(_ -> meet(all, ended))};
            carriers.seat(now -> {
                        for (LoopSeat seat : both) {
                            seat.runAt(now + TimeUnit.MILLISECONDS.toNanos(50));
                        }
                    })
                    .wake();
            await(ended);
        }
        assertEquals(0, timedOut.get());
    }

    @Test
    void timersOfTheSameMomentAreServedMeanwhile() {
        CountDownLatch all = new CountDownLatch(2);
        CountDownLatch ended = new CountDownLatch(2);
        try (Carriers carriers = one()) {
            LoopSeat[] both = {carriers.seat(_ -> {}), carriers.seat(_ -> {})};
            carriers.seat(now -> {
                        for (LoopSeat seat : both) {
                            seat.timers().at(now + TimeUnit.MILLISECONDS.toNanos(50), 0, () -> meet(all, ended));
                        }
                    })
                    .wake();
            await(ended);
        }
        assertEquals(0, timedOut.get());
    }

    private void meet(CountDownLatch all, CountDownLatch ended) {
        all.countDown();
        await(all);
        ended.countDown();
    }

    @Test
    void whoWasCalledBesideOneInAHurryIsServedMeanwhile() {
        try (Carriers carriers = one()) {
            for (int i = 0; i < 5 && timedOut.get() == 0; i++) {
                CountDownLatch served = new CountDownLatch(1);
                CountDownLatch ended = new CountDownLatch(1);
                LoopSeat inHurry = carriers.seat(_ -> {
                    await(served);
                    ended.countDown();
                });
                LoopSeat other = carriers.seat(_ -> served.countDown());
                letSleep();
                inHurry.wakeNow();
                other.wake();
                await(ended);
            }
        }
        assertEquals(0, timedOut.get());
    }

    @Test
    void aTimerIsServedWhileTheTaskOfOneThatHasLeftTakesLong() {
        CountDownLatch rung = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        try (Carriers carriers = one()) {
            LoopSeat[] both = new LoopSeat[2];
            both[0] = carriers.seat(
                    now -> both[0].timers().at(now + TimeUnit.MILLISECONDS.toNanos(30), 0, rung::countDown));
            both[1] = carriers.seat(_ -> {
                both[1].leave();
                await(rung);
                ended.countDown();
            });
            both[0].wake();
            both[1].wake();
            await(ended);
        }
        assertEquals(0, timedOut.get());
    }

    /** Else no thread of the carrier would ever rest again. */
    @Test
    void anInterruptionThatATaskLeavesEndsWithIt() {
        CountDownLatch interrupted = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        AtomicBoolean left = new AtomicBoolean();
        try (Carriers carriers = one()) {
            carriers.seat(_ -> {
                        Thread.currentThread().interrupt();
                        interrupted.countDown();
                    })
                    .wake();
            await(interrupted);
            carriers.seat(_ -> {
                        left.set(Thread.currentThread().isInterrupted());
                        ended.countDown();
                    })
                    .wake();
            await(ended);
        }
        assertEquals(0, timedOut.get());
        assertFalse(left.get());
    }

    /** Meanwhile the carrier and the thread that stands by find nothing to do. */
    private static void letSleep() {
        rest(60_000);
    }
}
