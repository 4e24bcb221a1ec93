package dev.parley;

import dev.parley.kernel.port.TimeSource;
import dev.parley.session.media.Frame;
import dev.parley.session.media.FrameDoor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** A person's voice on its way into a conversation, from one thread at a time; the conversation itself tells where it sits. */
final class VoiceIn {
    /** The conversation wakes whoever waits for it; what it does not know of is looked at so often. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** A conversation that moves to another seat is there again soon, and wakes nobody. */
    private static final long MOVE_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** Nobody is held up for longer. Looks are counted and not time, so that a process that was stopped meanwhile loses nothing. */
    private static final int LOOKS_MAX = 20;

    private final TimeSource clock;
    private final BooleanSupplier over;
    private volatile @Nullable FrameDoor door;
    private long heard;
    private boolean losing;

    /** @param over whether the conversation is */
    VoiceIn(TimeSource clock, BooleanSupplier over) {
        this.clock = clock;
        this.over = over;
    }

    /** From now on frames enter here; nowhere while the conversation is not in memory. */
    void by(@Nullable FrameDoor newDoor) {
        door = newDoor;
    }

    boolean hear(byte[] pcm, int offset, Frame.Voiced voiced) {
        FrameDoor present = door;
        boolean taken = present != null && present.offer(heard, pcm, offset, voiced, clock.monotonicNanos());
        heard += taken ? 1 : 0;
        return taken;
    }

    /**
     * Holds the caller up until there is room, while the sound is wanted and the conversation goes on, and for two seconds at most.
     * Once a frame was waited for in vain the next ones are not, until one is taken: what else the client says comes behind them.
     */
    boolean hear(byte[] pcm, int offset, Frame.Voiced voiced, BooleanSupplier wanted) {
        boolean taken = hear(pcm, offset, voiced);
        for (int looks = 0; !taken && !losing && looks < LOOKS_MAX && mayWait(wanted); looks++) {
            await();
            taken = wanted.getAsBoolean() && hear(pcm, offset, voiced);
        }
        losing = !taken;
        return taken;
    }

    private boolean mayWait(BooleanSupplier wanted) {
        return !over.getAsBoolean() && !Thread.currentThread().isInterrupted() && wanted.getAsBoolean();
    }

    private void await() {
        FrameDoor present = door;
        if (present == null || present.isClosed()) {
            LockSupport.parkNanos(this, MOVE_NANOS);
        } else {
            present.awaitRoom(LOOK_NANOS);
        }
    }
}
