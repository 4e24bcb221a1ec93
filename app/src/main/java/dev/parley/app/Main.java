package dev.parley.app;

import dev.parley.app.io.ExitCode;
import dev.parley.app.voice.QuietEnd;
import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
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
        VirtualThreads.arrange();
        int code = run(System.in, new FileOutputStream(FileDescriptor.out), System.err, args);
        QuietEnd.arrange();
        System.exit(code);
    }

    /** Runs one command and answers its exit code, which tells of a fault where what it printed did not arrive. */
    static int run(InputStream in, OutputStream to, PrintStream err, String... args) {
        WatchedOutput watched = new WatchedOutput(to);
        PrintStream out =
                new PrintStream(new BufferedOutputStream(watched, OUT_BUFFER_BYTES), false, StandardCharsets.UTF_8);
        int code = new Parley(in, out, err).run(args);
        out.flush();
        String lost = watched.lost();
        if (lost == null) {
            return code;
        }
        err.println("parley: cannot write standard output: " + lost);
        return ExitCode.FAULT;
    }
}
