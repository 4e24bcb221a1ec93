package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.app.io.ExitCode;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What a command says when its standard output cannot be written. */
class FailedOutputTest {
    private static final String DENIED = "{}\n";

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    /** Fails every write with the words of the system. */
    private record Failing(String words) {
        OutputStream stream() {
            return new OutputStream() {
                @Override
                public void write(int b) throws IOException {
                    throw new IOException(words);
                }
            };
        }
    }

    private int run(OutputStream out, String... args) {
        InputStream in = new ByteArrayInputStream(DENIED.getBytes(StandardCharsets.UTF_8));
        return Main.run(in, out, new PrintStream(err, true, StandardCharsets.UTF_8), args);
    }

    private String errText() {
        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void isAFaultNamedInOneLine() {
        OutputStream full = new Failing("No space left on device").stream();
        assertEquals(ExitCode.FAULT, run(full, "machines", "list"));
        assertEquals("parley: cannot write standard output: No space left on device\n", errText());
    }

    @Test
    void isAFaultAlsoWhereEveryAnswerIsFlushed() {
        OutputStream full = new Failing("No space left on device").stream();
        assertEquals(ExitCode.FAULT, run(full, "drive", "turn"));
        assertEquals(1, errText().lines().count(), errText());
    }

    @Test
    void keepsTheCommandsCodeInSilenceWhenTheReaderWentAway() {
        assertEquals(ExitCode.ACCEPTED, run(new Failing("Broken pipe").stream(), "machines", "list"));
        assertEquals(ExitCode.DENIED, run(new Failing("Broken pipe").stream(), "drive", "turn"));
        assertEquals("", errText());
    }

    @Test
    void leavesWhatArrivedAlone() {
        assertEquals(ExitCode.DENIED, run(new ByteArrayOutputStream(), "drive", "turn"));
        assertEquals("", errText());
    }
}
