package dev.parley.transport;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.transport.ServerSpec.OnJournalHalt;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A listener that has ended is found, and one that listens is not disturbed by looking at it. */
@Timeout(30)
class ServerWatchTest {
    private static final int LOOKS = 7;

    @Test
    void aListenerThatHasEndedEndsTheServer() throws IOException, InterruptedException {
        ServerSocket listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        InetSocketAddress at = new InetSocketAddress(listener.getInetAddress(), listener.getLocalPort());
        CountDownLatch looked = new CountDownLatch(LOOKS);
        ServerWatch.Parts parts =
                new ServerWatch.Parts(() -> "", OnJournalHalt.EXIT, () -> List.of(at), _ -> looked.countDown());
        try (listener;
                ServerWatch watch = ServerWatch.start(parts)) {
            looked.await();
            assertFalse(watch.failure().isDone(), "it listens");
            listener.close();
            String told = watch.failure().join();
            assertTrue(told.contains(":" + at.getPort() + ": its listener has ended"), told);
        }
    }

    @Test
    void aHaltedJournalEndsTheServerOnlyWhereItIsToldTo() throws InterruptedException {
        CountDownLatch looked = new CountDownLatch(LOOKS);
        ServerWatch.Parts stays =
                new ServerWatch.Parts(() -> "no space", OnJournalHalt.STAY, List::of, _ -> looked.countDown());
        ServerWatch.Parts ends = new ServerWatch.Parts(() -> "no space", OnJournalHalt.EXIT, List::of, _ -> {});
        try (ServerWatch staying = ServerWatch.start(stays);
                ServerWatch ending = ServerWatch.start(ends)) {
            assertTrue(ending.failure().join().contains("no space"));
            looked.await();
            assertFalse(staying.failure().isDone());
        }
    }

    @Test
    void anErrorWhileLookingEndsTheServer() {
        ServerWatch.Parts parts = new ServerWatch.Parts(() -> "", OnJournalHalt.EXIT, List::of, _ -> {
            throw new OutOfMemoryError("of a test");
        });
        try (ServerWatch watch = ServerWatch.start(parts)) {
            assertTrue(watch.failure().join().contains("no longer be looked after"));
        }
    }

    @Test
    void aLookThatFailsIsFollowedByAnother() throws InterruptedException {
        CountDownLatch looked = new CountDownLatch(LOOKS);
        ServerWatch.Parts parts = new ServerWatch.Parts(() -> "", OnJournalHalt.EXIT, List::of, _ -> {
            looked.countDown();
            throw new IllegalStateException("of a test");
        });
        try (ServerWatch watch = ServerWatch.start(parts)) {
            looked.await();
            assertFalse(watch.failure().isDone());
        }
    }
}
