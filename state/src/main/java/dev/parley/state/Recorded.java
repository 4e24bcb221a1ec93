package dev.parley.state;

import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.rune.Rune;

/** An event with its place in the record. */
public record Recorded(Rune rune, Event event) {
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** What a record says, of which texts may be missing. */
    public static Recorded of(Rune rune) {
        return new Recorded(rune, EventCatalogue.read(rune));
    }

    /** The record of its kind, also where its fields do not fit that. */
    public Class<? extends Event> type() {
        return EventCatalogue.recordOf(rune);
    }

    public long id() {
        return rune.eventId();
    }

    /** The lease under which it was recorded. */
    public long epoch() {
        return rune.envelope().leaseEpoch();
    }

    /** The turn of the event, 0 for none. */
    public long turn() {
        return rune.turn();
    }

    /** The time that never goes back. */
    public long atMs() {
        return rune.envelope().monotonicNanos() / NANOS_PER_MILLI;
    }
}
