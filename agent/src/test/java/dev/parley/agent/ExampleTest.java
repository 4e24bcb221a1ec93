package dev.parley.agent;

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

/** The worked example runs as it stands. */
@Timeout(120)
class ExampleTest {
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
        assertTrue(shown.contains("agent.turn("), shown);
    }

    @Test
    void ordersWhenApproved() throws Exception {
        List<String> lines = run();
        assertTrue(lines.contains("may order {\"item\":\"tea\"}?"), lines::toString);
        assertTrue(lines.contains("Said[turn=1, text=The order: success.]"), lines::toString);
        assertEquals(
                2, lines.stream().filter(line -> line.endsWith("tool.result")).count());
    }

    @Test
    void doesNotOrderWhenDenied() throws Exception {
        List<String> lines = run("no");
        assertTrue(lines.contains("Said[turn=1, text=The order: denied.]"), lines::toString);
        assertEquals(
                1,
                lines.stream().filter(line -> line.endsWith("tool.dispatched")).count());
    }

    private static List<String> run(String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                EXAMPLE.toString()));
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
