package dev.parley.session.people;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/**
 * How often the PIN of somebody was given wrongly, in all conversations of a host, so that nobody finds it by trying. After some
 * misses no PIN of that person is looked at for a while, and longer each time. What was given is not kept. A right one in between
 * changes nothing: else whoever knows it would give who guesses new tries. Any thread may ask.
 */
public final class PinTries {
    private static final int MISSES_MAX = 5;
    private static final Duration WITHIN = Duration.ofMinutes(15);
    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofHours(1);
    /** After so long without a miss the pauses are short again. */
    private static final Duration FORGOTTEN = Duration.ofDays(1);

    private final Map<String, Misses> byPerson = new HashMap<>();

    private static final class Misses {
        final Deque<Instant> recent = new ArrayDeque<>();
        Instant last = Instant.MIN;
        Instant pausedUntil = Instant.MIN;
        Duration next = SHORTEST;
    }

    /** For how long from now no PIN of this person is looked at; zero if one is. No pause outlasts a clock that was set back. */
    synchronized Duration pause(String person, Instant now) {
        Misses misses = byPerson.get(person);
        if (misses == null || !now.isBefore(misses.pausedUntil)) {
            return Duration.ZERO;
        }
        if (misses.pausedUntil.isAfter(now.plus(LONGEST))) {
            misses.pausedUntil = now.plus(LONGEST);
        }
        return Duration.between(now, misses.pausedUntil);
    }

    synchronized void missed(String person, Instant now) {
        Misses misses = byPerson.computeIfAbsent(person, _ -> new Misses());
        if (misses.last.isBefore(now.minus(FORGOTTEN))) {
            misses.next = SHORTEST;
        }
        misses.last = now;
        misses.recent.add(now);
        misses.recent.removeIf(each -> each.isBefore(now.minus(WITHIN)));
        if (misses.recent.size() >= MISSES_MAX) {
            misses.recent.clear();
            misses.pausedUntil = now.plus(misses.next);
            Duration twice = misses.next.multipliedBy(2);
            misses.next = twice.compareTo(LONGEST) > 0 ? LONGEST : twice;
        }
    }
}
