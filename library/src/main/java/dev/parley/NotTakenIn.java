package dev.parley;

/** Words for which there was no room at the moment. Nothing has happened, and they may be said again. */
public final class NotTakenIn extends IllegalStateException {
    private static final long serialVersionUID = 1;

    private final boolean isOverBudget;

    NotTakenIn(String why) {
        this(why, false);
    }

    private NotTakenIn(String why, boolean isOverBudget) {
        super(why);
        this.isOverBudget = isOverBudget;
    }

    /** The words of this client that wait in all its conversations are too many. */
    static NotTakenIn overBudget() {
        return new NotTakenIn("too much text of this client waits to be read; try again later", true);
    }

    /** Whether too much text of the client waits ({@link TextBudget}), and not only in this conversation. */
    public boolean isOverBudget() {
        return isOverBudget;
    }
}
