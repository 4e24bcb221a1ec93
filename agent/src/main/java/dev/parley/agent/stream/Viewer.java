package dev.parley.agent.stream;

import dev.parley.kernel.rune.Confided;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.Visibility;

/**
 * For whom a stream is, as the server knows it. Secrets are above every ceiling: no stream carries them.
 *
 * @param person whose own facts may be seen, empty for nobody's
 */
public record Viewer(Visibility ceiling, String person) {
    /** A program in the conversation, or a person whom the server cannot name. */
    public static final Viewer PARTICIPANT = new Viewer(Visibility.PUBLIC, "");

    /** Somebody who runs the house. */
    public static final Viewer OPERATOR = new Viewer(Visibility.INTERNAL, "");

    public Viewer {
        ceiling = ceiling == Visibility.SECRET ? Visibility.INTERNAL : ceiling;
    }

    /** A person in the conversation: they see what is public and what is about them alone. */
    public static Viewer participant(String person) {
        return new Viewer(Visibility.PUBLIC, person);
    }

    /** How far the log must be read for this viewer. */
    Visibility reach() {
        return person.isEmpty() ? ceiling : Visibility.INTERNAL;
    }

    /** Whether this viewer may see the rune. */
    public boolean sees(Rune rune) {
        return ceiling.admits(rune.envelope().visibility()) || (!person.isEmpty() && Confided.isTo(rune, person));
    }
}
