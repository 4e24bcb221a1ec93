package dev.parley.agent.stream;

import dev.parley.kernel.rune.Visibility;

/** For whom a stream is, as the server knows it. */
public enum Viewer {
    /** A person or program in the conversation. */
    PARTICIPANT(Visibility.PUBLIC),
    /** Somebody who runs the house. */
    OPERATOR(Visibility.INTERNAL);

    private final Visibility ceiling;

    Viewer(Visibility ceiling) {
        this.ceiling = ceiling;
    }

    /** Secrets are above every ceiling: no stream carries them. */
    Visibility ceiling() {
        return ceiling;
    }
}
