package dev.parley.transport;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Remembers what was asked for last, and forgets what nobody has asked for in the longest time. */
final class Recent<T> extends LinkedHashMap<String, T> {
    private static final long serialVersionUID = 1;
    private static final int FIRST = 64;
    private static final float LOAD = 0.75f;

    private final int most;

    private Recent(int most) {
        super(FIRST, LOAD, true);
        this.most = most;
    }

    /** So many at most, for any thread. */
    static <T> Map<String, T> atMost(int most) {
        return Collections.synchronizedMap(new Recent<>(most));
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<String, T> eldest) {
        return size() > most;
    }
}
