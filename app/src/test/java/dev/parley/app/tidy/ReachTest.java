package dev.parley.app.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A production class that no command reaches is deleted, wired, or named here with its reason. */
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

    /** Of ten thousand lines, how many may be reached by nothing. It only ever gets smaller. */
    private static final long UNREACHED_PER_10_000 = 40;

    /** Classes and whole packages (which end with a dot) that wait for something, and for what. */
    private static final Map<String, String> WAITING = waiting();

    private static Map<String, String> waiting() {
        Map<String, String> waiting = new LinkedHashMap<>();
        waiting.put("dev.parley.session.connect.ConnectionAdapter", "the lines of the server");
        return waiting;
    }

    @Test
    void everyProductionClassIsReachedFromACommandOrIsNamedWithItsReason() {
        ClassReach reach = new ClassReach(ROOTS);
        List<String> unnamed = new ArrayList<>();
        long lines = 0;
        long unreached = 0;
        for (Path file : production()) {
            int length = Sources.lines(file).size();
            String name = className(file);
            lines += length;
            if (!reach.reaches(name) && !ClassReach.isConstantsOnly(name)) {
                unreached += length;
                if (WAITING.keySet().stream().noneMatch(known -> covers(known, name))) {
                    unnamed.add(name + " (" + length + " lines)");
                }
            }
        }
        assertEquals(List.of(), unnamed, "reached by nothing that runs: wire or delete");
        assertTrue(
                unreached * 10_000 <= lines * UNREACHED_PER_10_000,
                unreached + " of " + lines + " lines are reached by nothing that runs");
    }

    @Test
    void whatIsNamedIsStillThereAndStillUnreached() {
        ClassReach reach = new ClassReach(ROOTS);
        List<String> unreached = production().stream()
                .map(ReachTest::className)
                .filter(name -> !reach.reaches(name))
                .toList();
        List<String> stale = WAITING.keySet().stream()
                .filter(known -> unreached.stream().noneMatch(name -> covers(known, name)))
                .toList();
        assertEquals(List.of(), stale, "take these off the list");
    }

    private static boolean covers(String known, String name) {
        return known.endsWith(".") ? name.startsWith(known) : name.equals(known);
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
