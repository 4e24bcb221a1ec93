package held.newcomer;

import static held.newcomer.Newcomer.number;
import static held.newcomer.Newcomer.recorded;
import static held.newcomer.Newcomer.talk;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import held.Commands;
import held.Commands.Ran;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Row 14: who asks why is told about what just happened to them, and what they could do about it. */
class NewcomerWhyTest {
    @TempDir
    private Path data = Path.of("");

    @Test
    void afterANoItTellsThatSomebodySaidNo() {
        List<String> said = talk(data, "ben", "order some tea", "no", "/why");
        assertTrue(said.stream().anyMatch(line -> line.contains("said \"no\"")), said.toString());
    }

    @Test
    void afterARefusalItRepeatsWhatWasAskedFor() {
        List<String> said = talk(data, "dora", "turn on the kitchen lights", "/why");
        assertTrue(
                said.stream().anyMatch(line -> line.contains("said \"turn on the kitchen lights\"")), said.toString());
    }

    @Test
    void afterARefusalItTellsWhatWouldChangeIt() {
        List<String> said = talk(data, "dora", "turn on the kitchen lights", "/why");
        assertTrue(said.getLast().startsWith("It would be allowed after "), said.toString());
    }

    @Test
    void afterWordsThatWereNotUnderstoodItSpeaksOfThem() {
        List<String> said = talk(data, "ana", "turn on the kitchen lights", "flibber the gnarf", "/why");
        assertTrue(said.stream().anyMatch(line -> line.contains("flibber the gnarf")), said.toString());
    }

    @Test
    void whileItAsksItTellsWhatAYesDoes() {
        List<String> said = talk(data, "ana", "open the garage", "/why");
        assertTrue(said.stream().skip(1).anyMatch(line -> line.contains("yes")), said.toString());
    }

    @Test
    void aChildsRefusalIsExplainedWithALoanThatWouldChangeIt() {
        talk(data, "dora", "turn on the kitchen lights");
        String event = "" + number(recorded(data, "talk-1", "tool.result").getFirst(), "event_id");
        Ran why = Newcomer.accepted(Commands.run("", "explain", "--data", data.toString(), "talk-1", event));
        assertFalse(why.all().contains("No nearby change is known"), why.all());
    }
}
