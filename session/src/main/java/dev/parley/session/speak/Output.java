package dev.parley.session.speak;

/** The way from the voice to the person: the edge between them, and what it lets through. */
public interface Output {
    /** Takes all audio of a reply, and answers how much of it will be played; the rest was given up at the edge. */
    long admit(long turn, long audioMs, String text);

    /** The present reply begins to play, or goes on. */
    void started(long turn);

    /** The present reply stops after so much of it was played, for a while or for good. */
    void stopped(long turn, long playedMs);

    /** Nothing more of the present reply will be played. */
    void flush(long turn);

    /** The same where nothing can be recorded any more: no audio leaves and no rune is written (ruling D3). */
    void silence();
}
