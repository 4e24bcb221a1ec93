package dev.parley.pipeline.run;

import dev.parley.kernel.rune.Lane;
import dev.parley.pipeline.edge.Edge;
import dev.parley.pipeline.edge.Offered;
import dev.parley.pipeline.node.PipelineEvent;
import org.jspecify.annotations.Nullable;

/** An edge of a run, and the one event its producer holds while the edge keeps it back. */
final class EdgeSlot {
    final Edge<PipelineEvent> edge;
    final int from;
    final int to;
    private @Nullable PipelineEvent held;

    EdgeSlot(Edge<PipelineEvent> edge, int from, int to) {
        this.edge = edge;
        this.from = from;
        this.to = to;
    }

    boolean isHolding() {
        return held != null;
    }

    Offered offer(PipelineEvent event, long now) {
        if (held != null && event.lane() == Lane.DATA) {
            return Offered.DROPPED;
        }
        Offered offered = edge.offer(event, event.lane(), event.payload().bytes(), now);
        if (offered == Offered.BLOCKED) {
            held = event;
        }
        return offered;
    }

    /** Offers the held event again; true when the producer's hand is free afterwards. */
    boolean retry(long now) {
        PipelineEvent event = held;
        if (event == null) {
            return true;
        }
        held = null;
        return offer(event, now) != Offered.BLOCKED;
    }

    void flush(long now) {
        held = null;
        edge.flush(now);
    }
}
