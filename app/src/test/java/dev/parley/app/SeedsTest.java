package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The tables of requirements and of ways around authority name only what is there. */
class SeedsTest {
    private static final Path ROOT = Path.of(System.getProperty("parley.root", ".."));
    private static final Pattern NAMED = Pattern.compile("`([^`]+)`");
    private static final int REQUIREMENT = 1;
    private static final int CARRIED_BY = 2;
    private static final int SHOWN_BY = 3;

    private static Set<String> classes(String folder) throws IOException {
        Set<String> names = new HashSet<>();
        try (Stream<Path> files = Files.walk(ROOT)) {
            files.filter(file -> file.toString().contains("/src/" + folder + "/java/"))
                    .map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".java"))
                    .forEach(name -> names.add(name.substring(0, name.length() - ".java".length())));
        }
        return names;
    }

    private static List<String[]> rows() throws IOException {
        return rows("docs/seeds.md");
    }

    private static List<String[]> rows(String page) throws IOException {
        List<String[]> rows = new ArrayList<>();
        for (String line : Files.readAllLines(ROOT.resolve(page))) {
            if (line.equals("## Threat model")) {
                // Its tables describe attackers and bounds; the tests of those are named where the bounds are.
                break;
            }
            if (line.startsWith("| ") && !line.startsWith("| requirement ") && !line.startsWith("| what w")) {
                rows.add(line.split("\\|", -1));
            }
        }
        return rows;
    }

    /** A scenario, the page of a decision against the requirement, or a test. */
    private static boolean isThere(String name, Set<String> tests) {
        if (name.endsWith(".yaml")) {
            return Files.exists(ROOT.resolve("scenarios").resolve(name))
                    || Files.exists(ROOT.resolve("examples/stories").resolve(name));
        }
        return name.endsWith(".md") ? Files.exists(ROOT.resolve("docs/adr").resolve(name)) : tests.contains(name);
    }

    private static List<String> named(String cell) {
        return NAMED.matcher(cell).results().map(found -> found.group(1)).toList();
    }

    @Test
    void everyClassTestAndScenarioOfTheTableIsThere() throws IOException {
        Set<String> production = classes("main");
        Set<String> tests = classes("test");
        List<String> gone = new ArrayList<>();
        for (String[] row : rows()) {
            assertEquals(5, row.length, () -> "not three cells: " + String.join("|", row));
            List<String> carriers = named(row[CARRIED_BY]);
            assertTrue(!carriers.isEmpty(), () -> "nothing carries it: " + row[REQUIREMENT]);
            carriers.stream().filter(name -> !production.contains(name)).forEach(gone::add);
            List<String> shown = named(row[SHOWN_BY]);
            assertTrue(
                    !shown.isEmpty() && !row[SHOWN_BY].contains("**open**"),
                    () -> "nothing shows it: " + row[REQUIREMENT]);
            shown.stream().filter(name -> !isThere(name, tests)).forEach(gone::add);
        }
        assertEquals(List.of(), gone, "the table names what is not there");
        assertTrue(rows().size() >= 240, "every requirement has a row");
    }

    @Test
    void everyWayAroundAuthorityHasATestThatIsThere() throws IOException {
        Set<String> tests = classes("test");
        List<String[]> rows = rows("docs/security.md");
        assertTrue(rows.size() >= 30, () -> rows.size() + " rows");
        for (String[] row : rows) {
            List<String> shown = named(row[SHOWN_BY]);
            assertTrue(!shown.isEmpty(), () -> "nothing shows it: " + row[REQUIREMENT]);
            assertEquals(
                    List.of(),
                    shown.stream().filter(name -> !isThere(name, tests)).toList(),
                    row[REQUIREMENT]);
        }
    }

    @Test
    void noRequirementIsListedTwice() throws IOException {
        Set<String> seen = new HashSet<>();
        for (String[] row : rows()) {
            Matcher dashes = Pattern.compile("-+").matcher(row[REQUIREMENT].strip());
            assertTrue(dashes.matches() || seen.add(row[REQUIREMENT]), () -> "twice: " + row[REQUIREMENT]);
        }
    }
}
