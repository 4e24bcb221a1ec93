package held.core;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SystemTime;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.RandomSource;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.Runelog;
import dev.parley.runelog.RunelogSettings;
import dev.parley.runelog.append.Receipt;
import dev.parley.kernel.event.WriteClass;
import dev.parley.runelog.disk.MemoryDisk;
import held.HookedDisk;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** What goes wrong around a commit: a callback is not the disk, and nobody waits for a loop that has died. */
class CommitTest {
    private final AtomicBoolean outOfMemory = new AtomicBoolean();

    private static RuneDraft draft(String conversation, long n) {
        return RuneDraft.of(conversation, "test.counted", Json.Obj.EMPTY.with("n", n));
    }

    @Test
    void aReaderThatThrowsHaltsNobody() throws Exception {
        RunelogSettings settings = RunelogSettings.inline(new SystemTime(), RandomSource.seeded(1));
        try (Runelog log = Runelog.open(new MemoryDisk(), settings)) {
            log.tail("a", 0, Visibility.SECRET, _ -> {
                throw new RejectedExecutionException("the pool is closed");
            });
            log.append(draft("a", 1), WriteClass.IRREVERSIBLE);
            assertFalse(log.isHalted(), "a reader throws, and nothing is written any more");
        }
    }

    @Test
    void whoeverWaitsIsToldOfAnErrorOnTheWayToTheDisk() throws Exception {
        Receipt receipt = failed();
        boolean told = true;
        try {
            receipt.durable().toCompletableFuture().get(8, TimeUnit.SECONDS);
        } catch (TimeoutException silence) {
            told = false;
        } catch (ExecutionException halted) {
            // Told, which is what ought to be.
        }
        assertTrue(told, "after 8 s nobody has said that it will never be on disk");
    }

    @Test
    void anErrorOnTheWayToTheDiskHaltsTheJournal() throws Exception {
        failed();
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(8);
        while (!log.isHalted() && System.nanoTime() < until) {
            Thread.sleep(20);
        }
        assertTrue(log.isHalted(), "the thread that writes is gone, and the journal still takes what comes");
    }

    private Runelog log;

    /** Something that was appended when the disk ran out of memory; the log is left open, closing it would wait too. */
    private Receipt failed() throws Exception {
        log = Runelog.open(
                HookedDisk.around(new MemoryDisk(), this::beforeIt),
                RunelogSettings.standard(new SystemTime(), RandomSource.seeded(1)));
        outOfMemory.set(true);
        return log.append(draft("a", 1), WriteClass.IRREVERSIBLE);
    }

    private void beforeIt(String what) {
        if (what.equals("write") && outOfMemory.get()) {
            throw new OutOfMemoryError("Cannot reserve direct buffer memory");
        }
    }
}
