package dev.parley.app.io;

/** What a command's exit code means to the program that called it. */
public final class ExitCode {
    public static final int ACCEPTED = 0;
    public static final int DENIED = 1;
    public static final int BAD_INPUT = 2;
    public static final int FAULT = 3;

    private ExitCode() {}
}
