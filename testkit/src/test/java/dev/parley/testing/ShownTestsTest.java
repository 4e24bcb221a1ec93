package dev.parley.testing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the pages show under "Testing your ... agent" compiles against this kit. */
class ShownTestsTest {
    private static final Pattern SECTION =
            Pattern.compile("^## Testing your (?:own )?agent$(.*?)(?=^## |\\z)", Pattern.DOTALL | Pattern.MULTILINE);
    private static final Pattern SHOWN = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final String AROUND = """
            import static org.junit.jupiter.api.Assertions.assertEquals;
            import dev.parley.Parley;
            import dev.parley.agent.tool.Tool;
            import dev.parley.kernel.port.Model;
            import dev.parley.sim.result.ScenarioResult;
            import dev.parley.testing.*;
            import java.nio.file.Path;
            import java.util.List;
            import java.util.stream.Stream;
            import org.junit.jupiter.api.*;
            import org.junit.jupiter.api.extension.RegisterExtension;
            class Shown {
                static Path folder;
                static Model model;
                static Tool order;
                MEMBERS
            }
            """;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"library.md", "scenarios.md"})
    void compiles(String page) throws IOException {
        String text = Files.readString(Path.of(System.getProperty("parley.root"), "docs", page));
        String section = SECTION.matcher(text)
                .results()
                .map((MatchResult found) -> found.group(1))
                .findFirst()
                .orElseThrow();
        List<String> shown = SHOWN.matcher(section)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
        assertFalse(shown.isEmpty(), section);
        for (String code : shown) {
            assertEquals("", complaints(code.startsWith("@") ? code : "void shown() throws Exception {" + code + "}"));
        }
    }

    private String complaints(String members) throws IOException {
        JavaFileObject source =
                new SimpleJavaFileObject(URI.create("string:///Shown.java"), JavaFileObject.Kind.SOURCE) {
                    @Override
                    public CharSequence getCharContent(boolean ignored) {
                        return AROUND.replace("MEMBERS", members);
                    }
                };
        StringWriter told = new StringWriter();
        List<String> options =
                List.of("-proc:none", "-d", folder.toString(), "-cp", System.getProperty("java.class.path"));
        boolean isFine = ToolProvider.getSystemJavaCompiler()
                .getTask(told, null, null, options, null, List.of(source))
                .call();
        return isFine ? "" : told.toString();
    }
}
