package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.io.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Every file that a page shows does what the page says, as it is shown. On most pages it is a configuration. */
@Timeout(120)
class PagesTest {
    private static final Path ROOT = Path.of(System.getProperty("parley.root", ".."));
    private static final Pattern EXAMPLE = Pattern.compile("^```yaml\n(.*?)^```", Pattern.DOTALL | Pattern.MULTILINE);

    /** No key is there in a test; a variable that is set on every machine stands for it. */
    private static final String KEY = "OPENAI_API_KEY";

    private static final String SET_EVERYWHERE = "PATH";

    /** The files that the shown ones name. */
    private static final Map<String, String> NAMED = Map.of(
            "rules.yaml", "- {when: hello, says: \"Good day.\"}\n",
            "tools.yaml", "weather: {takes_ms: 10}\n",
            "household.yaml", "people: [{id: eva, role: OWNER, birthdate: 1970-02-03}]\n",
            "talk.yaml", """
                name: as the page says
                pipeline: example.yaml
                user: [{at_ms: 0, types: "hello"}]
                agent: [{when: hello, says: "Good day.", audio_ms: 500}]
                providers: {stt: [primary, backup]}
                expect: {turns: [{reason: completed}]}
                """);

    private final Commands commands = new Commands();

    @TempDir
    private Path folder = Path.of("");

    @TestFactory
    Stream<DynamicTest> everyFileThatIsShownWorks() throws IOException {
        try (Stream<Path> pages = Files.walk(ROOT.resolve("docs"))) {
            return Stream.concat(pages.sorted(), Stream.of(ROOT.resolve("README.md"), ROOT.resolve("CONTRIBUTING.md")))
                    .filter(page -> page.toString().endsWith(".md"))
                    .flatMap(page -> examples(page).stream()
                            .map(example -> DynamicTest.dynamicTest(
                                    page.getFileName() + ": "
                                            + example.lines().findFirst().orElse(""),
                                    () -> works(page.getFileName().toString(), example))))
                    .toList()
                    .stream();
        }
    }

    private static List<String> examples(Path page) {
        try {
            return EXAMPLE.matcher(Files.readString(page))
                    .results()
                    .map((MatchResult found) -> found.group(1))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void works(String page, String example) throws IOException {
        Files.createDirectories(folder.resolve("work"));
        for (Map.Entry<String, String> file : NAMED.entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
        String file = Files.writeString(folder.resolve("example.yaml"), example.replace(KEY, SET_EVERYWHERE))
                .toString();
        String data = folder.resolve("data").toString();
        switch (page) {
            case "scenarios.md" -> commands.run("", "scenario", "run", file);
            case "pipeline.md" ->
                commands.run("", "scenario", "run", folder.resolve("talk.yaml").toString());
            case "README.md" -> assertTrue(example.contains("feed_dog"), "run with its agent by OutsideProjectTest");
            case "people.md" -> {
                boolean isHouse = example.startsWith("people:");
                assertEquals(
                        List.of("The kitchen lights are on."),
                        commands.run(
                                "turn on the kitchen lights\n",
                                "talk",
                                "--as",
                                isHouse ? "eva" : "ana",
                                "--data",
                                data,
                                isHouse ? "--household" : "--catalogue",
                                file));
            }
            default -> {
                commands.run("", "talk", "--as", "ana", "--data", data);
                int code = commands.code("", "workspace", "ls", "--config", file, "--data", data);
                boolean hasWorkspace = example.contains("workspace:");
                assertEquals(hasWorkspace ? ExitCode.ACCEPTED : ExitCode.BAD_INPUT, code, () -> commands.errors() + "");
                assertTrue(
                        hasWorkspace || commands.errors().getFirst().contains("has no 'workspace'"),
                        () -> commands.errors() + "");
            }
        }
    }
}
