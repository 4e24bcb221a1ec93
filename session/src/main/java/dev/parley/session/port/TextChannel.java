package dev.parley.session.port;

/**
 * A channel without audio, on which words are shown instead of played: what was shown was heard. Called on the loop's
 * thread.
 */
public interface TextChannel {
    /** The next piece of the present reply, down to a part of a word. */
    void show(String piece);

    /** The present reply is over: shown to its end, or cut off after what was shown. */
    void end(boolean whole);

    /** Whether somebody is there to read. */
    default boolean isThere() {
        return true;
    }
}
