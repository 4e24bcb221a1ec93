package dev.parley.session.record;

import dev.parley.kernel.port.Timers.Timer;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Holds effects back until the runes that allow them are on disk (ruling X9). What only stops something never comes here.
 * The loop does not wait: the acknowledgement comes back to it as an event, and where the journal knows it at once the
 * effect leaves at once. A disk that takes too long closes the gate; what was held is then dropped, never released late.
 */
public final class EffectGate {
    /** How long an acknowledgement may take before the evidence counts as unavailable (ruling D3). */
    public static final long ANSWER_WITHIN_MS = 2_000;

    private final Journal journal;
    private final LoopClock clock;
    private final Deque<Held> held = new ArrayDeque<>();
    private Watcher watcher = new Watcher() {};
    private @Nullable Timer limit;
    private long awaited;
    private boolean late;

    /** Who has to stop when the record falls behind. */
    public interface Watcher {
        /** The disk has not answered in time: nothing may be said or done until it has. */
        default void recordIsLate() {}

        /** Whether this runtime still has the conversation, so that anything may leave (ruling D7). */
        default boolean mayAct() {
            return true;
        }

        /** The disk has answered after all. */
        default void recordIsBack() {}
    }

    /** @param fromMs since when it waits; nothing that is kept meanwhile gives it more time */
    private record Held(long eventId, Runnable effect, long fromMs) {}

    EffectGate(Journal journal, LoopClock clock) {
        this.journal = journal;
        this.clock = clock;
    }

    public void watch(Watcher newWatcher) {
        watcher = newWatcher;
    }

    /** Whether the record keeps up, so that something new may begin. */
    public boolean isOpen() {
        return !late;
    }

    /** Lets the effect leave when everything up to this event is durable. */
    void release(long eventId, Runnable effect) {
        if (journal.isDurable(eventId)) {
            kept(eventId);
            act(effect);
            return;
        }
        awaited = Math.max(awaited, eventId);
        if (!late) {
            held.add(new Held(eventId, effect, clock.nowMs()));
            arm();
        }
    }

    /** Everything up to this event is on disk. */
    public void kept(long eventId) {
        disarm();
        if (late && eventId >= awaited) {
            late = false;
            clock.causes().because(eventId);
            watcher.recordIsBack();
        }
        for (Held next = held.peek(); next != null && next.eventId <= eventId; next = held.peek()) {
            held.remove();
            act(next.effect);
        }
        arm();
    }

    private void act(Runnable effect) {
        if (watcher.mayAct()) {
            effect.run();
        }
    }

    private void arm() {
        Held oldest = held.peek();
        if (limit == null && oldest != null) {
            limit = clock.at(oldest.fromMs + ANSWER_WITHIN_MS, Rank.CANCEL, () -> {
                limit = null;
                late = true;
                held.clear();
                watcher.recordIsLate();
            });
        }
    }

    private void disarm() {
        if (limit != null) {
            limit.cancel();
            limit = null;
        }
    }
}
