package dev.parley.app.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A production class that no command reaches is wired or deleted. */
class ReachTest {
    private static final List<String> ROOTS = List.of("dev.parley.app.Main", "dev.parley.Parley");
    private static final List<String> MODULES = List.of(
            "kernel",
            "runelog",
            "replay",
            "pipeline",
            "provider",
            "agent",
            "session",
            "speech",
            "app",
            "library",
            "openai",
            "transport",
            "cluster");
    /** Not counted: what tests of adapters and of the record are made of. */
    private static final List<String> ASIDE = List.of(
            "dev.parley.provider.conformance.",
            "dev.parley.runelog.disk.DiskFaults",
            "dev.parley.runelog.disk.MemoryDisk",
            "dev.parley.runelog.disk.Simulated");

    @Test
    void everyProductionClassIsReachedFromACommandOrTheLibrary() {
        ClassReach reach = new ClassReach(ROOTS);
        List<String> unreached = production().stream()
                .map(ReachTest::className)
                .filter(name -> !reach.reaches(name) && !ClassReach.isConstantsOnly(name))
                .toList();
        assertEquals(List.of(), unreached, "reached by nothing that runs: wire or delete");
    }

    private static List<Path> production() {
        return MODULES.stream()
                .map(module -> Sources.root().resolve(module))
                .filter(Files::isDirectory)
                .flatMap(module -> Sources.under(module.resolve("src/main/java")))
                .filter(file -> !file.endsWith("package-info.java") && !file.endsWith("module-info.java"))
                .filter(file -> ASIDE.stream().noneMatch(className(file)::startsWith))
                .toList();
    }

    private static String className(Path file) {
        String path = Sources.name(file);
        String below = path.substring(path.indexOf("src/main/java/") + "src/main/java/".length());
        return below.substring(0, below.length() - ".java".length()).replace('/', '.');
    }
}
