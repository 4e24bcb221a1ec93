package dev.parley.runelog.checkpoint;

/** A path that leads out of the workspace, or something that cannot be stored; refused before anything is written. */
public final class EscapeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    EscapeException(String message) {
        super(message);
    }
}
