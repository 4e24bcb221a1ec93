package dev.parley.runelog;

import dev.parley.kernel.event.WriteClass;
import dev.parley.runelog.disk.LockedException;
import dev.parley.runelog.disk.RealDisk;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A process that opens a folder for writing, appends one rune, and prints whether it was let in. */
final class SecondWriter {
    static final String REFUSED = "refused";
    static final String WROTE = "wrote";

    private SecondWriter() {}

    public static void main(String[] args) throws IOException {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.US_ASCII);
        try (Runelog log = Runelog.open(new RealDisk(Path.of(args[0])), Logs.inline())) {
            log.append(Logs.draft("second", 1), WriteClass.IRREVERSIBLE).awaitDurable();
            out.println(WROTE);
        } catch (LockedException refused) {
            out.println(REFUSED);
        }
    }
}
