package dev.parley.pipeline.loop;

import dev.parley.kernel.port.TimeSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;

/** A few carriers for all conversations of a process. */
public final class Carriers implements Seating, AutoCloseable {
    /** Beyond this load a frame that comes at a bad moment waits for more than one stride. */
    private static final int LOAD_PERMILLE_MAX = 850;

    /** So few conversations cannot fill a carrier: if it seems busy, the machine is, and refusing them would help nobody. */
    static final int ALWAYS_SEATED = 32;

    private final List<CarrierLoop> loops = new ArrayList<>();

    /** Starts this many carriers. A task that throws loses its seat, and the fault is handed over. */
    public Carriers(int count, TimeSource time, BiConsumer<LoopSeat, Throwable> onFault) {
        this(count, time, new LoopListener() {
            @Override
            public void failed(LoopSeat seat, Throwable fault) {
                onFault.accept(seat, fault);
            }
        });
    }

    /** The same for whoever hears more than faults. */
    public Carriers(int count, TimeSource time, LoopListener listener) {
        for (int i = 0; i < count; i++) {
            loops.add(new CarrierLoop("parley-carrier-" + i, time, listener));
        }
        loops.forEach(CarrierLoop::start);
    }

    /** Whether a conversation may begin now, or the carriers have enough to do with those they have. */
    @Override
    public Admission admission() {
        CarrierLoop emptiest = emptiest();
        int load = emptiest.loadPermille();
        if (load <= LOAD_PERMILLE_MAX || emptiest.seats() < ALWAYS_SEATED) {
            return new Admission.Admitted();
        }
        return new Admission.Refused(
                "runtime.overload",
                "the carrier works " + load + " of 1000 parts of its time, more than " + LOAD_PERMILLE_MAX);
    }

    /** Gives a conversation that was admitted, here or before it came here, a seat on the carrier that has the fewest. */
    @Override
    public LoopSeat seat(LoopTask task) {
        return emptiest().seat(task);
    }

    private CarrierLoop emptiest() {
        return loops.stream().min(Comparator.comparingInt(CarrierLoop::seats)).orElseThrow();
    }

    /** How busy the carriers are on average, in thousandths. */
    public int loadPermille() {
        return loops.stream().mapToInt(CarrierLoop::loadPermille).sum() / loops.size();
    }

    /** How long the tasks of each carrier took. */
    public List<LoopTimes> times() {
        return loops.stream().map(CarrierLoop::times).toList();
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
