package dev.parley.pipeline.loop;

import dev.parley.kernel.port.TimeSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;

/** A few carriers for all conversations of a process. */
public final class Carriers implements AutoCloseable {
    private final List<CarrierLoop> loops = new ArrayList<>();

    /** Starts this many carriers. A task that throws loses its seat, and the fault is handed over. */
    public Carriers(int count, TimeSource time, BiConsumer<LoopSeat, RuntimeException> onFault) {
        for (int i = 0; i < count; i++) {
            loops.add(new CarrierLoop("parley-carrier-" + i, time, onFault));
        }
        loops.forEach(CarrierLoop::start);
    }

    /** Gives a conversation a seat on the carrier that has the fewest. */
    public LoopSeat seat(LoopTask task) {
        CarrierLoop emptiest =
                loops.stream().min(Comparator.comparingInt(CarrierLoop::seats)).orElseThrow();
        return emptiest.seat(task);
    }

    public int seats() {
        return loops.stream().mapToInt(CarrierLoop::seats).sum();
    }

    @Override
    public void close() {
        for (CarrierLoop loop : loops) {
            try {
                loop.close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }
}
