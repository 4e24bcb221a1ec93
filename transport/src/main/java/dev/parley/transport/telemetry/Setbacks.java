package dev.parley.transport.telemetry;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * What could not be done for now, each with the time at which it is tried again. The pause grows with every failure in a row, up
 * to ten minutes: what is broken for good costs little, and what is not goes on by itself. One thread uses it; any may count.
 */
final class Setbacks {
    private static final long PAUSE_MAX_MS = 600_000;

    private final long firstPauseMs;
    private final Map<String, Setback> all = new ConcurrentHashMap<>();

    private record Setback(long pauseMs, long atNanos) {
        boolean isOver() {
            return System.nanoTime() - atNanos >= 0;
        }
    }

    Setbacks(long firstPauseMs) {
        this.firstPauseMs = firstPauseMs;
    }

    int count() {
        return all.size();
    }

    /** It has failed. Returns how long it rests now. */
    long failed(String name) {
        Setback before = all.get(name);
        long pauseMs = before == null ? firstPauseMs : Math.min(before.pauseMs * 2, PAUSE_MAX_MS);
        all.put(name, new Setback(pauseMs, System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pauseMs)));
        return pauseMs;
    }

    /** It was done. */
    void done(String name) {
        all.remove(name);
    }

    /** Whether it is too early to try this again. */
    boolean isResting(String name) {
        Setback setback = all.get(name);
        return setback != null && !setback.isOver();
    }

    /** What it is time for. */
    List<String> due() {
        return all.entrySet().stream()
                .filter(each -> each.getValue().isOver())
                .map(Map.Entry::getKey)
                .toList();
    }
}
