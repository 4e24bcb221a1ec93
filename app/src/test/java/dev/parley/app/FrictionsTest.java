package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.io.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a newcomer meets at the command line in the first hour. Each of these once made somebody leave. */
@Timeout(180)
class FrictionsTest {
    private static final Path ROOT = Path.of(System.getProperty("parley.root", ".."));
    private static final Pattern QUOTED = Pattern.compile("\"([^\"]+)\"");
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    private final Commands commands = new Commands();

    @TempDir
    private Path folder = Path.of("");

    private List<String> talk(String person, String... lines) {
        return commands.run(String.join("\n", lines) + "\n", "talk", "--as", person, "--data", data());
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private List<String> recorded(String kind) {
        return commands.run("", "log", "cat", "--data", data(), "talk-1").stream()
                .filter(line -> line.contains("\"kind\":\"" + kind + "\""))
                .toList();
    }

    @Test
    void everySentenceAfterAnUnansweredQuestionIsAnswered() {
        List<String> said = talk(
                "ana",
                "order some tea",
                "turn on the kitchen lights",
                "turn on the bedroom lights",
                "weather in Paris",
                "hello");
        assertTrue(
                said.containsAll(List.of(
                        "The kitchen lights are on.", "The bedroom lights are on.", "The sky over Paris is clear.")),
                said.toString());
        assertTrue(said.stream().anyMatch(line -> line.startsWith("Hello.")), said.toString());
        assertTrue(commands.errors().stream().noneMatch(line -> line.contains("Exception")));
    }

    @Test
    void theRecordedWallClockIsTheMachines() {
        talk("ana", "help\n".repeat(40).split("\n"));
        long now = System.currentTimeMillis();
        for (String line : commands.run("", "log", "cat", "--data", data())) {
            Matcher wall = Pattern.compile("\"wall_ms\":(\\d+)").matcher(line);
            assertTrue(wall.find() && Long.parseLong(wall.group(1)) <= now, line);
        }
    }

    @Test
    void nothingIsRecordedAsInterruptedThatNobodyInterrupted() {
        talk("ana", "turn on the kitchen lights", "help");
        List<String> ended = recorded("playback.ended");
        assertEquals(2, ended.size());
        assertTrue(ended.stream().noneMatch(line -> line.contains("\"interrupted\":true")), ended.toString());
    }

    @Test
    void helpWorksWhereAnErrorSendsOne() {
        assertEquals(ExitCode.BAD_INPUT, commands.code("", "log", "cat", "--nonsense"));
        String told = commands.errors().getFirst();
        Matcher hint = Pattern.compile("\\(see \\./parley (.*)\\)").matcher(told);
        assertTrue(hint.find(), told);
        commands.run("", hint.group(1).split(" ", -1));
    }

    @Test
    void helpWorksOnEveryCommandThatHelpNames() {
        List<String> all = named("");
        assertTrue(all.containsAll(List.of("log cat", "log tail", "scenario run", "machines diagram")), all.toString());
    }

    /** Asks a command and everything below it for help, and answers what there is. */
    private List<String> named(String command) {
        List<String> help = commands.run("", (command + " --help").strip().split(" ", -1));
        List<String> all = new ArrayList<>(List.of(command));
        int below = help.indexOf("Commands:");
        for (String line : below < 0 ? List.<String>of() : help.subList(below + 1, help.size())) {
            Matcher name = Pattern.compile("^  (\\S+) ").matcher(line);
            if (name.find()) {
                all.addAll(named((command + " " + name.group(1)).strip()));
            }
        }
        return all;
    }

    @Test
    void whySpeaksOfWhatThePersonMetAndWhatWouldChangeIt() {
        List<String> refused = talk("dora", "turn on the lights", "/why");
        assertTrue(refused.stream().anyMatch(line -> line.contains("said \"turn on the lights\"")), refused.toString());
        assertTrue(refused.getLast().startsWith("It would be allowed after "), refused.toString());
        List<String> denied = talk("ben", "order some tea", "no", "/why");
        assertTrue(denied.stream().anyMatch(line -> line.contains("said \"no\"")), denied.toString());
    }

    /** The sentences in quotes are typed as they are advised, and what was refused is done. */
    @Test
    void whatWhyAdvisesCanBeSaidInTheseWords() {
        String house = ROOT.resolve("examples/stories/house.yaml").toString();
        String[] at = {"talk", "--as", "ben", "--data", data(), "--household", house};
        for (String wish : List.of("delete everything", "disable the alarm")) {
            List<String> said = commands.run(wish + "\n/why\n", at);
            List<String> lines = new ArrayList<>(List.of(wish));
            Matcher advised = QUOTED.matcher(said.getLast());
            while (advised.find()) {
                lines.add(advised.group(1));
                if (advised.group(1).equals("I am ana")) {
                    lines.add("4711");
                }
            }
            assertEquals(5, lines.size(), said.toString());
            lines.addAll(List.of("I am ben", "2222", wish, "yes"));
            List<String> after = commands.run(String.join("\n", lines) + "\n", at);
            assertTrue(after.getFirst().startsWith("I did not"), after.toString());
            assertTrue(after.stream().anyMatch(line -> line.startsWith("Shall I d")), after.toString());
            assertFalse(after.getLast().startsWith("I did not"), after.toString());
        }
        List<String> company = talk("ana", "someone arrived", "open the garage", "/why");
        Matcher advised = QUOTED.matcher(company.getLast());
        assertTrue(advised.find(), company.toString());
        assertTrue(talk("ana", "someone arrived", advised.group(1), "open the garage")
                .getLast()
                .startsWith("Shall I open the garage?"));
    }

    @Test
    void theBuiltInAgentDoesNotDoTheOppositeOfWhatWasSaid() {
        List<String> said = talk(
                "ana",
                "please don't turn on the kitchen lights",
                "set the volume to 99",
                "turn on the lights in the bathroom",
                "what can you do?",
                "order some tea",
                "yeah sure");
        assertEquals(2, recorded("tool.dispatched").size(), "the bathroom and the tea");
        assertTrue(said.contains("The bathroom lights are on."), said.toString());
        assertTrue(said.stream().anyMatch(line -> line.startsWith("The volume goes from 0 to 10.")), said.toString());
        assertTrue(said.contains("May I order tea? Please say yes or no."), said.toString());
        assertEquals("I have ordered tea.", said.getLast());
        assertTrue(said.stream().anyMatch(line -> line.startsWith("I can turn lights on")), said.toString());
        List<String> child = talk("dora", "turn on the lights");
        assertFalse(child.getFirst().contains("_") || child.getFirst().contains("GUEST"), child.toString());
    }

    @Test
    void thereIsSomethingForHumanEyes() {
        talk("ana", "turn on the kitchen lights");
        List<String> shown = commands.run("", "log", "show", "--data", data(), "talk-1");
        List<String> replayed = commands.run("", "replay", "--data", data(), "talk-1");
        for (List<String> lines : List.of(shown, replayed)) {
            assertTrue(lines.size() > 5, lines.toString());
            assertTrue(lines.stream().noneMatch(line -> HASH.matcher(line).find() || line.length() > 200));
        }
        assertTrue(shown.stream().anyMatch(line -> line.contains("ana: turn on the kitchen lights")));
        String listed = commands.run("", "log", "ls", "--data", data()).getLast();
        assertTrue(listed.contains("\"people\":[\"ana\"],\"turns\":1"), listed);
        assertTrue(listed.contains("\"from\":\"20"), listed);
    }

    @Test
    void dataIsTheFolderEverywhereUnlessAnotherIsNamed() throws Exception {
        assertEquals(List.of("The hall lights are on."), inFolder("turn on the hall lights\n", "talk", "--as", "ana"));
        assertTrue(Files.isDirectory(folder.resolve("data")));
        for (String command : List.of("log ls", "log show", "replay talk-1", "explain talk-1 5", "what-if")) {
            assertFalse(inFolder("", command.split(" ", -1)).isEmpty(), command);
        }
    }

    /** Runs the program itself with this folder as the working directory. */
    private List<String> inFolder(String input, String... args) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName()));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(Files.writeString(folder.resolve("in"), input).toFile())
                .redirectError(folder.resolve("err").toFile())
                .start();
        List<String> said = process.inputReader(StandardCharsets.UTF_8).lines().toList();
        assertTrue(process.waitFor(60, TimeUnit.SECONDS));
        assertEquals(0, process.exitValue(), Files.readString(folder.resolve("err")));
        return said;
    }

    @Test
    void aFolderThatIsOfNoUseIsOneLine() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "x");
        for (Path bad : List.of(file, Path.of("/proc/parley"))) {
            assertEquals(ExitCode.BAD_INPUT, commands.code("hello\n", "talk", "--data", bad.toString()));
            assertEquals(1, commands.errors().size(), commands.errors().toString());
        }
    }

    private List<String> scenario(String from, String to) throws IOException {
        String text = """
            name: my refund
            people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]
            user:
              - {at_ms: 0, types: "refund", by: ana}
              - {at_ms: 900, approves: c1, by: ana}
            agent:
              - {when: refund, calls: [{id: c1, tool: refund}]}
              - {when_result: c1, says: "Refunded.", audio_ms: 500}
            tools:
              refund: {takes_ms: 10, safety: WRITE, approval: required}
            """;
        assertTrue(text.contains(from));
        Path file = Files.writeString(folder.resolve("refund.yaml"), text.replace(from, to));
        commands.code("", "scenario", "run", file.toString());
        return commands.errors().stream()
                .map(line -> line.replace(file.toString(), "refund.yaml"))
                .toList();
    }

    @Test
    void aSlipInANameOfAScenarioIsTold() throws IOException {
        assertEquals(List.of("ok      my refund"), scenario("name: my", "name: my"));
        assertEquals(
                "parley: refund.yaml: there is no tool 'refnd'; known are [refund]",
                scenario("tool: refund", "tool: refnd").getFirst());
        assertEquals(
                "parley: refund.yaml: there is no person 'anna'; known are [ana]",
                scenario("approves: c1, by: ana", "approves: c1, by: anna").getFirst());
        assertEquals(
                "parley: refund.yaml: there is no call 'c7'; known are [c1]",
                scenario("approves: c1", "approves: c7").getFirst());
        String unknown = scenario("types:", "shouts:").getFirst();
        assertTrue(unknown.startsWith("parley: refund.yaml:4: ") && unknown.contains("known are types, "), unknown);
        assertEquals(ExitCode.BAD_INPUT, commands.code("", "scenario", "run", "nope.yaml"));
        assertEquals(List.of("parley: nope.yaml: no such file"), commands.errors());
    }

    @Test
    void aSlipInANameOfACommandAFileOrAConversationIsTold() {
        talk("ana", "hello");
        for (String[] slip : new String[][] {
            {"log shwo", "parley: there is no command 'log shwo' (see ./parley log --help)"},
            {"log --nope", "parley: Unknown option: '--nope' (see ./parley log --help)"},
            {"talk --household nope.yaml", "parley: nope.yaml: no such file"},
            {"replay --file nope.jsonl", "parley: nope.jsonl: no such file"},
            {
                "log show nope --data " + data(),
                "parley: " + data() + ": there is no conversation 'nope'; it holds house:people, talk-1"
            }
        }) {
            assertEquals(ExitCode.BAD_INPUT, commands.code("", slip[0].split(" ", -1)), slip[0]);
            assertEquals(List.of(slip[1]), commands.errors());
        }
    }

    @Test
    void helpNamesEveryCommandOfTheReadmeAndEndsItsSentences() {
        String help = String.join("\n", commands.run("", "--help"));
        for (String named : List.of("./parley install", "./parley bench", "./parley verify")) {
            assertTrue(help.contains(named), help);
        }
        assertTrue(help.lines().noneMatch(line -> line.endsWith("how sure it is,")), help);
    }

    /** A command is run as it is shown; nobody has it on their path. */
    @Test
    void whatIsAdvisedCanBeTypedAsItIs() {
        talk("ana", "hello");
        String told = commands.errors().getLast();
        assertTrue(told.startsWith("Recorded as talk-1: ./parley log show"), told);
        commands.run("", told.substring(told.indexOf("./parley ") + 9).split(" ", -1));
        assertTrue(commands.lines().getFirst().toLowerCase(Locale.ROOT).startsWith("talk-1"));
    }
}
