package dev.parley.pipeline.run;

import dev.parley.kernel.rune.Lane;
import dev.parley.pipeline.node.PipelineEvent;
import dev.parley.pipeline.spec.NodeSpec.Rule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The edges that meet at a node, and which of them is next. The edges stand in the order that the rule asks for. */
final class InPort {
    private final Rule rule;
    private final EdgeSlot[] edges;

    InPort(Rule rule, List<EdgeSlot> edges) {
        this.rule = rule;
        this.edges = edges.toArray(EdgeSlot[]::new);
    }

    EdgeSlot[] edges() {
        return edges;
    }

    /** The edge whose data goes next, or null when none has any. */
    @Nullable
    EdgeSlot next(long now) {
        if (edges.length == 1) {
            return edges[0].edge.dataItems() > 0 ? edges[0] : null;
        }
        EdgeSlot best = null;
        PipelineEvent first = null;
        for (EdgeSlot edge : edges) {
            PipelineEvent head = edge.edge.peekData(now);
            if (head != null && (first == null || isBefore(head, first))) {
                best = edge;
                first = head;
            }
        }
        return best;
    }

    private boolean isBefore(PipelineEvent one, PipelineEvent other) {
        return switch (rule) {
            case PRIORITY -> false;
            case SEQUENCE -> one.sequence() < other.sequence();
            case MEDIA_TIME ->
                one.mediaMicros() < other.mediaMicros()
                        || (one.mediaMicros() == other.mediaMicros() && one.sequence() < other.sequence());
        };
    }

    @Nullable
    EdgeSlot nextControl() {
        for (EdgeSlot edge : edges) {
            if (edge.edge.items(Lane.CONTROL) > 0) {
                return edge;
            }
        }
        return null;
    }
}
