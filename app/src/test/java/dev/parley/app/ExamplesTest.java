package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.config.NotesServer;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The programs in {@code examples} run as they are. */
@Timeout(120)
class ExamplesTest {
    private static final Path EXAMPLES = Path.of(System.getProperty("parley.root", ".."), "examples");
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final String CLASSES =
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

    @TempDir
    Path folder;

    @Test
    void areShorterThanSixtyLines() throws IOException {
        try (Stream<Path> all = Files.walk(EXAMPLES)) {
            for (Path file : all.filter(each -> each.toString().endsWith(".java"))
                    .filter(each -> !each.toString().endsWith("Test.java"))
                    .toList()) {
                assertTrue(Files.readAllLines(file).size() < 60, file.toString());
            }
        }
    }

    @Test
    void theProgramOfTheReadmeIsThatOfTheShop() throws IOException {
        String readme = Files.readString(EXAMPLES.resolveSibling("README.md"));
        int start = readme.indexOf("```java\n") + "```java\n".length();
        String shown = readme.substring(start, readme.indexOf("```", start));
        assertTrue(shown.lines().count() < 30, shown);
        String shop = Files.readString(EXAMPLES.resolve("shop/src/main/java/shop/Shop.java"));
        assertTrue(shop.contains(shown), shown);
        assertTrue(shown.contains("talk.say("), shown);
    }

    @Test
    void aTextAgentRunsAgainAndAgainInOneFolder() throws Exception {
        List<String> first = run("hello\nsome tea\nyes\n", "TextAgent", data());
        assertEquals(
                List.of("I sell tea.", "May I order tea? Please say yes or no.", "The order: success."),
                first.subList(0, 3));
        assertTrue(first.getLast().startsWith("shop-1 has "), first.toString());
        List<String> second = run("some tea\nno\n", "TextAgent", data());
        assertEquals("The order: denied.", second.get(1));
        assertTrue(second.getLast().startsWith("shop-2 has "), second.toString());
    }

    @Test
    void aVoiceAgentIsInterrupted() throws Exception {
        assertTrue(run("", "VoiceAgent", data()).contains("silence"));
    }

    @Test
    void aToolOfAnMcpServerAsksFirst() throws Exception {
        Path notes = folder.resolve("notes");
        List<String> lines = run(
                "", "McpTool", folder.toString(), JAVA, "-cp", CLASSES, NotesServer.class.getName(), notes.toString());
        assertEquals("May I use notes to add with note milk? Please say yes or no.", lines.getFirst());
        assertEquals("The server answered: success.", lines.getLast());
        assertEquals("milk", Files.readString(notes).strip());
    }

    @Test
    void anAgentHandsOver() throws Exception {
        assertEquals(
                List.of(
                        "This is the clerk.",
                        "This is the manager.",
                        "This is the clerk.",
                        "This is the clerk.",
                        "clerk TRANSFER",
                        "manager TRANSFER",
                        "joy PLAY"),
                run("", "Handover", data()));
    }

    private String data() {
        return folder.resolve("data").toString();
    }

    private static List<String> run(String input, String example, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                JAVA,
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                CLASSES,
                EXAMPLES.resolve(example + ".java").toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (OutputStream in = process.getOutputStream()) {
            in.write(input.getBytes(StandardCharsets.UTF_8));
        }
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertEquals(0, process.waitFor());
        return lines;
    }
}
