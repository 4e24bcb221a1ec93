package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.app.io.ExitCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Runs commands in this process and keeps what they printed. */
public final class Commands {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** Runs one command and returns its exit code. */
    public int code(String input, String... args) {
        out.reset();
        err.reset();
        return new Parley(
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .run(args);
    }

    /** Runs one command that must be accepted, and returns what it printed. */
    public List<String> run(String input, String... args) {
        assertEquals(ExitCode.ACCEPTED, code(input, args), errors().toString());
        return lines();
    }

    public List<String> lines() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    public List<String> errors() {
        return err.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
