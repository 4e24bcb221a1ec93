package held.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import held.Commands;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A question that nobody answers is dropped by the next sentence, which is answered. */
class OpenQuestionTest {
    @TempDir
    private Path data;

    @Test
    void theSentenceAfterAnOpenQuestionIsAnswered() {
        List<String> said = Commands.talk(data, "ana", "order some tea", "turn on the kitchen lights")
                .lines();
        assertTrue(said.contains("The kitchen lights are on."), "what was said: " + said);
    }

    @Test
    void everySentenceAfterAnOpenQuestionIsAnsweredAtItsTime() {
        List<String> said = Commands.talk(
                        data,
                        "ana",
                        "order some tea",
                        "turn on the kitchen lights",
                        "turn on the bedroom lights",
                        "weather in Paris",
                        "weather in Rome")
                .lines();
        assertEquals(
                List.of(
                        "The kitchen lights are on.",
                        "The bedroom lights are on.",
                        "The sky over Paris is clear.",
                        "The sky over Rome is clear."),
                said.stream().filter(line -> line.startsWith("The ")).toList(),
                "of four sentences after a question");
    }
}
