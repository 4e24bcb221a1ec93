package dev.parley.app.io;

import dev.parley.pipeline.yaml.OneLine;
import java.nio.charset.CharacterCodingException;
import java.nio.file.NoSuchFileException;

/** The caller's mistake: one line that says what, where and what to do. Ends a command with exit code 2. */
public final class BadInput extends RuntimeException {
    public BadInput(String message) {
        super(OneLine.of(message));
    }

    /** A file that cannot be read. */
    public static BadInput unreadable(Object file, Exception e) {
        return new BadInput(
                switch (e) {
                    case NoSuchFileException _ -> file + ": no such file";
                    case CharacterCodingException _ -> file + ": is not UTF-8 text; save it as UTF-8";
                    default -> file + ": cannot be read: " + e.getMessage();
                });
    }
}
