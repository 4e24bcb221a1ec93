package dev.parley.session.speak;

/** The way from the voice to the person: the edge between them, and what it lets through. */
public interface Output {
    /** Takes all audio of a reply, and answers how much of it will be played; the rest was given up at the edge. */
    long admit(long turn, long audioMs, String text);

    /** The present reply begins to play, or goes on. */
    void started(long turn);

    /** The present reply stops after so much of it was played, for a while or for good. */
    void stopped(long turn, long playedMs);

    /**
     * Whether it plays frames. Then a reply may begin before all of it is made, and it is the output that knows how much was
     * played and when a reply is over.
     */
    default boolean streams() {
        return false;
    }

    /** The next reply is spoken by this voice. Whoever is to know when it was played to its end is told on the loop. */
    default void take(long reply, Voice voice, Runnable finished) {}

    /** What was made and not played is gone; the voice makes the reply again from its beginning. */
    default void lost() {}

    /** The far end has played so much of a reply. */
    default void reported(long reply, long playedMs) {}

    /** How much of the present reply was played until now; without a limit where only the time tells. */
    default long playedMs() {
        return Long.MAX_VALUE;
    }

    /** Whether what plays is heard; not while its voice has made no more of it. */
    default boolean isHeard() {
        return true;
    }

    /** Falls silent at once, before anything else happens, and returns how much of the present reply was played. */
    default long hush() {
        return Long.MAX_VALUE;
    }

    /** Nothing more of the present reply will be played. */
    void flush(long turn);

    /** The same where nothing can be recorded any more: no audio leaves and no rune is written (ruling D3). */
    void silence();
}
