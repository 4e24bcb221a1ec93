package held.newcomer;

import static held.newcomer.Newcomer.recorded;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.Parley;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Row 1: a question that nobody answers costs the person nothing but the question. */
class NewcomerQuestionsTest {
    @TempDir
    private Path data = Path.of("");

    /** Types with a second between the lines, which is more than any answer takes here. */
    private List<String> typed(String person, String... lines) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        int code = new Parley(
                        new Newcomer.Slowly(1_000, lines),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8))
                .run("talk", "--as", person, "--data", data.toString());
        if (code != 0) {
            throw new IllegalStateException("talk ends with " + code);
        }
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void everySentenceAfterAQuestionLeftOpenIsAnswered() {
        List<String> said = typed(
                "ana",
                "order some tea",
                "turn on the kitchen lights",
                "turn on the bedroom lights",
                "weather in Paris");
        assertTrue(
                said.containsAll(List.of(
                        "The kitchen lights are on.", "The bedroom lights are on.", "The sky over Paris is clear.")),
                "to four sentences it said only " + said);
    }

    @Test
    void whateverIsDoneIsAlsoTold() {
        typed("ana", "order some tea", "turn on the kitchen lights", "turn on the bedroom lights", "weather in Paris");
        Set<Long> silent = new TreeSet<>();
        recorded(data, "talk-1", "tool.dispatched").forEach(line -> silent.add(Newcomer.number(line, "turn")));
        recorded(data, "talk-1", "agent.reply").forEach(line -> silent.remove(Newcomer.number(line, "turn")));
        assertEquals(Set.of(), silent, "turns in which a tool ran and nothing was said");
    }

    @Test
    void aYesThatComesAfterOtherWordsIsAnsweredInWordsForPeople() {
        List<String> said = typed("ana", "order some tea", "turn on the kitchen lights", "yes");
        assertFalse(said.getLast().contains("call turn_"), said.getLast());
    }

    @Test
    void aYesThatDoesNotCountLeavesTheNextSentenceAnswered() {
        List<String> said = typed("chris", "order some tea", "yes", "weather in Rome");
        assertEquals("The sky over Rome is clear.", said.getLast());
    }

    @Test
    void aQuestionOfTheHouseIsAskedAfterAnotherOneWasLeftOpen() {
        List<String> said = typed("ana", "order some tea", "open the garage");
        assertTrue(said.contains("Shall I open the garage? Please say yes or no."), said.toString());
    }

    @Test
    void whatIsTypedAheadIsAnsweredAllTheSame() {
        List<String> said = Newcomer.talk(
                data,
                "ana",
                "order some tea",
                "turn on the kitchen lights",
                "turn on the bedroom lights",
                "weather in Paris");
        assertTrue(
                said.containsAll(List.of(
                        "The kitchen lights are on.", "The bedroom lights are on.", "The sky over Paris is clear.")),
                "to four sentences it said only " + said);
    }
}
