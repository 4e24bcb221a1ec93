package dev.parley.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The page about the pipeline has every section, and names only what is there. */
class PipelineDocTest {
    private static final Path ROOT = Path.of(System.getProperty("parley.root"));
    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w+)`");

    @Test
    void everyItemAndRuleHasASectionWithItsClassesAndTests() throws IOException {
        List<String> incomplete = new ArrayList<>();
        int items = 0;
        for (String section : Files.readString(ROOT.resolve("docs/pipeline.md")).split("\n### ", -1)) {
            String title = section.lines().findFirst().orElse("");
            boolean isFirst = title.startsWith("#");
            items += title.matches("\\d+ .*") ? 1 : 0;
            if (!isFirst && (!section.contains("Carried by `") || !section.contains("Shown by `"))) {
                incomplete.add(title);
            }
        }
        assertEquals(List.of(), incomplete);
        assertEquals(33, items);
    }

    @Test
    void everyClassAndTestItNamesIsThere() throws IOException {
        Set<String> sources = sources();
        List<String> missing = Files.readString(ROOT.resolve("docs/pipeline.md"))
                .lines()
                .filter(line -> line.startsWith("Carried by"))
                .flatMap(line -> NAMED.matcher(line).results().map(match -> match.group(1)))
                .filter(name -> !sources.contains(name))
                .toList();
        assertEquals(List.of(), missing);
        assertTrue(sources.size() > 100);
    }

    @Test
    void everyItemIsCitedByATest() throws IOException {
        Set<Integer> cited = new TreeSet<>();
        try (Stream<Path> files = tests()) {
            for (Path file : files.toList()) {
                Matcher citation = Pattern.compile("[Ii]tems? ([\\d, and]+)").matcher(Files.readString(file));
                while (citation.find()) {
                    Arrays.stream(citation.group(1).split("\\D+", -1))
                            .filter(number -> !number.isEmpty())
                            .forEach(number -> cited.add(Integer.valueOf(number)));
                }
            }
        }
        List<Integer> uncited = Stream.iterate(1, n -> n + 1)
                .limit(33)
                .filter(n -> !cited.contains(n))
                .toList();
        assertEquals(List.of(), uncited);
    }

    private static Set<String> sources() throws IOException {
        try (Stream<Path> files = Files.walk(ROOT, 12)) {
            return files.map(path ->
                            path.getFileName() == null ? "" : path.getFileName().toString())
                    .filter(name -> name.endsWith(".java"))
                    .map(name -> name.substring(0, name.length() - ".java".length()))
                    .collect(Collectors.toCollection(TreeSet::new));
        }
    }

    @SuppressWarnings("StreamResourceLeak")
    private static Stream<Path> tests() throws IOException {
        return Files.walk(ROOT, 12)
                .filter(path -> path.toString().contains("src/test/java")
                        && path.toString().endsWith("Test.java"));
    }
}
