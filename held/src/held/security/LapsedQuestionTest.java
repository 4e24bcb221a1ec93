package held.security;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.app.Parley;
import held.Commands;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A question ends with its time or by a stop; later answers are to later questions. */
class LapsedQuestionTest {
    private static final int LAPSES_AFTER_MS = 31_000;

    @TempDir
    private Path data;

    @Test
    void aNoAfterALapsedQuestionAnswersTheNextOne() throws IOException {
        List<String> said = typed("order some tea\n", "open the garage\nno\n");
        assertEquals(
                List.of("Shall I open the garage? Please say yes or no.", "All right, I leave it."),
                said.subList(Math.max(0, said.size() - 2), said.size()),
                "half a minute after a question: " + said);
    }

    @Test
    void aYesAfterAStoppedQuestionAnswersTheNextOne() {
        List<String> said = Commands.talk(data, "ana", "order some tea", "/stop", "open the garage", "yes")
                .lines();
        assertEquals("Done: the garage is open.", said.getLast(), "after a question that was stopped: " + said);
    }

    /** Types the first lines at once and the others when the first question has lapsed. */
    private List<String> typed(String first, String later) throws IOException {
        PipedOutputStream keyboard = new PipedOutputStream();
        PipedInputStream in = new PipedInputStream(keyboard);
        Thread.ofVirtual().start(() -> {
            try (keyboard) {
                keyboard.write(first.getBytes(StandardCharsets.UTF_8));
                keyboard.flush();
                Thread.sleep(LAPSES_AFTER_MS);
                keyboard.write(later.getBytes(StandardCharsets.UTF_8));
            } catch (IOException | InterruptedException e) {
                // The conversation is over; it shows what was said until then.
            }
        });
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream hints = new PrintStream(OutputStream.nullOutputStream(), true, StandardCharsets.UTF_8);
        new Parley(in, new PrintStream(out, true, StandardCharsets.UTF_8), hints)
                .run("talk", "--as", "ana", "--data", data.toString());
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }
}
