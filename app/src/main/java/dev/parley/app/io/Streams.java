package dev.parley.app.io;

import java.io.InputStream;
import java.io.PrintStream;

/** A command's standard streams: {@code out} is for programs, {@code err} for people. */
public record Streams(InputStream in, PrintStream out, PrintStream err) {
    /** Whether a person sits before both ends, so that a prompt and colours are of use. */
    @SuppressWarnings("SystemConsoleNull") // From Java 25 on it is null again where there is no terminal.
    public boolean isTerminal() {
        return in.equals(System.in)
                && System.console() != null
                && System.console().isTerminal();
    }
}
