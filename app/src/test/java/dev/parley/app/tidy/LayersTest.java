package dev.parley.app.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The packages of a module form layers: no package depends on itself by way of others. */
class LayersTest {
    private static final Pattern PACKAGE = Pattern.compile("^package ([\\w.]+);");
    private static final Pattern IMPORT =
            Pattern.compile("^import (?:static )?([a-z]\\w*(?:\\.[a-z]\\w*)*)\\.[A-Z].*;");

    @Test
    void noModuleHasACycleOfPackages() {
        List<String> cycles = new ArrayList<>();
        Sources.modules().forEach(module -> {
            List<String> found = inCycles(imports(module));
            if (!found.isEmpty()) {
                cycles.add(module.getFileName() + ": " + found);
            }
        });
        assertEquals(List.of(), cycles, "these packages reach themselves by way of others");
    }

    @Test
    void findsACycleOfThree() {
        Map<String, Set<String>> graph =
                Map.of("a", Set.of("b"), "b", Set.of("c"), "c", Set.of("a", "d"), "d", Set.of(), "e", Set.of("a"));
        assertEquals(List.of("a", "b", "c"), inCycles(graph));
        assertEquals(List.of(), inCycles(Map.of("a", Set.of("b", "d"), "b", Set.of("d"), "d", Set.of())));
    }

    /** For each package of the module, the packages that its files import, its own left out. */
    private static Map<String, Set<String>> imports(Path module) {
        Map<String, Set<String>> graph = new TreeMap<>();
        Sources.under(module.resolve("src/main/java")).forEach(file -> {
            String own = "";
            for (String line : Sources.lines(file)) {
                Matcher declared = PACKAGE.matcher(line);
                if (declared.find()) {
                    own = declared.group(1);
                    graph.computeIfAbsent(own, _ -> new TreeSet<>());
                }
                Matcher imported = IMPORT.matcher(line);
                if (imported.find() && !imported.group(1).equals(own)) {
                    graph.computeIfAbsent(own, _ -> new TreeSet<>()).add(imported.group(1));
                }
            }
        });
        return graph;
    }

    private static List<String> inCycles(Map<String, Set<String>> graph) {
        return graph.entrySet().stream()
                .filter(each -> reaches(graph, each.getValue(), each.getKey()))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }

    private static boolean reaches(Map<String, Set<String>> graph, Collection<String> from, String wanted) {
        Deque<String> open = new ArrayDeque<>(from);
        Set<String> seen = new TreeSet<>(from);
        while (!open.isEmpty()) {
            String next = open.poll();
            if (next.equals(wanted)) {
                return true;
            }
            graph.getOrDefault(next, Set.of()).stream().filter(seen::add).forEach(open::add);
        }
        return false;
    }
}
