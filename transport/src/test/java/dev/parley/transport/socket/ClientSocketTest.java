package dev.parley.transport.socket;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.session.media.Frame;
import dev.parley.transport.budget.BudgetSpec;
import dev.parley.transport.budget.ByteBudget;
import io.helidon.common.buffers.BufferData;
import io.helidon.common.buffers.DataWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Speech on its way out: how much waits, what a flush takes back, what counts as sent. */
@Timeout(30)
class ClientSocketTest {
    /** Everything that was written, as the text of its payload. */
    private final BlockingQueue<String> written = new LinkedBlockingQueue<>();

    private final Semaphore mayWrite = new Semaphore(0);
    private final CountDownLatch givenUp = new CountDownLatch(1);
    private final BlockingQueue<String> noticed = new LinkedBlockingQueue<>();
    private final ClientSocket socket = socket(60_000, System::nanoTime);
    private Thread writer;

    /** Takes a frame each time that it may. */
    private final class Line implements DataWriter {
        @Override
        public void write(BufferData... buffers) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void write(BufferData buffer) {
            writeNow(buffer);
        }

        @Override
        public void writeNow(BufferData... buffers) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void writeNow(BufferData buffer) {
            byte[] frame = buffer.readBytes();
            try {
                mayWrite.acquire();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            written.add(new String(frame, 2, frame.length - 2, StandardCharsets.ISO_8859_1));
        }
    }

    /** Stands still until the test lets time pass. */
    private static final class Clock implements LongSupplier {
        private final AtomicLong nanos = new AtomicLong();
        private volatile long read;

        @Override
        public long getAsLong() {
            long now = nanos.get();
            read = now;
            return now;
        }
    }

    private ClientSocket socket(long pingMs, LongSupplier nanoTime) {
        SocketLimits limits = new SocketLimits(1 << 20, 1 << 20, 1_000, pingMs);
        return new ClientSocket(
                new Line(),
                limits,
                new ByteBudget(BudgetSpec.DEFAULT).request("key", "address"),
                givenUp::countDown,
                new ClientSocket.Watch() {
                    @Override
                    public void stalled(long forMs) {
                        noticed.add("stalled " + forMs);
                    }

                    @Override
                    public void flowed() {
                        noticed.add("flowed");
                    }
                },
                nanoTime);
    }

    @Test
    void whoLeavesAPingUnansweredStallsOnceAndFlowsOnceWhenHeardAgain() throws InterruptedException {
        mayWrite.release(1_000);
        Clock clock = new Clock();
        ClientSocket asked = socket(100, clock);
        Thread asking = Thread.ofVirtual().start(asked::write);
        pass(100, clock, asking);
        assertEquals("", written.take(), "a ping");
        pass(49, clock, asking);
        assertNull(noticed.poll());
        pass(1, clock, asking);
        assertEquals("stalled 50", noticed.take());
        asked.heard();
        assertEquals("flowed", noticed.take());
        asked.heard();
        pass(50, clock, asking);
        assertEquals("", written.take(), "another ping");
        pass(50, clock, asking);
        assertEquals("stalled 50", noticed.take());
        pass(50, clock, asking);
        assertEquals("", written.take(), "it was heard less than twice that time ago");
        pass(50, clock, asking);
        assertEquals(1, givenUp.getCount());
        pass(50, clock, asking);
        givenUp.await();
        asking.join();
        assertNull(noticed.poll());
    }

    /** Time passes once the writer waits for it, and the writer has seen that. */
    private static void pass(long ms, Clock clock, Thread writer) {
        while (writer.getState() != Thread.State.TIMED_WAITING) {
            assertTrue(writer.isAlive());
            Thread.onSpinWait();
        }
        long now = clock.nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(ms));
        LockSupport.unpark(writer);
        while (clock.read < now) {
            assertTrue(writer.isAlive());
            Thread.onSpinWait();
        }
    }

    @BeforeEach
    void start() {
        writer = Thread.ofVirtual().start(socket::write);
    }

    @AfterEach
    void stop() throws InterruptedException {
        mayWrite.release(1_000);
        socket.close(CloseCode.NORMAL, "");
        writer.join();
    }

