package dev.parley.pipeline.loop;

/** Where conversations run: on a few carriers, or inline on virtual time. */
public interface Seating {
    /** Whether one more conversation may begin now. */
    Admission admission();

    /** Gives a conversation a place. The task never runs on two threads at once. */
    Seat seat(LoopTask task);
}
