package dev.parley.session.turn;

/** How a conversation is held, and so which part of its pipeline runs. */
public enum Held {
    /** In writing: words are shown, and there is no sound. */
    WRITTEN,
    /** In voices that are told of as events: nobody needs to find them in any sound. */
    TOLD,
    /** In frames of sound. */
    FRAMES
}
