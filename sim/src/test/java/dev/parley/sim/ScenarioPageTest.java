package dev.parley.sim;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.sim.script.ScenarioReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The examples in the page about scenarios are scenarios, and what they expect happens. */
class ScenarioPageTest {
    private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    @Test
    void everyExampleRuns() throws Exception {
        String page = Files.readString(Path.of(System.getProperty("parley.root", ".."), "docs", "scenarios.md"));
        List<String> examples = EXAMPLE.matcher(page)
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
        assertTrue(examples.size() >= 4, () -> examples.size() + " examples");
        for (String example : examples) {
            assertEquals(List.of(), Scenarios.run(ScenarioReader.yaml(example)).failures(), example);
        }
    }
}
