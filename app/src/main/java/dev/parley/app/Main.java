package dev.parley.app;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The entry point of every command. */
public final class Main {
    private static final int OUT_BUFFER_BYTES = 1 << 16;

    private Main() {}

    public static void main(String[] args) {
        // Libraries word their messages in the default locale; the same input gives the same bytes everywhere.
        Locale.setDefault(Locale.ROOT);
        PrintStream out = new PrintStream(
                new BufferedOutputStream(new FileOutputStream(FileDescriptor.out), OUT_BUFFER_BYTES),
                false,
                StandardCharsets.UTF_8);
        int code = new Parley(System.in, out, System.err).run(args);
        out.flush();
        System.exit(code);
    }
}
