package dev.parley.session.media;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A writer that waits for room is woken by whoever makes some, or shuts the door; it never has to look by itself. */
@Timeout(60)
class FrameDoorTest {
    private static final long FOR_EVER = TimeUnit.DAYS.toNanos(1);
    private static final Duration SOON = Duration.ofSeconds(20);
    private static final byte[] SOUND = new byte[Frame.BYTES];
    private static final int MANY = 200_000;

    private final FramePool pool = new FramePool();

    private static FrameDoor full() {
        FrameDoor door = new FrameDoor(() -> {});
        for (long sequence = 0; door.offer(sequence, SOUND, 0, 0); sequence++) {}
        return door;
    }

    private static Thread waiting(FrameDoor door) {
        Thread writer = Thread.ofVirtual().start(() -> door.awaitRoom(FOR_EVER));
        while (writer.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        return writer;
    }

    @Test
    void whoeverWaitsForRoomGoesOnWhenSomeIsMade() throws InterruptedException {
        FrameDoor door = full();
        Thread writer = waiting(door);
        assertNotNull(door.take(pool));
        door.tellRoom();
        assertTrue(writer.join(SOON));
        assertTrue(door.offer(0, SOUND, 0, 0), "there is room");
    }

    @Test
    void whoeverWaitsForRoomGoesOnWhenTheDoorIsShut() throws InterruptedException {
        FrameDoor door = full();
        Thread writer = waiting(door);
        door.close();
        assertTrue(writer.join(SOON));
        door.awaitRoom(FOR_EVER);
        assertFalse(door.offer(0, SOUND, 0, 0), "and nobody waits for it any more");
    }

    @Test
    void whereThereIsRoomNobodyWaits() {
        FrameDoor door = new FrameDoor(() -> {});
        door.awaitRoom(FOR_EVER);
        assertTrue(door.isEmpty());
    }

    @Test
    void noWakeUpIsLostHoweverTheTwoMeet() throws InterruptedException {
        Semaphore calls = new Semaphore(0);
        FrameDoor door = new FrameDoor(calls::release);
        Thread writer = Thread.ofVirtual().start(() -> {
            for (long sequence = 0; sequence < MANY; ) {
                if (door.offer(sequence, SOUND, 0, 0)) {
                    sequence++;
                } else {
                    door.awaitRoom(FOR_EVER);
                }
            }
        });
        for (long sequence = 0; sequence < MANY; ) {
            calls.acquire();
            calls.drainPermits();
            for (Frame frame = door.take(pool); frame != null; frame = door.take(pool)) {
                assertEquals(sequence++, frame.sequence);
                pool.give(frame);
            }
            door.tellRoom();
        }
        assertTrue(writer.join(SOON));
    }
}
