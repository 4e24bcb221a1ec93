package dev.parley.session.time;

/** The order of what happens within one millisecond, first to last (ruling D2 and the scenario format). */
public enum Rank {
    AUTHORITY(0),
    CANCEL(1),
    USER(2),
    TIMER(3),
    PROVIDER(4),
    TOOL(5),
    COMMIT(6);

    private final int order;

    Rank(int order) {
        this.order = order;
    }

    public int order() {
        return order;
    }
}
