package dev.parley.app.proof;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.talk.StoryRecords;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.sim.script.BadScenario;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the runtime does, one line for each result, so that a change that may alter nothing can be compared with the commit
 * before it. {@code -Dparley.oracle=FILE} writes the file where it does not exist and compares with it where it does; without
 * it the lines of a few scenarios are compared with those of a second run.
 */
class OracleTest {
    private static final int FEW = 12;
    private static final Set<String> BYTES = Set.of("log_sha256");

    @TempDir
    private Path folder = Path.of("");

    @Test
    void doesWhatItDidBefore() throws IOException, BadScenario {
        String file = System.getProperty("parley.oracle", "");
        if (file.isEmpty()) {
            List<Path> few = scenarios().subList(0, FEW);
            Map<String, String> first = ofScenarios(few);
            assertEquals(FEW * 2, first.size());
            assertEquals(first, ofScenarios(few));
            return;
        }
        Map<String, String> now = new TreeMap<>(ofScenarios(scenarios()));
        now.putAll(ofStories());
        now.putAll(ofMutants());
        Path kept = Path.of(file);
        if (Files.exists(kept)) {
            assertEquals("", String.join("\n", differences(read(kept), now)));
        } else {
            Files.write(
                    kept,
                    now.entrySet().stream()
                            .map(line -> line.getKey() + "\t" + line.getValue())
                            .toList());
        }
    }

    @Test
    void tellsWhatDiffers() {
        Map<String, String> before = Map.of("a", "1", "b", "2", "c", "3");
        Map<String, String> now = Map.of("a", "1", "b", "4", "d", "5");
        assertEquals(List.of("b: 2 -> 4", "c: 3 -> gone", "d: none -> 5"), differences(before, now));
    }

    private static List<String> differences(Map<String, String> before, Map<String, String> now) {
        Set<String> names = new TreeSet<>(before.keySet());
        names.addAll(now.keySet());
        return names.stream()
                .filter(name -> !before.getOrDefault(name, "").equals(now.getOrDefault(name, "")))
                .map(name -> name + ": " + before.getOrDefault(name, "none") + " -> " + now.getOrDefault(name, "gone"))
                .toList();
    }

    private static Map<String, String> read(Path kept) throws IOException {
        Map<String, String> lines = new LinkedHashMap<>();
        for (String line : Files.readAllLines(kept)) {
            int tab = line.indexOf('\t');
            lines.put(line.substring(0, tab), line.substring(tab + 1));
        }
        return lines;
    }

    private static List<Path> scenarios() throws IOException {
        Path root = Path.of(System.getProperty("parley.root", ".."));
        try (Stream<Path> files = Files.list(root.resolve("scenarios"))) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        }
    }

    /** The result of each scenario, and apart from it the hash of its log. */
    private static Map<String, String> ofScenarios(List<Path> files) {
        List<String> args = new ArrayList<>(List.of("scenario", "run", "--json"));
        files.forEach(file -> args.add(file.toString()));
        Map<String, String> lines = new LinkedHashMap<>();
        Exports.run("", args.toArray(String[]::new)).lines().forEach(line -> {
            Json.Obj result = Exports.parsed(line);
            Map<String, Json> without = new LinkedHashMap<>(result.fields());
            without.keySet().removeAll(BYTES);
            String name = Exports.text(result, "name");
            lines.put("scenario " + name, sha256(new Json.Obj(without).canonical()));
            lines.put("log " + name, Exports.text(result, "log_sha256"));
        });
        return lines;
    }

    private static Map<String, String> ofStories() throws IOException, BadScenario {
        Map<String, String> lines = new LinkedHashMap<>();
        StoryRecords.played().forEach((name, runes) -> {
            StringBuilder all = new StringBuilder();
            for (Rune rune : runes) {
                all.append(rune.kind())
                        .append(' ')
                        .append(rune.payload().canonical())
                        .append('\n');
            }
            lines.put("story " + name, runes.size() + " runes " + sha256(all.toString()));
        });
        return lines;
    }

    /** Whether each change of a record of the scenarios is found; named by conversation, event, kind and number. */
    private Map<String, String> ofMutants() throws IOException {
        Map<String, List<Json.Obj>> held = Exports.ofScenarios(folder);
        assertTrue(held.size() > 130, () -> "held " + held.size());
        Map<String, String> lines = new LinkedHashMap<>();
        held.forEach((name, runes) -> {
            for (int i = 0; i < runes.size(); i++) {
                Map<Mutant.Kind, Integer> numbers = new TreeMap<>();
                for (Mutant mutant : Mutant.at(runes, i)) {
                    int number = numbers.merge(mutant.kind(), 1, Integer::sum);
                    String id =
                            name + '#' + Exports.number(mutant.rune(), "event_id") + ' ' + mutant.kind() + ' ' + number;
                    Exports.Proof proof = Exports.replayed(mutant.lines());
                    lines.put("mutant " + id, proof.fault() == null ? "not found" : "found");
                }
            }
        });
        return lines;
    }

    private static String sha256(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
