package dev.parley.session.speak;

/** What the turn learns from its speech. */
public interface Progress {
    /** A reply's audio is at hand, or a reply is over. */
    void moved();

    void failed(String reason);

    /** A reply was played to its end. */
    default void heard(long reply, String words) {}

    /** Something of this reply may not be said to those present. */
    default void withheld(long reply) {}
}
