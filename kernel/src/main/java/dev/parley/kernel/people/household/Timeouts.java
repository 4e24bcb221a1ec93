package dev.parley.kernel.people.household;

import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/** How long each wait of a house lasts (ruling B10). A wait that is not given lasts as long as usual. */
public record Timeouts(Map<Wait, Duration> lengths) {
    /** The least and the most that can be configured. */
    public static final Duration SHORTEST = Duration.ofMillis(1);

    public static final Duration LONGEST = Duration.ofDays(365);

    public static final Timeouts DEFAULTS = new Timeouts(Map.of());

    public Timeouts {
        Map<Wait, Duration> all = new EnumMap<>(Wait.class);
        for (Wait wait : Wait.values()) {
            Duration length = lengths.getOrDefault(wait, wait.usual());
            if (length.compareTo(SHORTEST) < 0 || length.compareTo(LONGEST) > 0) {
                throw new IllegalArgumentException(wait.field() + " lasts from one millisecond to 365 days");
            }
            all.put(wait, length);
        }
        lengths = Collections.unmodifiableMap(all);
    }

    public Duration of(Wait wait) {
        return lengths.getOrDefault(wait, wait.usual());
    }

    /** The same, but for this wait. */
    public Timeouts with(Wait wait, Duration length) {
        Map<Wait, Duration> other = new EnumMap<>(lengths);
        other.put(wait, length);
        return new Timeouts(other);
    }
}
