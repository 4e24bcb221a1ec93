package dev.parley.pipeline.edge;

/** Joins an item to the one queued before it. Pure: the same two items always give the same one. */
@FunctionalInterface
public interface Merger<T> {
    /** The joined item; its size is the sum of both. */
    T merge(T queued, T offered);

    /** For edges that never merge. */
    static <T> Merger<T> none() {
        return (queued, offered) -> {
            throw new IllegalStateException("this edge has no way to merge");
        };
    }
}
