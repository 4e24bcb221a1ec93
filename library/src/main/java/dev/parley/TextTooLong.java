package dev.parley;

import dev.parley.session.event.SessionEvent;

/** A text has more characters than anybody says at once; nothing of it was taken in. */
public final class TextTooLong extends IllegalStateException {
    private static final long serialVersionUID = 1;

    /** As many characters as Unicode counts: a pair of surrogates is one. */
    static final int CHARS_MAX = 4_000;

    public TextTooLong() {
        super("a text has at most " + CHARS_MAX + " characters");
    }

    /** Whether this is one. */
    public static boolean is(String text) {
        return text.length() > CHARS_MAX && text.codePointCount(0, text.length()) > CHARS_MAX;
    }

    /** Checks what a person or a human of the roster says. */
    static void check(SessionEvent event) {
        String said = switch (event) {
            case SessionEvent.TextTyped typed -> typed.text();
            case SessionEvent.TextAdded added -> added.text();
            case SessionEvent.HumanSaid human -> human.text();
            default -> "";
        };
        if (is(said)) {
            throw new TextTooLong();
        }
    }
}
