package dev.parley.session.listen;

import dev.parley.kernel.port.Timers.Timer;
import dev.parley.kernel.rune.Lane;
import dev.parley.pipeline.edge.BufferSpec;
import dev.parley.pipeline.edge.Edge;
import dev.parley.pipeline.edge.Offered;
import dev.parley.session.record.EdgeReporter;
import dev.parley.session.time.LoopClock;
import dev.parley.session.time.Rank;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The edge {@code llm_in}: words that are understood wait here until their turn opens and takes them all. Words that the
 * edge keeps back stay with whoever understood them, for as long as the edge lets them, and still belong to the turn.
 */
final class WaitingWords {
    private static final String EDGE = "llm_in";
    /** So many sentences are kept back; the oldest of more is not answered. */
    private static final int KEPT_BACK_MAX = 32;

    private static final long NANOS_PER_MILLI = 1_000_000;

    private final Edge<Said> edge;
    private final LoopClock clock;
    private final EdgeReporter reporter;
    private final Deque<Said> keptBack = new ArrayDeque<>();
    private @Nullable Timer again;

    WaitingWords(BufferSpec buffer, LoopClock clock, EdgeReporter reporter) {
        this.edge = new Edge<>(EDGE, buffer, Said::together);
        this.clock = clock;
        this.reporter = reporter;
    }

    void add(Said said) {
        if (keptBack.size() == KEPT_BACK_MAX) {
            keptBack.remove();
            reporter.overflowed(EDGE);
        }
        keptBack.add(said);
        offer();
    }

    private void offer() {
        Said next = keptBack.peek();
        while (next != null && edge.offer(next, Lane.DATA, bytes(next), nowNanos()) != Offered.BLOCKED) {
            keptBack.remove();
            next = keptBack.peek();
        }
        reporter.tell(edge, 0);
        if (again != null) {
            again.cancel();
            again = null;
        }
        if (next != null) {
            again = clock.at(Math.ceilDiv(edge.blockedUntilNanos(), NANOS_PER_MILLI), Rank.TIMER, this::offer);
        }
    }

    private static int bytes(Said said) {
        return 2 * said.text().length();
    }

    private long nowNanos() {
        return clock.nowMs() * NANOS_PER_MILLI;
    }

    boolean isEmpty() {
        return keptBack.isEmpty() && edge.isEmpty();
    }

    /** All of them, oldest first. */
    List<Said> all() {
        List<Said> all = new ArrayList<>(edge.queuedData());
        all.addAll(keptBack);
        return all;
    }

    List<Said> take() {
        List<Said> taken = new ArrayList<>();
        while (!isEmpty()) {
            for (Said said = edge.pollData(nowNanos()); said != null; said = edge.pollData(nowNanos())) {
                taken.add(said);
            }
            offer();
        }
        reporter.tell(edge, 0);
        return taken;
    }
}
