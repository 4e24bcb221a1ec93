package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.helidon.common.buffers.DataReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections on which one request follows the other without a pause do not keep other virtual threads from running. */
@Timeout(120)
class EndlessRequestsTest {
    private static final int CLIENTS = 4 * Runtime.getRuntime().availableProcessors();
    private static final byte[] REQUESTS = "GET / HTTP/1.1\r\n\r\n".repeat(20).getBytes(StandardCharsets.US_ASCII);

    private final AtomicBoolean over = new AtomicBoolean();

    private void read() {
        RequestReader reader = new RequestReader(new DataReader(REQUESTS::clone));
        while (!over.get()) {
            reader.readLine();
            reader.readLine();
            reader.begin(false);
        }
    }

    @Test
    void otherVirtualThreadsRunMeanwhile() throws Exception {
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            clients.add(Thread.ofVirtual().start(this::read));
        }
        CountDownLatch ran = new CountDownLatch(1);
        Thread.ofVirtual().start(ran::countDown);
        boolean hasRun = ran.await(30, TimeUnit.SECONDS);
        over.set(true);
        for (Thread client : clients) {
            client.join();
        }
        assertTrue(hasRun, "a virtual thread has not run while " + CLIENTS + " connections were read");
    }
}
