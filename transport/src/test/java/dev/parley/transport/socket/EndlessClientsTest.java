package dev.parley.transport.socket;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.transport.budget.BudgetSpec;
import dev.parley.transport.budget.ByteBudget;
import io.helidon.common.buffers.DataReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Clients that always have more to be read do not keep other virtual threads from running, however many they are. */
@Timeout(120)
class EndlessClientsTest {
    private static final int CLIENTS = 4 * Runtime.getRuntime().availableProcessors();
    private static final int OTHERS = 20;

    /** A masked text of five characters. */
    private static final byte[] MESSAGE = {(byte) 0x81, (byte) 0x85, 0, 0, 0, 0, 'h', 'e', 'l', 'l', 'o'};

    private final AtomicBoolean over = new AtomicBoolean();
    private final ByteBudget.Share share = new ByteBudget(BudgetSpec.DEFAULT).request("key", "address");

    private void read() {
        FrameReader frames = new FrameReader(new DataReader(MESSAGE::clone), 1 << 20, share);
        try {
            while (!over.get()) {
                assertTrue(frames.next().payload().length == "hello".getBytes(StandardCharsets.UTF_8).length);
                frames.release();
            }
        } catch (BadFrame e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void otherVirtualThreadsRunMeanwhile() throws Exception {
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(Thread.ofVirtual().start(this::read));
        }
        boolean allRan = true;
        for (int i = 0; i < OTHERS; i++) {
            CountDownLatch ran = new CountDownLatch(1);
            Thread.ofVirtual().start(ran::countDown);
            allRan &= ran.await(30, TimeUnit.SECONDS);
            if (!allRan) {
                break;
            }
        }
        over.set(true);
        for (Thread client : clients) {
            client.join();
        }
        assertTrue(allRan, "a virtual thread has not run while " + CLIENTS + " clients were read");
    }
}
