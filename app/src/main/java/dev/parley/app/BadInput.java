package dev.parley.app;

import dev.parley.pipeline.yaml.OneLine;
import java.nio.file.NoSuchFileException;

/** The caller's mistake: one line that says what, where and what to do. Ends a command with exit code 2. */
public final class BadInput extends RuntimeException {
    public BadInput(String message) {
        super(OneLine.of(message));
    }

    /** A file that cannot be read. */
    public static BadInput unreadable(Object file, Exception e) {
        return new BadInput(
                e instanceof NoSuchFileException
                        ? file + ": no such file"
                        : file + ": cannot be read: " + e.getMessage());
    }
}
