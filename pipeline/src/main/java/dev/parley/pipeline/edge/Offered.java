package dev.parley.pipeline.edge;

/** What became of an item that was offered to an edge. */
public enum Offered {
    /** It stands in the queue. */
    ACCEPTED,
    /** It was joined to the item queued last. */
    MERGED,
    /** It is still the producer's: to be offered again once there is room or its block time is over. */
    BLOCKED,
    /** It was given up, and a drop notice says so. */
    DROPPED,
    /** A control item found no room. Control is never lost silently: the caller treats this as a fault. */
    OVERFLOW
}
