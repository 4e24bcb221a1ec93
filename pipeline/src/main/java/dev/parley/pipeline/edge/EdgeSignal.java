package dev.parley.pipeline.edge;

import dev.parley.kernel.rune.Lane;

/** What an edge tells its loop about itself. The loop records each one on the control lane. */
public sealed interface EdgeSignal {
    String edge();

    /** The signal's name in the record. */
    String name();

    /** The high mark was reached. */
    record Watermark(String edge, int items, long bytes, long oldestMs) implements EdgeSignal {
        @Override
        public String name() {
            return "watermark";
        }
    }

    /** The producer is asked to hold back. */
    record FlowXoff(String edge) implements EdgeSignal {
        @Override
        public String name() {
            return "flow_xoff";
        }
    }

    /** The producer may go on: the low mark was reached. */
    record FlowXon(String edge) implements EdgeSignal {
        @Override
        public String name() {
            return "flow_xon";
        }
    }

    /** Items of one lane were given up; the range is of that lane's sequence on this edge, both ends included. */
    record DropNotice(String edge, Lane lane, long fromSequence, long toSequence, long count, Cause cause)
            implements EdgeSignal {
        @Override
        public String name() {
            return "drop_notice";
        }
    }

    /** Queued items were taken out on purpose, by a cancel or a barge-in. This is no loss under pressure. */
    record Discontinuity(String edge, Lane lane, long fromSequence, long toSequence, long count) implements EdgeSignal {
        @Override
        public String name() {
            return "discontinuity";
        }
    }

    /** Why an item was given up. */
    enum Cause {
        FULL,
        TOO_OLD,
        BLOCKED_TOO_LONG,
        REPLACED,
        SHED
    }
}
