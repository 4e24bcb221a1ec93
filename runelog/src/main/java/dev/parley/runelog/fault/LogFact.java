package dev.parley.runelog.fault;

import dev.parley.kernel.rune.Hash;

/** Something the log is about to rely on; the invariants judge it. */
public sealed interface LogFact {
    /** A rune is about to be given the next event id. */
    record Appending(String conversation, long last, long next) implements LogFact {}

    /** A frame was read, and its checksums were computed. */
    record FrameRead(String conversation, long eventId, boolean isSound) implements LogFact {}

    /** A rune was read and stands after another one in the chain. */
    record Linked(String conversation, long eventId, Hash expected, Hash found) implements LogFact {}

    /** A segment begins after the previous one of its conversation. */
    record SegmentOpened(String conversation, long previousLast, long first) implements LogFact {}

    /** A rune is about to be handed to a reader whose cursor is known. */
    record Delivering(String conversation, long cursor, long eventId, boolean isGapTold) implements LogFact {}

    /** A snapshot was read. */
    record SnapshotRead(String conversation, long eventId, Hash stored, Hash content) implements LogFact {}

    /** A workspace was restored from a checkpoint. */
    record Restored(String checkpoint, Hash recorded, Hash found) implements LogFact {}
}
