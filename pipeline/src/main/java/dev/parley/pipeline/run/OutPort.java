package dev.parley.pipeline.run;

import dev.parley.pipeline.edge.Offered;
import dev.parley.pipeline.node.PipelineEvent;
import dev.parley.pipeline.spec.NodeSpec.FanOut;
import java.util.List;

/** Where the events of one type go when a node emits them. */
final class OutPort {
    /** Marks a port with one edge, which most are. */
    private static final EdgeSlot[] ALONE = {};

    private final String type;
    private final FanOut rule;
    private final EdgeSlot first;
    private final EdgeSlot[] edges;

    OutPort(String type, FanOut rule, List<EdgeSlot> edges) {
        this.type = type;
        this.rule = rule;
        this.first = edges.getFirst();
        this.edges = edges.size() == 1 ? ALONE : edges.toArray(EdgeSlot[]::new);
    }

    boolean carries(String eventType) {
        return type.equals(eventType);
    }

    Offered emit(PipelineEvent event, RunLoop loop, long now) {
        if (edges.length == 0) {
            return offer(first, event, loop, now);
        }
        if (rule == FanOut.FIRST_READY) {
            return offer(firstReady(), event, loop, now);
        }
        Offered worst = Offered.ACCEPTED;
        for (EdgeSlot edge : edges) {
            Offered offered = offer(edge, event, loop, now);
            worst = offered.compareTo(worst) > 0 ? offered : worst;
        }
        return worst;
    }

    private EdgeSlot firstReady() {
        for (EdgeSlot edge : edges) {
            if (!edge.isHolding() && !edge.edge.isPressured()) {
                return edge;
            }
        }
        return first;
    }

    private static Offered offer(EdgeSlot edge, PipelineEvent event, RunLoop loop, long now) {
        Offered offered = edge.offer(event, now);
        loop.offered(edge, event, offered);
        return offered;
    }
}
