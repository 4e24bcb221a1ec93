package dev.parley.app.command;

import dev.parley.runelog.fault.Progress;
import java.io.PrintStream;

/** Tells people on standard error how far long work is; short work is not worth a line. */
final class ProgressLine implements Progress {
    private static final long WORTH_TELLING = 8;

    private final PrintStream err;

    ProgressLine(PrintStream err) {
        this.err = err;
    }

    @Override
    public void at(String what, long done, long total) {
        if (total >= WORTH_TELLING) {
            err.print("\rparley: " + what + " " + done + " of " + total + (done == total ? "\n" : ""));
            err.flush();
        }
    }
}
