package dev.parley.bench.runelog;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/** Many threads that each do one thing after another until the time is over. */
final class Callers {
    /** One durable write by the caller of this number. */
    interface Write {
        void once(int caller, int round) throws Exception;
    }

    private Callers() {}

    /** Writes per second of this many callers. */
    static double perSecond(int callers, long millis, Write write) throws InterruptedException {
        AtomicBoolean isOver = new AtomicBoolean();
        LongAdder done = new LongAdder();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            int caller = i;
            threads.add(Thread.ofPlatform().start(() -> run(caller, write, isOver, done)));
        }
        long start = System.nanoTime();
        long before = done.sum();
        Thread.sleep(millis);
        double rate = (done.sum() - before) * 1e9 / (System.nanoTime() - start);
        isOver.set(true);
        for (Thread thread : threads) {
            thread.join();
        }
        return rate;
    }

    private static void run(int caller, Write write, AtomicBoolean isOver, LongAdder done) {
        for (int round = 0; !isOver.get(); round++) {
            try {
                write.once(caller, round);
            } catch (Exception failed) {
                throw new IllegalStateException("A bench's write failed.", failed);
            }
            done.increment();
        }
    }
}
