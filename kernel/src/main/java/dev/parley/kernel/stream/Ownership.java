package dev.parley.kernel.stream;

import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;

/**
 * Who owns a stream (stream model 4.1).
 *
 * @param agent the owner
 * @param priority 1 to 10, higher wins; TRANSFER keeps it, CLAIM sets it (ruling A15)
 * @param delegates who may COMMIT in the owner's place, in the order in which they were named
 * @param since when this owner became it
 */
public record Ownership(String agent, int priority, List<String> delegates, OffsetDateTime since) {
    public static final int LOWEST_PRIORITY = 1;
    public static final int HIGHEST_PRIORITY = 10;
    public static final int DEFAULT_PRIORITY = 5;

    static Ownership of(String agent, int priority, OffsetDateTime since) {
        return new Ownership(agent, priority, List.of(), since);
    }

    Ownership naming(String delegate) {
        if (delegates.contains(delegate)) {
            return this;
        }
        List<String> more = new ArrayList<>(delegates);
        more.add(delegate);
        return new Ownership(agent, priority, List.copyOf(more), since);
    }

    Ownership withoutDelegates() {
        return delegates.isEmpty() ? this : new Ownership(agent, priority, List.of(), since);
    }
}
