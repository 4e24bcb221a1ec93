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
 * changes nothing: else whoever knows it would give who guesses new tries. Who guesses slowly meets a second count: after too
 * many misses within a day every further one pauses for an hour, then for two, up to a day, until a day has passed without a miss.
 * Any thread may ask.
 */
public final class PinTries {
    private static final int MISSES_MAX = 5;
    private static final Duration WITHIN = Duration.ofMinutes(15);
    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofHours(1);
    /** As many as it takes until the short pauses have grown to the longest. */
    private static final int MISSES_OF_DAY_MAX = 40;

    private static final Duration DAY = Duration.ofDays(1);
    /** After so long without a miss the pauses are short again. */
    private static final Duration FORGOTTEN = DAY;

    private final Map<String, Misses> byPerson = new HashMap<>();

    /** A pause that grows each time that it is needed, up to the longest. */
    private static final class Pause {
        private final Duration shortest;
        private final Duration longest;
        private Duration next;
        private Instant until = Instant.MIN;

        Pause(Duration shortest, Duration longest) {
            this.shortest = shortest;
            this.longest = longest;
            this.next = shortest;
        }

        void begin(Instant now) {
            until = now.plus(next);
            Duration twice = next.multipliedBy(2);
            next = twice.compareTo(longest) > 0 ? longest : twice;
        }

        void forget() {
            next = shortest;
        }

        /** No pause outlasts a clock that was set back. */
        Duration left(Instant now) {
            if (!now.isBefore(until)) {
                return Duration.ZERO;
            }
            if (until.isAfter(now.plus(longest))) {
                until = now.plus(longest);
            }
            return Duration.between(now, until);
        }
    }

    private static final class Misses {
        final Deque<Instant> recent = new ArrayDeque<>();
        final Deque<Instant> ofDay = new ArrayDeque<>();
        final Pause brief = new Pause(SHORTEST, LONGEST);
        final Pause lasting = new Pause(LONGEST, DAY);
        Instant last = Instant.MIN;
        /** Whether the count of a day was exceeded, and no day has passed since without a miss. */
        boolean exceeded;
    }

    /** For how long from now no PIN of this person is looked at; zero if one is. */
    synchronized Duration pause(String person, Instant now) {
        Misses misses = byPerson.get(person);
        if (misses == null) {
            return Duration.ZERO;
        }
        Duration brief = misses.brief.left(now);
        Duration lasting = misses.lasting.left(now);
        return brief.compareTo(lasting) > 0 ? brief : lasting;
    }

    synchronized void missed(String person, Instant now) {
        Misses misses = byPerson.computeIfAbsent(person, _ -> new Misses());
        if (misses.last.isBefore(now.minus(FORGOTTEN))) {
            misses.brief.forget();
            misses.lasting.forget();
            misses.exceeded = false;
        }
        misses.last = now;
        misses.recent.add(now);
        misses.recent.removeIf(each -> each.isBefore(now.minus(WITHIN)));
        if (misses.recent.size() >= MISSES_MAX) {
            misses.recent.clear();
            misses.brief.begin(now);
        }
        misses.ofDay.add(now);
        misses.ofDay.removeIf(each -> each.isBefore(now.minus(DAY)));
        misses.exceeded |= misses.ofDay.size() > MISSES_OF_DAY_MAX;
        if (misses.exceeded) {
            misses.lasting.begin(now);
        }
    }
}
