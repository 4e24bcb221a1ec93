package dev.parley.session.time;

/**
 * Which rune, and which turn, the present work goes back to. Work that comes from outside begins without a cause, and its first rune is a
 * root. Every further rune is caused by the one before it. Whatever is left for later (a timer, a call, a queued action,
 * an effect that waits for the disk) takes the present cause along and goes on from there.
 *
 * <p>On the loop's thread.
 */
public final class Causes {
    private long present;
    private long turn;
    private long first;

    /** The event id of the rune that the next one goes back to, 0 for none. */
    public long present() {
        return present;
    }

    /** The turn that the present chain is about, 0 while it is about none. */
    public long turn() {
        return turn;
    }

    /** Something from outside begins a chain of its own. */
    public void begin() {
        present = 0;
        turn = 0;
    }

    /** What follows goes back to this rune. A cause of 0 is not known, and the present one stays. */
    public void because(long eventId) {
        present = eventId == 0 ? present : eventId;
    }

    /** A rune was written, and what follows goes back to it. */
    public void wrote(long eventId, long ofTurn) {
        first = first == 0 ? eventId : first;
        present = eventId;
        turn = ofTurn == 0 ? turn : ofTurn;
    }

    /** Does this beside the present work, which goes on as if no rune had been written meanwhile. */
    public void aside(Runnable work) {
        long cause = present;
        long ofTurn = turn;
        work.run();
        present = cause == 0 ? present : cause;
        turn = ofTurn;
    }

    /** The action with the present cause. What was left for later before any rune goes back to the first one. */
    public Runnable carry(Runnable action) {
        long cause = present;
        long ofTurn = turn;
        return () -> {
            present = cause == 0 ? first : cause;
            turn = ofTurn;
            action.run();
        };
    }
}
