package dev.parley.sim;

import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.ScenarioReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The scenarios that come with the project. */
final class Library {
    private Library() {}

    static List<Path> files() {
        Path root = Path.of(System.getProperty("parley.root", "..")).resolve("scenarios");
        try (Stream<Path> files = Files.list(root)) {
            return files.filter(file -> file.toString().endsWith(".yaml"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Scenario read(Path file) {
        try {
            return ScenarioReader.yaml(Files.readString(file), name -> Files.readString(file.resolveSibling(name)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (BadScenario e) {
            throw new AssertionError(file + ":" + e.line() + ": " + e.reason(), e);
        }
    }
}
