package dev.parley;

import dev.parley.kernel.rune.Lane;
import dev.parley.kernel.rune.Rune;

/**
 * Looks on at everything that happens in a Parley, for meters and traces. Called from the threads on which conversations run,
 * so it must return at once and may lose what it has no room for; nothing waits for it and what it throws is ignored.
 */
public interface Observer {
    /** A rune was written. It may not be on disk yet. */
    default void recorded(Rune rune) {}

    /** Somebody was not taken in, by this rule. */
    default void refused(String conversation, String rule) {}

    /** So many events did not fit through the door of a conversation. */
    default void dropped(String conversation, Lane lane, long count) {}

    /** A task of a conversation computed for more than 20 ms, while all others on its thread waited. */
    default void wasSlow(String conversation, long nanos, long cpuNanos) {}
}
