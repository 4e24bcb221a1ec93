package dev.parley.app.talk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.Children;
import dev.parley.app.Commands;
import dev.parley.app.Main;
import dev.parley.kernel.json.Json;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What somebody before a terminal sees, on a pseudo-terminal: words as they are said, stops in the middle, and plain errors. */
@Timeout(200)
class TalkTerminalTest {
    private static final int CTRL_C = 3;
    private static final int CTRL_D = 4;
    private static final int CTRL_U = 21;
    private static final int ESCAPE = 27;
    private static final int DELETE = 127;
    private static final Path DRIVER =
            Path.of(System.getProperty("parley.root", ".."), "app/src/test/resources/dev/parley/app/talk/terminal.py");

    @TempDir
    private Path data = Path.of("");

    private static List<Json> step(String what, Object value) {
        return List.of(
                Json.of(what), value instanceof Integer code ? Json.of((long) code) : Json.of(String.valueOf(value)));
    }

    private static List<Json> waits(String text) {
        return step("wait", text);
    }

    private static List<Json> types(String text) {
        return step("type", text);
    }

    private static List<Json> ends(int code) {
        return step("end", code);
    }

    /** Plays these steps and returns what was shown. */
    private String at(List<String> before, List<List<Json>> steps) throws Exception {
        return at(before, steps, List.of(), "xterm");
    }

