package dev.parley;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The worked example runs as it stands. */
@Timeout(120)
class ExampleTest {
    @TempDir
    Path data;

    private static final Path EXAMPLE = Path.of(System.getProperty("parley.root"), "examples", "ShopAgent.java");

    @Test
    void isShorterThanSixtyLines() throws IOException {
        assertTrue(Files.readAllLines(EXAMPLE).size() < 60);
    }

    @Test
    void isShownInTheReadmeAsItIs() throws IOException {
        String example = Files.readString(EXAMPLE).replace("\n        ", "\n");
        String readme = Files.readString(Path.of(System.getProperty("parley.root"), "README.md"));
        int start = readme.indexOf("```java\n") + "```java\n".length();
        String shown = readme.substring(start, readme.indexOf("```", start));
        assertTrue(example.contains(shown), shown);
        assertTrue(shown.contains("talk.say("), shown);
    }

    @Test
    void ordersAfterAYes() throws Exception {
        List<String> lines = run("yes");
        assertEquals("May I order tea? Please say yes or no.", lines.get(0));
        assertEquals("The order: success.", lines.get(1));
        assertEquals(
                2, lines.stream().filter(line -> line.endsWith("tool.result")).count());
    }

    @Test
    void doesNotOrderAfterANo() throws Exception {
        List<String> lines = run("no");
        assertEquals("The order: denied.", lines.get(1));
        assertEquals(
                1,
                lines.stream().filter(line -> line.endsWith("tool.dispatched")).count());
    }

    private List<String> run(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                EXAMPLE.toString(),
                data.toString()));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertEquals(0, process.waitFor());
        return lines;
    }
}