    private boolean speak(String sound) {
        SoundMeter.Room room = socket.room();
        if (room != null) {
            socket.sound(room, sound.getBytes(StandardCharsets.UTF_8));
        }
        return room != null;
    }

    private String next() throws InterruptedException {
        mayWrite.release();
        return Objects.requireNonNull(written.poll(20, TimeUnit.SECONDS));
    }

    /** The writer has taken up everything that came before this. */
    private void awaitBegun(long ms) {
        while (socket.soundBegunMs() < ms) {
            Thread.onSpinWait();
        }
    }

    @Test
    void noMoreThanTwoHundredMillisecondsWait() throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            assertTrue(speak("s" + i));
        }
        assertNull(socket.room(), "no room for more");
        assertEquals(0, socket.soundMs(), "nothing was written");
        assertEquals("s0", next());
        while (socket.soundMs() < Frame.MS) {
            Thread.onSpinWait();
        }
        assertTrue(speak("s10"));
        assertNull(socket.room());
    }

    @Test
    void aFlushDropsWhatWaitsAndIsToldFirst() throws InterruptedException {
        for (int i = 0; i < 10; i++) {
            speak("s" + i);
        }
        awaitBegun(Frame.MS);
        socket.send("text");
        socket.flush(() -> List.of("flush"));
        assertEquals("s0", next(), "what is being written cannot be taken back");
        assertEquals("flush", next(), "before everything else");
        assertEquals("text", next(), "after nothing of what waited");
        assertEquals(0, socket.soundMs(), "what was cut while it was being written does not count");
        assertTrue(speak("new"));
        assertEquals("new", next());
    }

    @Test
    void whatBelongsToTheSpeechIsInItsPlaceAndDroppedWithIt() throws InterruptedException {
        speak("s0");
        socket.afterSound(() -> List.of("spoken"));
        assertEquals("s0", next());
        assertEquals("spoken", next());
        speak("s1");
        awaitBegun(2 * Frame.MS);
        socket.afterSound(() -> List.of("spoken"));
        socket.flush(List::of);
        socket.send("last");
        assertEquals("s1", next());
        assertEquals("last", next());
    }

    @Test
    void whatIsNoSpeechLeavesTogetherAndInOrder() throws InterruptedException {
        socket.send("held up");
        awaitWriting();
        for (int i = 0; i < 3; i++) {
            socket.send("e" + i);
        }
        speak("s0");
        socket.send("e3");
        assertEquals("held up", next());
        assertEquals("e0\u0081\u0002e1\u0081\u0002e2", next());
        assertEquals("s0", next());
        assertEquals("e3", next());
    }

    /** The writer holds something that it may not write yet. */
    private void awaitWriting() {
        while (!mayWrite.hasQueuedThreads()) {
            Thread.onSpinWait();
        }
    }

    @Test
    void roomThatIsGivenBackCountsForNothing() {
        for (int i = 0; i < 10; i++) {
            Objects.requireNonNull(socket.room()).giveBack();
        }
        assertTrue(speak("s0"));
        assertEquals(0, socket.soundMs());
    }

    @Test
    void aClosedSocketTakesNothing() {
        socket.close(CloseCode.NORMAL, "");
        assertNull(socket.room());
    }

    private Thread waitingFor(long bytes, CountDownLatch goesOn) {
        return Thread.ofVirtual().start(() -> {
            try {
                socket.awaitQueued(bytes);
                goesOn.countDown();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    @Test
    void whoWaitsForLessToBeQueuedGoesOnWhenItIsWritten() throws InterruptedException {
        assertTrue(socket.send("one"));
        CountDownLatch goesOn = new CountDownLatch(1);
        Thread waiting = waitingFor(0, goesOn);
        assertEquals("one", next());
        goesOn.await();
        waiting.join();
        assertEquals(0, socket.queuedBytes());
    }

    @Test
    void whoWaitsForLessToBeQueuedGoesOnWhenTheSocketCloses() throws InterruptedException {
        assertTrue(socket.send("one"));
        CountDownLatch goesOn = new CountDownLatch(1);
        Thread waiting = waitingFor(0, goesOn);
        socket.close(CloseCode.NORMAL, "");
        goesOn.await();
        waiting.join();
    }
}
