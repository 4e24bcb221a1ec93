package dev.parley.session.tool;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The calls that have not settled, by their ids, and what the newest settled calls ended with. */
final class OpenCalls {
    private static final int SETTLED_KEPT = 64;

    private final Map<String, OpenCall> open = new LinkedHashMap<>();
    private final Map<String, Long> settled = new LinkedHashMap<>();

    void add(String id, OpenCall call) {
        open.put(id, call);
    }

    boolean isEmpty() {
        return open.isEmpty();
    }

    @Nullable
    OpenCall get(String id) {
        return open.get(id);
    }

    /** What a result of this call goes back to: what started it, or what it ended with; 0 if it is unknown or too old. */
    long causeOf(String id) {
        OpenCall call = open.get(id);
        return call == null ? settled.getOrDefault(id, 0L) : call.cause;
    }

    void remove(String id) {
        open.remove(id);
    }

    /**
     * Removes a call and keeps the rune that it ended with, which is the cause of a late result.
     *
     * @return the id of a settled call that is too old to be kept, or null if none is
     */
    @Nullable
    String settle(String id, long cause) {
        open.remove(id);
        settled.put(id, cause);
        if (settled.size() <= SETTLED_KEPT) {
            return null;
        }
        String oldest = settled.keySet().iterator().next();
        settled.remove(oldest);
        return oldest;
    }

    /** All open calls, oldest first, as they are now. */
    List<Map.Entry<String, OpenCall>> all() {
        return List.copyOf(open.entrySet());
    }

    /** The open calls of one turn, oldest first, as they are now. */
    List<Map.Entry<String, OpenCall>> of(long turn) {
        return open.entrySet().stream()
                .filter(entry -> entry.getValue().turn == turn)
                .toList();
    }

    /** Whether a call of this person waits for their own yes. */
    boolean isYesAwaitedFrom(String person) {
        return open.values().stream().anyMatch(call -> call.awaitsYes() && call.by.equals(person));
    }
}
