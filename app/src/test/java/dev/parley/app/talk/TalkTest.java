package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.Parley;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TalkTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @TempDir
    private Path data = Path.of("");

    private List<String> run(String input, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        err.reset();
        int code = new Parley(
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .run(args);
        assertEquals(0, code, err.toString(StandardCharsets.UTF_8));
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private List<String> talk(String person, String... lines) {
        return run(String.join("\n", lines) + "\n", "talk", "--as", person, "--data", data.toString());
    }

    @Test
    void answersAPipedSentence() {
        assertEquals(List.of("The kitchen lights are on."), talk("ana", "turn on the kitchen lights"));
    }

    @Test
    void runsARiskyCommandOnlyAfterAYes() {
        assertEquals(
                List.of("Shall I open the garage? Please say yes or no.", "Done: the garage is open."),
                talk("ana", "open the garage", "yes"));
        assertEquals(
                "All right, I leave it.", talk("ana", "open the garage", "no").getLast());
    }

    @Test
    void takesAYesOnlyForWhatWasJustAsked() {
        List<String> said = talk("ana", "open the garage", "turn on the hall lights", "yes");
        assertEquals("The hall lights are on.", said.get(1));
        assertTrue(said.getLast().startsWith("I did not understand"), said.toString());
    }

    @Test
    void asksForApprovalBeforeItOrders() {
        assertEquals("I have ordered tea.", talk("ben", "order some tea", "yes").getLast());
        assertTrue(talk("ben", "order some tea", "no").getLast().startsWith("I did not order"));
    }

    @Test
    void letsNoMinorAndNoStrangerRunWhatIsNotTheirs() {
        assertTrue(talk("dora", "disable the alarm").getFirst().startsWith("I did not disable the alarm"));
        List<String> stranger = run("turn on the lights\norder tea\nyes\n", "talk", "--data", data.toString());
        assertTrue(stranger.getFirst().startsWith("I did not turn the lights on"), stranger.toString());
        assertTrue(stranger.getLast().startsWith("That does not count"), stranger.toString());
    }

    @Test
    void explainsWhatItWouldNotDo() {
        List<String> said = talk("ben", "delete everything", "/why");
        assertTrue(said.stream().anyMatch(line -> line.contains("people.command.role")), said.toString());
    }

    @Test
    void showsWhatItRecordedAndReplaysItToTheSameHash() {
        List<String> timeline = talk("ana", "turn on the kitchen lights", "order tea", "yes", "/timeline");
        for (String kind : List.of(
                "turn.started",
                "episode.packet",
                "verdict.household",
                "tool.permitted",
                "tool.result",
                "verdict.stream")) {
            assertTrue(timeline.stream().anyMatch(line -> line.contains(kind)), kind);
        }
        String first = run("", "replay", "--data", data.toString(), "talk-1").getFirst();
        assertTrue(first.contains("\"verified\":true"), first);
        assertEquals(
                first, run("", "replay", "--data", data.toString(), "talk-1").getFirst());
        assertTrue(run("", "log", "verify", "--data", data.toString()).getLast().contains("\"ok\":true"));
    }
}
