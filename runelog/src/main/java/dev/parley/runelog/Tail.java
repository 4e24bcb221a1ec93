package dev.parley.runelog;

import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.Visibility;
import dev.parley.runelog.journal.ConversationLog;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A live tail: everything after a cursor, then whatever becomes durable, without polling.
 *
 * <p>It keeps no queue. It remembers a cursor and reads from the log when it is asked, so a slow reader costs nothing but
 * its own lag; one that lags too far is told so once by a {@code system.lagging} rune. Gaps are found before visibility
 * is looked at, and a rune that this reader may not see still moves the cursor (ruling E3). Used by one thread; closing
 * may come from any.
 */
public final class Tail implements AutoCloseable {
    private final ConversationLog log;
    private final RuneReader reader;
    private final Visibility ceiling;
    private final long lagMax;
    private final Semaphore news = new Semaphore(0);
    private final Runnable watcher;
    private volatile boolean isClosed;
    private boolean isLagTold;
    private long cursor;

    Tail(ConversationLog log, RuneReader reader, Visibility ceiling, long lagMax, Consumer<? super Tail> onNews) {
        this.log = log;
        this.reader = reader;
        this.ceiling = ceiling;
        this.lagMax = lagMax;
        this.cursor = reader.cursor();
        this.watcher = () -> {
            news.release();
            onNews.accept(this);
        };
        log.watch(watcher);
    }

    /** The newest event id that was looked at for this reader, seen or filtered: resume from here. */
    public long cursor() {
        return cursor;
    }

    /** The next rune this reader may see, or null when there is none yet. */
    public @Nullable Rune poll() {
        Rune lag = lagging();
        if (lag != null) {
            return lag;
        }
        Rune rune = reader.poll();
        while (rune != null && !ceiling.admits(rune.visibility())) {
            cursor = reader.cursor();
            rune = reader.poll();
        }
        cursor = reader.cursor();
        return rune;
    }

    /** Waits for the next rune this reader may see; null once the tail is closed. */
    public @Nullable Rune take() throws InterruptedException {
        while (!isClosed) {
            news.drainPermits();
            Rune rune = poll();
            if (rune != null) {
                return rune;
            }
            news.acquire();
        }
        return null;
    }

    private @Nullable Rune lagging() {
        long behind = log.durable() - reader.cursor();
        if (behind <= lagMax / 2) {
            isLagTold = false;
        }
        if (behind <= lagMax || isLagTold) {
            return null;
        }
        isLagTold = true;
        return Gaps.lagging(log.name(), reader.cursor(), behind);
    }

    @Override
    public void close() {
        isClosed = true;
        log.unwatch(watcher);
        news.release();
        reader.close();
    }
}
