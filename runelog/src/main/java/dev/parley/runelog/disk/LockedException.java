package dev.parley.runelog.disk;

import java.io.IOException;

/** Somebody else is writing here. */
public final class LockedException extends IOException {
    private static final long serialVersionUID = 1;

    public LockedException(String message) {
        super(message);
    }
}
