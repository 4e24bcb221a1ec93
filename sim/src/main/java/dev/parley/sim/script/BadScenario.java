package dev.parley.sim.script;

import dev.parley.pipeline.yaml.OneLine;

/** A scenario that cannot be understood: the client's mistake, with the place where it was made. */
public final class BadScenario extends Exception {
    private final int line;

    public BadScenario(int line, String reason) {
        super(OneLine.of(reason));
        this.line = line;
    }

    /** The line of the file, from 1; 0 where the whole file is meant. */
    public int line() {
        return line;
    }

    public String reason() {
        String message = getMessage();
        return message == null ? "" : message;
    }
}
