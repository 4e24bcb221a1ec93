package dev.parley.pipeline;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
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
    private static final Pattern CITED = Pattern.compile("[Ii]tems? (\\d+(?:(?:,| and| to)? \\d+)*)");

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

    /** An item is cited by its number, a rule of the lanes by its own, and one of the minimal rules by its name. */
    @Test
    void everySectionIsCitedByATestThatItNames() throws IOException {
        Map<String, String> tests = tests();
        List<String> uncited = new ArrayList<>();
        for (String section : Files.readString(ROOT.resolve("docs/pipeline.md")).split("\n### ", -1)) {
            String title = section.lines().findFirst().orElse("");
            String shown = section.lines()
                    .filter(line -> line.contains("Shown by"))
                    .map(line -> line.substring(line.indexOf("Shown by")))
                    .collect(Collectors.joining());
            boolean cited = NAMED.matcher(shown)
                    .results()
                    .map(match -> tests.getOrDefault(match.group(1), ""))
                    .anyMatch(text -> cites(text, title));
            if (!title.startsWith("#") && !cited) {
                uncited.add(title);
            }
        }
        assertEquals(List.of(), uncited);
    }

    private static boolean cites(String test, String title) {
        String number = title.split(" ", 2)[0];
        if (number.matches("\\d+")) {
            return items(test).contains(Integer.valueOf(number));
        }
        return test.contains(number.startsWith("4.") ? number : title.toLowerCase(Locale.ROOT));
    }

    private static Set<Integer> items(String test) {
        Set<Integer> cited = new TreeSet<>();
        Matcher citation = CITED.matcher(test);
        while (citation.find()) {
            int[] numbers = Arrays.stream(citation.group(1).split("\\D+", -1))
                    .filter(number -> !number.isEmpty())
                    .mapToInt(Integer::parseInt)
                    .toArray();
            boolean isRange = citation.group(1).contains(" to ");
            int last = numbers[numbers.length - 1];
            for (int number = numbers[0]; isRange && number < last; number++) {
                cited.add(number);
            }
            Arrays.stream(numbers).forEach(cited::add);
        }
        return cited;
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

    /** The text of every test, by the name of its class; tests of one name in two modules count together. */
    private static Map<String, String> tests() throws IOException {
        Map<String, String> tests = new TreeMap<>();
        try (Stream<Path> files = Files.walk(ROOT, 12)) {
            for (Path file : files.filter(PipelineDocTest::isTest).toList()) {
                String name = String.valueOf(file.getFileName()).replace(".java", "");
                tests.merge(name, Files.readString(file), String::concat);
            }
        }
        return tests;
    }

    private static boolean isTest(Path path) {
        return path.toString().contains("src/test/java") && path.toString().endsWith("Test.java");
    }
}
