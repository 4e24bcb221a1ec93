package dev.parley.pipeline.edge;

import java.util.Locale;
import java.util.Optional;

/** What an edge does with data that does not fit within its bounds (ruling D4). */
public enum Strategy {
    /** The producer keeps the item and offers it again; after the maximum block time the item is given up. */
    BLOCK,
    /** The item is given up; which end of the queue loses is the specification's choice. */
    DROP,
    /** The item is joined to the last one queued. */
    MERGE,
    /** Of the items that do not fit one in so many takes the place of the oldest. */
    SAMPLE,
    /** Everything queued gives way to the item. */
    LATEST_ONLY;

    /** The name in a specification. */
    public String spelled() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Strategy> of(String spelled) {
        for (Strategy strategy : values()) {
            if (strategy.spelled().equals(spelled)) {
                return Optional.of(strategy);
            }
        }
        return Optional.empty();
    }
}
