package dev.parley;

/** Words for which a conversation had no room at the moment. Nothing has happened, and they may be said again. */
public final class NotTakenIn extends IllegalStateException {
    private static final long serialVersionUID = 1;

    NotTakenIn(String why) {
        super(why);
    }
}