    private String at(List<String> before, List<List<Json>> steps, List<String> after, String kind) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                "python3",
                DRIVER.toString(),
                Json.of(steps.stream().map(each -> (Json) Json.of(each)).toList())
                        .text()));
        command.addAll(before);
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                Main.class.getName(),
                "talk",
                "--as",
                "ana",
                "--data",
                data.toString()));
        command.addAll(after);
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment().put("TERM", kind);
        builder.environment()
                .put(
                        "CLASSPATH",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
        Process process = Children.start(builder);
        try {
            String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertTrue(process.waitFor(120, TimeUnit.SECONDS), shown);
            assertEquals(0, process.exitValue(), shown);
            return shown;
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aStopStopsALongAnswerInTheMiddle() throws Exception {
        String shown = at(
                List.of(),
                List.of(
                        waits("> "),
                        types("help"),
                        waits("I can turn"),
                        types("/stop"),
                        waits(" -"),
                        types("/quit"),
                        ends(0)));
        assertFalse(shown.contains("tell the weather"), shown);
    }

    /** Nothing is said after a stop, in whatever words it comes. */
    @Test
    void aStopInWordsIsAStop() throws Exception {
        String shown = at(
                List.of(),
                List.of(
                        waits("> "),
                        types("help"),
                        waits("I can turn"),
                        types("stop, please"),
                        waits(" -"),
                        types("turn on the hall lights"),
                        waits("The hall lights are on."),
                        types("/quit"),
                        ends(0)));
        assertFalse(shown.contains("All right"), shown);
    }

    @Test
    void aSentenceTypedIntoAnAnswerInterruptsIt() throws Exception {
        String shown = at(
                List.of(),
                List.of(
                        waits("> "),
                        types("help"),
                        waits("I can turn"),
                        types("turn on the hall lights"),
                        waits("The hall lights are on."),
                        types("/quit"),
                        ends(0)));
        assertFalse(shown.contains("tell the weather"), shown);
    }

    private static List<Json> letters(String text) {
        return step("letters", text);
    }

    /** What the record has of the playbacks that were cut off. */
    private long cutOff() throws Exception {
        return new Commands()
                .run("", "log", "cat", "--data", data.toString(), "talk-1").stream()
                        .filter(line -> line.contains("\"playback.ended\"") && line.contains("\"interrupted\":true"))
                        .count();
    }

    @Test
    void theFirstLetterStopsALongAnswerAndStandsOnALineOfItsOwn() throws Exception {
        String shown = at(
                List.of(),
                List.of(
                        waits("> "),
                        types("help"),
                        waits("I can turn"),
                        letters("turn"),
                        waits(" -"),
                        waits("> turn"),
                        letters(" on the halk"),
                        step("key", DELETE),
                        letters("l lights"),
                        types(""),
                        waits("The hall lights are on."),
                        types("/quit"),
                        ends(0)));
        assertFalse(shown.contains("tell the weather"), shown);
        assertTrue(shown.lines().anyMatch("> help"::equals), shown);
        assertEquals(1, shown.lines().filter(line -> line.endsWith("help")).count(), "typed letters are shown once");
        assertTrue(shown.lines().anyMatch(line -> line.startsWith("> turn on the halk\b \bl lights")), shown);
        assertEquals(1, cutOff(), "the record says what was heard");
    }

    @Test
    void aLineThatIsEmptiedAgainLeavesTheAnswerStopped() throws Exception {
        for (int key : List.of(CTRL_U, ESCAPE, DELETE)) {
            at(
                    List.of(),
                    List.of(
                            waits("> "),
                            types("help"),
                            waits("I can turn"),
                            letters("x"),
                            waits(" -"),
                            waits("> x"),
                            step("key", key),
                            waits("\b"),
                            types("turn on the hall lights"),
                            waits("The hall lights are on."),
                            types("/quit"),
                            ends(0)));
        }
    }

    @Test
    void lettersTypedIntoAQuestionWaitForItsEnd() throws Exception {
        String shown = at(
                List.of(),
                List.of(
                        waits("> "),
                        types("open the garage"),
                        waits("Shall"),
                        letters("y"),
                        waits("yes or no."),
                        waits("> y"),
                        types("es"),
                        waits("the garage is open"),
                        types("/quit"),
                        ends(0)));
        assertTrue(shown.lines().anyMatch("Shall I open the garage? Please say yes or no."::equals), shown);
    }

    @Test
    void whoListensToTheScreenGetsWholeLinesAndNothingThatMoves() throws Exception {
        String shown = at(
                List.of(),
                List.of(waits("> "), types("help"), waits("tell the weather."), types("/quit"), ends(0)),
                List.of("--plain"),
                "dumb");
        assertFalse(shown.contains("\b") || shown.contains("\u001b"), shown);
    }

    @Test
    void controlCStopsTheSpeechAndTwiceLeaves() throws Exception {
        String shown = at(
                List.of(),
                List.of(
                        waits("> "),
                        types("help"),
                        waits("I can turn"),
                        step("key", CTRL_C),
                        waits(" -"),
                        step("key", CTRL_C),
                        ends(0)));
        assertFalse(shown.contains("tell the weather"), shown);
        assertTrue(shown.lines().anyMatch(line -> line.startsWith("Recorded as talk-1")), shown);
    }

    @Test
    void controlCDropsWhatWasTypedAndControlDLeaves() throws Exception {
        String shown = at(
                List.of(),
                List.of(
                        waits("> "),
                        letters("abc"),
                        waits("abc"),
                        step("key", CTRL_C),
                        waits("> "),
                        types("help"),
                        waits("tell the weather."),
                        waits("> "),
                        step("key", CTRL_D),
                        ends(0)));
        assertTrue(shown.lines().anyMatch("> abc^C"::equals), shown);
        assertTrue(shown.lines().anyMatch("> help"::equals), shown);
    }

    @Test
    void aSecondTerminalOnTheFolderIsToldSoInOneLineAndTheFirstGoesOn() throws Exception {
        String shown = at(
                List.of(),
                List.of(
                        waits("> "),
                        List.of(Json.of("second"), Json.of(List.of(Json.of(ends(2))))),
                        waits("is in use by another process"),
                        types("turn on the hall lights"),
                        waits("The hall lights are on."),
                        types("/quit"),
                        ends(0)));
        assertFalse(shown.contains("\tat "), shown);
        assertTrue(shown.lines().anyMatch(line -> line.startsWith("Recorded as talk-1")), shown);
        assertEquals(1, shown.lines().filter(line -> line.contains("parley: ")).count(), shown);
    }

    @Test
    void aKilledProcessIsToldOfAtTheNextStart() throws Exception {
        at(
                List.of(),
                List.of(waits("> "), types("order some tea"), waits("yes or no."), List.of(Json.of("kill")), ends(-9)));
        String shown =
                at(List.of(), List.of(waits("talk-1 was left unfinished"), waits("> "), types("/quit"), ends(0)));
        assertTrue(shown.contains("call c1 cancelled before it ran"), shown);
    }

    @Test
    void aDiskThatTakesNoMoreIsOneLine() throws Exception {
        String shown = at(
                List.of("bash", "-c", "ulimit -f 32; exec \"$@\"", "limited"),
                List.of(types("help"), types("weather in Rome"), ends(2)));
        assertFalse(shown.contains("\tat "), shown);
        assertTrue(shown.contains("parley: "), shown);
    }

    @Test
    void whoAndWhyAndATimelineOfOneScreen() throws Exception {
        String shown = at(
                List.of(),
                List.of(
                        waits("> "),
                        types("open the garage"),
                        waits("yes or no."),
                        waits("> "),
                        types("no"),
                        waits("I leave it."),
                        waits("> "),
                        types("/who"),
                        waits("You are Ana."),
                        types("/why"),
                        waits("It was not done because Ana said no"),
                        types("/timeline"),
                        waits("/timeline --all"),
                        types("/quit"),
                        ends(0)));
        assertTrue(shown.contains("Nobody else is here"), shown);
    }
}
