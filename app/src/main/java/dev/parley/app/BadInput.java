package dev.parley.app;

import dev.parley.pipeline.yaml.OneLine;

/** The caller's mistake: one line that says what, where and what to do. Ends a command with exit code 2. */
public final class BadInput extends RuntimeException {
    public BadInput(String message) {
        super(OneLine.of(message));
    }
}
