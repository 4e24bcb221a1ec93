package held.newcomer;

import static held.newcomer.Newcomer.number;
import static held.newcomer.Newcomer.recorded;
import static held.newcomer.Newcomer.talk;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import held.Commands;
import held.Commands.Ran;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Row 16: what was recorded can be read by people. */
class NewcomerEyesTest {
    private static final int SCREEN_LINES = 24;
    private static final int LINE_LENGTH = 200;

    @TempDir
    private Path data = Path.of("");

    private String listed = "";

    @BeforeEach
    void oneSentence() {
        listed = String.join("\n", talk(data, "ana", "turn on the kitchen lights", "/timeline"));
    }

    private Ran run(String... args) {
        String[] all = java.util.Arrays.copyOf(args, args.length + 2);
        all[args.length] = "--data";
        all[args.length + 1] = data.toString();
        return Commands.run("", all);
    }

    @Test
    void aRecordingIsShownAsAConversation() {
        Ran shown = run("log", "show", "talk-1");
        assertEquals(0, shown.code(), shown.err());
        assertTrue(shown.out().contains("ana: turn on the kitchen lights"), shown.out());
    }

    @Test
    void aReplayHasLinesThatCanBeRead() {
        Ran replayed = Newcomer.accepted(run("replay", "talk-1"));
        assertEquals(
                List.of(),
                replayed.lines().stream()
                        .filter(line -> line.length() > LINE_LENGTH)
                        .map(line -> "a line of " + line.length() + " characters")
                        .toList());
    }

    @Test
    void anExplanationIsPrintedInWords() {
        String event = "" + number(recorded(data, "talk-1", "tool.result").getFirst(), "event_id");
        Ran explained = Newcomer.accepted(run("explain", "talk-1", event));
        assertTrue(!explained.out().startsWith("{"), explained.out());
    }

    @Test
    void theListOfConversationsHasPeopleAndTurns() {
        String line = Newcomer.accepted(run("log", "ls", "talk-1")).lines().getLast();
        assertTrue(line.contains("\"people\":[\"ana\"]") && line.contains("\"turns\":1"), line);
    }

    @Test
    void theListOfConversationsHasDates() {
        String line = Newcomer.accepted(run("log", "ls", "talk-1")).lines().getLast();
        assertTrue(line.contains("\"from\":\"20"), line);
    }

    @Test
    void theTimelineOfOneSentenceFitsAScreen() {
        long lines = listed.lines().skip(1).count();
        assertTrue(lines <= SCREEN_LINES, lines + " lines for one sentence");
    }
}
