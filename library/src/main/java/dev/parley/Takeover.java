package dev.parley;

import dev.parley.session.event.SessionEvent;
import java.util.concurrent.CompletableFuture;

/** The time in which a human has the floor. Closing it gives the floor back. */
public final class Takeover implements AutoCloseable {
    private final Speakers speakers;
    private final String human;
    private final SessionEvent.Role by;

    Takeover(Speakers speakers, String human, SessionEvent.Role by) {
        this.speakers = speakers;
        this.human = human;
        this.by = by;
    }

    /** Who has taken over. */
    public String human() {
        return human;
    }

    /**
     * Says something to the people of the conversation, after what was said before it. Completes when the words are on disk;
     * fails where the human does not have the floor, or has said more than can wait. What may not be said before those who are
     * present is withheld, whoever says it.
     */
    public CompletableFuture<Void> say(String text) {
        return speakers.said(human, text, by);
    }

    /** Gives the floor back to the agent that had it, after what was said until now. Completes when that is on disk. */
    public CompletableFuture<Void> giveBack() {
        return speakers.gaveBack(human, by);
    }

    /** The same; where the floor is gone already nothing happens. */
    @Override
    public void close() {
        var _ = giveBack().exceptionally(_ -> null).join();
    }
}
