package held.newcomer;

import static org.junit.jupiter.api.Assertions.assertEquals;

import held.Commands;
import held.Commands.Ran;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows 13 and 17: help is where one is sent for it, and the folder is the same for every command. */
class NewcomerHelpTest {
    @TempDir
    private Path folder = Path.of("");

    /** The commands of these that do not help. */
    private static List<String> helpless(String... commands) {
        return Stream.of(commands)
                .filter(command ->
                        Commands.run("", (command + " --help").split(" ")).code() != 0)
                .toList();
    }

    @Test
    void helpWorksWhereAnErrorSendsOne() {
        Ran slip = Commands.run("", "log", "cat", "--nonsense");
        Matcher hint = Pattern.compile("\\(see (?:\\./)?parley (.*)\\)").matcher(slip.err());
        if (!hint.find()) {
            throw new IllegalStateException(slip.all());
        }
        Ran help = Commands.run("", hint.group(1).split(" "));
        assertEquals(0, help.code(), help.err());
    }

    @Test
    void helpWorksOnEveryCommandOfTheLog() {
        assertEquals(List.of(), helpless("log ls", "log cat", "log verify", "log tail", "log export", "log readmit"));
    }

    @Test
    void helpWorksOnTheScenarios() {
        assertEquals(List.of(), helpless("scenario", "scenario run"));
    }

    @Test
    void helpWorksOnTheMachines() {
        assertEquals(List.of(), helpless("machines", "machines list", "machines diagram", "machines check"));
    }

    private void talked() throws Exception {
        Newcomer.accepted(Newcomer.inFolder(folder, "turn on the hall lights\n", "talk", "--as", "ana"));
        if (!Files.isDirectory(folder.resolve("data/journal"))) {
            throw new IllegalStateException("talk does not record in 'data'");
        }
    }

    @Test
    void theLogReadsTheFolderThatTalkWroteTo() throws Exception {
        talked();
        Ran listed = Newcomer.inFolder(folder, "", "log", "ls");
        assertEquals(0, listed.code(), listed.err());
    }

    @Test
    void replayReadsTheFolderThatTalkWroteTo() throws Exception {
        talked();
        Ran replayed = Newcomer.inFolder(folder, "", "replay", "talk-1");
        assertEquals(0, replayed.code(), replayed.err());
    }

    @Test
    void explainReadsTheFolderThatTalkWroteTo() throws Exception {
        talked();
        Ran explained = Newcomer.inFolder(folder, "", "explain", "talk-1", "5");
        assertEquals(0, explained.code(), explained.err());
    }
}
