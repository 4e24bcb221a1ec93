package held.newcomer;

import static held.newcomer.Newcomer.number;
import static held.newcomer.Newcomer.recorded;
import static held.newcomer.Newcomer.talk;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows 6 and 7: the record has the times of the clock, and nobody in it who was not there. */
class NewcomerRecordTest {
    @TempDir
    private Path data = Path.of("");

    @Test
    void noRecordedTimeIsInTheFuture() {
        talk(data, "ana", "help\n".repeat(40).split("\n"));
        long now = System.currentTimeMillis();
        long last = number(recorded(data, "talk-1").getLast(), "wall_ms");
        assertTrue(last <= now, "the last event is " + (last - now) + " ms in the future");
    }

    @Test
    void aConversationLastsAsLongInTheRecordAsOnTheClock() {
        long from = System.nanoTime();
        talk(data, "ana", "help\n".repeat(10).split("\n"));
        long took = (System.nanoTime() - from) / 1_000_000;
        List<String> all = recorded(data, "talk-1");
        long told = number(all.getLast(), "wall_ms") - number(all.getFirst(), "wall_ms");
        assertTrue(told <= took, "it took " + took + " ms and is recorded as " + told + " ms");
    }

    @Test
    void theNextConversationBeginsAfterTheOneBefore() {
        talk(data, "ana", "help\n".repeat(10).split("\n"));
        talk(data, "ana", "hello");
        long ended = number(recorded(data, "talk-1").getLast(), "wall_ms");
        long began = number(recorded(data, "talk-2").getFirst(), "wall_ms");
        assertTrue(ended <= began, "talk-2 began " + (ended - began) + " ms before talk-1 had ended");
    }

    @Test
    void nothingIsRecordedAsInterruptedThatNobodyInterrupted() {
        talk(data, "ana", "turn on the kitchen lights", "help");
        List<String> ended = recorded(data, "talk-1", "playback.ended");
        if (ended.size() != 2) {
            throw new IllegalStateException(ended.toString());
        }
        assertEquals(
                List.of(),
                ended.stream()
                        .filter(line -> line.contains("\"interrupted\":true"))
                        .toList());
    }

    @Test
    void whatWasShownToItsEndWasPlayedToItsEnd() {
        talk(data, "ana", "turn on the kitchen lights");
        String ended = recorded(data, "talk-1", "playback.ended").getFirst();
        assertEquals(number(ended, "audio_ms"), number(ended, "played_ms"), ended);
    }
}
