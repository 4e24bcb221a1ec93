package dev.parley.session.speak;

import dev.parley.kernel.port.Timers.Timer;
import dev.parley.kernel.rune.Lane;
import dev.parley.pipeline.edge.Edge;
import dev.parley.pipeline.edge.Offered;
import dev.parley.session.record.EdgeReporter;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import org.jspecify.annotations.Nullable;

/**
 * The edge {@code tts_out}: the voice offers a reply's audio in items of 20 ms, the player takes one as it begins to
 * play it. What the edge keeps back stays with the voice and follows as room appears; the time that an item waits while
 * playback itself stands still is not the edge's and does not count against its block time.
 */
public final class EdgeOutput implements Output {
    public static final int ITEM_MS = 20;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Edge<Long> edge;
    private final boolean pulled;
    private final LoopClock clock;
    private final EdgeReporter reporter;
    private long withVoiceMs;
    /** Items that the voice will never get rid of, because they would have to wait too long. */
    private long doomedItems;

    private long takenMs;
    private long playedMs;
    private long startedAtMs;
    private @Nullable Timer next;

    /**
     * @param pulled whether the voice hands over only what the player is about to need, so that the edge never comes
     *     under pressure; otherwise it offers everything at once
     */
    public EdgeOutput(Edge<Long> edge, boolean pulled, LoopClock clock, EdgeReporter reporter) {
        this.edge = edge;
        this.pulled = pulled;
        this.clock = clock;
        this.reporter = reporter;
    }

    @Override
    public long admit(long turn, long audioMs, String text) {
        withVoiceMs = audioMs;
        doomedItems = 0;
        takenMs = 0;
        playedMs = 0;
        if (pulled) {
            return audioMs;
        }
        long before = edge.dropped(Lane.DATA);
        offer();
        doom();
        tell(turn);
        long items = items(audioMs) - (edge.dropped(Lane.DATA) - before) - doomedItems;
        return Math.min(audioMs, items * ITEM_MS);
    }

    /** All audio was offered now, and room appears with every item that is played: what would wait too long is doomed. */
    private void doom() {
        long inTime = edge.spec().maxBlockMs() / ITEM_MS + 1;
        doomedItems = Math.max(0, items(withVoiceMs) - inTime);
        if (doomedItems > 0) {
            withVoiceMs = inTime * ITEM_MS;
        }
    }

    private static long items(long audioMs) {
        return (audioMs + ITEM_MS - 1) / ITEM_MS;
    }

    private void offer() {
        while (withVoiceMs > 0) {
            long item = Math.min(ITEM_MS, withVoiceMs);
            if (edge.offer(item, Lane.DATA, 1, clock.nowMs() * NANOS_PER_MILLI) == Offered.BLOCKED) {
                return;
            }
            withVoiceMs -= item;
        }
    }

    @Override
    public void started(long turn) {
        startedAtMs = clock.nowMs();
        take(turn);
    }

    /** Takes what plays now, lets the voice follow, and comes back for the next item while there is pressure. */
    private void take(long turn) {
        long position = playedMs + clock.nowMs() - startedAtMs;
        takeUntil(position + 1);
        if (pulled) {
            return;
        }
        offer();
        long patienceMs = doomedItems == 0 ? Long.MAX_VALUE : edge.spec().maxBlockMs() - position;
        if (patienceMs <= 0) {
            edge.giveUp(doomedItems);
            doomedItems = 0;
        }
        tell(turn);
        if (edge.isPressured() || withVoiceMs > 0 || doomedItems > 0) {
            long untilMs = patienceMs > 0 ? Math.min(patienceMs, takenMs - position) : takenMs - position;
            next = clock.after(Math.max(1, untilMs), Rank.TIMER, () -> take(turn));
        }
    }

    private void takeUntil(long positionMs) {
        while (takenMs < positionMs) {
            Long item = pulled ? pull() : edge.poll(Lane.DATA, clock.nowMs() * NANOS_PER_MILLI);
            if (item == null) {
                return;
            }
            takenMs += item;
        }
    }

    /** Hands one item from the voice through the edge to the player. */
    private @Nullable Long pull() {
        if (withVoiceMs == 0) {
            return null;
        }
        long now = clock.nowMs() * NANOS_PER_MILLI;
        long item = Math.min(ITEM_MS, withVoiceMs);
        withVoiceMs -= item;
        edge.offer(item, Lane.DATA, 1, now);
        return edge.poll(Lane.DATA, now);
    }

    @Override
    public void stopped(long turn, long nowPlayedMs) {
        disarm();
        playedMs = nowPlayedMs;
        takeUntil(nowPlayedMs);
        tell(turn);
    }

    @Override
    public void flush(long turn) {
        withVoiceMs = 0;
        doomedItems = 0;
        edge.flush(clock.nowMs() * NANOS_PER_MILLI);
        tell(turn);
    }

    @Override
    public void silence() {
        disarm();
        withVoiceMs = 0;
        doomedItems = 0;
        edge.flush(clock.nowMs() * NANOS_PER_MILLI);
        edge.drainSignals();
    }

    private void disarm() {
        if (next != null) {
            next.cancel();
            next = null;
        }
    }

    private void tell(long turn) {
        reporter.tell(edge, turn);
    }
}
