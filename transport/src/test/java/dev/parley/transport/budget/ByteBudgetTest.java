package dev.parley.transport.budget;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bytes are counted for a key, an address and all, and nothing stays counted for a client that has gone. */
@Timeout(30)
class ByteBudgetTest {
    private static final long MIB = 1 << 20;
    private static final BudgetSpec SPEC = new BudgetSpec(8 * MIB, 2 * MIB, 4 * MIB, 3, 30);

    private final ByteBudget budget = new ByteBudget(SPEC);

    @Test
    void refusesAKeyBeyondItsBytesAndLeavesOthersAlone() throws OverBudget {
        ByteBudget.Share greedy = budget.request("a", "here");
        ByteBudget.Share other = budget.request("b", "there");
        greedy.take(2 * MIB);
        OverBudget refused = assertThrows(OverBudget.class, () -> greedy.take(1));
        assertTrue(refused.detail().contains("this key"), refused.detail());
        other.take(2 * MIB);
        greedy.release(MIB);
        greedy.take(MIB);
        assertEquals(4 * MIB, budget.takenBytes());
    }

    @Test
    void refusesAnAddressAndThenTheServerBeyondTheirBytes() throws OverBudget {
        budget.request("a", "here").take(2 * MIB);
        budget.request("b", "here").take(2 * MIB);
        ByteBudget.Share third = budget.request("c", "here");
        assertTrue(assertThrows(OverBudget.class, () -> third.take(1)).detail().contains("this address"));
        budget.request("c", "there").take(2 * MIB);
        budget.request("d", "there").take(2 * MIB);
        ByteBudget.Share last = budget.request("e", "elsewhere");
        assertTrue(assertThrows(OverBudget.class, () -> last.take(1)).detail().contains("the server"));
        assertEquals(8 * MIB, budget.takenBytes());
    }

    @Test
    void refusesOneSocketOfAKeyTooManyUntilAnotherCloses() throws OverBudget {
        List<ByteBudget.Share> open = new ArrayList<>();
        for (int i = 0; i < SPEC.keySockets(); i++) {
            open.add(budget.socket("a", "here"));
        }
        assertThrows(OverBudget.class, () -> budget.socket("a", "here"));
        open.getFirst().close();
        budget.socket("a", "here").close();
    }

    @Test
    void countsNothingOnceThousandsOfSharesHaveClosed() throws InterruptedException {
        AtomicLong taken = new AtomicLong();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Random random = new Random(i);
            threads.add(Thread.ofPlatform().start(() -> {
                for (int round = 0; round < 5_000; round++) {
                    useOnce(random, taken);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertTrue(taken.get() > 0);
        assertEquals(0, budget.takenBytes());
        assertEquals(0, budget.owners());
    }

    /** Two threads use one share, and it is closed in the middle of that. */
    @SuppressWarnings("try") // Closing in the middle of the use is what is tested.
    private void useOnce(Random random, AtomicLong taken) {
        String key = "key" + random.nextInt(5);
        try (ByteBudget.Share share = random.nextBoolean()
                ? budget.socket(key, "here")
                : budget.request(key, "address" + random.nextInt(9))) {
            long bytes = random.nextInt(200_000);
            share.take(bytes);
            taken.addAndGet(bytes);
            if (random.nextBoolean()) {
                share.close();
            }
            share.release(bytes);
            share.take(bytes / 2);
        } catch (OverBudget e) {
            assertTrue(budget.refusals() > 0);
        }
    }

    @Test
    void waitsForOthersToFinishTheirWork() throws OverBudget, InterruptedException {
        ByteBudget.Share first = budget.request("a", "here");
        first.take(2 * MIB);
        Thread second = Thread.ofPlatform().start(() -> {
            try (ByteBudget.Share share = budget.request("a", "here")) {
                share.takeWithin(2 * MIB, 20_000);
            } catch (OverBudget e) {
                throw new IllegalStateException(e);
            }
        });
        while (second.getState() != Thread.State.TIMED_WAITING) {
            Thread.onSpinWait();
        }
        first.close();
        second.join();
        assertEquals(0, budget.refusals());
        assertThrows(OverBudget.class, () -> budget.request("a", "here").takeWithin(3 * MIB, 20_000));
    }

    @Test
    void countsManySmallValuesAsWhatTheyTakeInMemory() {
        byte[] values = ("[" + "1,".repeat(10_000) + "1]").getBytes(StandardCharsets.US_ASCII);
        byte[] text = ("[\"" + "11".repeat(10_000) + "\"]").getBytes(StandardCharsets.US_ASCII);
        assertTrue(ByteBudget.decoding(values) > 8 * ByteBudget.decoding(text));
    }

    @Test
    void lowersConnectionsToWhatFilesAndHeapAllow() throws IOException {
        long heap = 2L << 30;
        assertEquals(new ConnectionLimit(20_000, ""), ConnectionLimit.of(20_000, 16_384, 65_536, 100, heap));
        ConnectionLimit few = ConnectionLimit.of(20_000, 16_384, 1_024, 100, heap);
        assertEquals(1_024 - 100 - 128, few.connections());
        assertTrue(few.lowered().contains("ulimit -n"), few.lowered());
        ConnectionLimit small = ConnectionLimit.of(20_000, 16_384, 65_536, 100, 256 << 20);
        assertEquals(4_096, small.connections());
        assertTrue(small.lowered().contains("-Xmx"), small.lowered());
        assertThrows(IOException.class, () -> ConnectionLimit.of(20_000, 16_384, 160, 100, heap));
    }
}
