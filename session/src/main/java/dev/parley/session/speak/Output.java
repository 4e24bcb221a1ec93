package dev.parley.session.speak;

/** The way from the voice to the person: the edges between them, and what they let through. */
public interface Output {
    /** How much of the audio that is offered now will be played; what is over the edge's limits is dropped. */
    long admit(long turn, long offeredMs);

    /** Everything admitted so far that was not played is thrown away. */
    void flush(long turn);

    /** So much of what was admitted has been played. */
    void played(long turn, long playedMs);
}
