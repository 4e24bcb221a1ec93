package dev.parley.app.talk;

import dev.parley.kernel.rune.Rune;
import dev.parley.session.people.CatalogueReader;
import dev.parley.session.people.HouseSpec;
import dev.parley.session.people.HouseholdReader;
import dev.parley.sim.script.BadScenario;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The runes of the stories in {@code examples/stories}, by file name. */
public final class StoryRecords {
    private static final Path FOLDER = Path.of(System.getProperty("parley.root", ".."), "examples", "stories");

    private StoryRecords() {}

    static List<Path> files() throws IOException {
        try (Stream<Path> all = Files.list(FOLDER)) {
            return all.filter(file -> file.toString().endsWith(".yaml") && !file.endsWith("house.yaml"))
                    .sorted()
                    .toList();
        }
    }

    static HouseSpec house() throws IOException {
        return HouseholdReader.read("house.yaml", Files.readString(FOLDER.resolve("house.yaml")))
                .with(CatalogueReader.standard());
    }

    /** Played as scenarios, on virtual time. */
    public static Map<String, List<Rune>> played() throws IOException, BadScenario {
        Map<String, List<Rune>> all = new LinkedHashMap<>();
        for (Path file : files()) {
            all.put(file.getFileName().toString(), StoryScenario.runes(Story.read(file), house()));
        }
        return all;
    }
}
