package dev.parley.app.tidy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TidyTest {
    private static final int METHOD_LINES_MAX = 60;
    private static final int NESTING_MAX = 6;

    private static final Pattern HOLLOW_NAME =
            Pattern.compile("(Manager|Helper|Helpers|Util|Utils|Impl|Base|Misc|Common)\\.java");

    private static final Pattern IMPURE = Pattern.compile("import java\\.(io|net|nio\\.file|nio\\.channels|sql)\\b"
            + "|import java\\.util\\.(concurrent|Random|Timer|logging)\\b"
            + "|\\bThread\\b|\\bSystem\\.(currentTimeMillis|nanoTime|out|err|getenv|getProperty)\\b"
            + "|\\b(Instant|LocalDate|LocalDateTime|OffsetDateTime|ZonedDateTime|Clock)\\.(now|system\\w*)\\("
            + "|\\bMath\\.random\\b|UUID\\.randomUUID|ThreadLocalRandom|SecureRandom"
            + "|\\b(Locale|ZoneId|TimeZone|Charset)\\.(getDefault|systemDefault|defaultCharset)\\(");

    private static final Pattern SLEEP =
            Pattern.compile("Thread\\.sleep\\(|TimeUnit\\.\\w+\\.sleep\\(|LockSupport\\.parkNanos\\(");
    private static final Pattern SKIP = Pattern.compile("@Disabled|@Ignore|@EnabledIf|@DisabledIf|@DisabledOn");
    private static final Pattern FLOATING = Pattern.compile("\\b(double|float|Double|Float)\\b");
    private static final Pattern UNFINISHED = Pattern.compile("\\b(TODO|FIXME|XXX|HACK)\\b");

    @Test
    void keepsTheKernelFreeOfInputOutputClocksThreadsAndChance() {
        List<Path> pure = Stream.of("kernel", "state")
                .flatMap(module -> Sources.under(Sources.root().resolve(module + "/src/main/java")))
                .toList();
        assertEquals(List.of(), matches(pure, IMPURE), "kernel and state are pure");
    }

    /** The one exception writes numbers in their canonical form, which RFC 8785 defines by way of doubles. */
    @Test
    void decidesAndRecordsNothingInFloatingPoint() {
        List<Path> deciding = Stream.of(
                        "kernel", "runelog", "state", "replay", "pipeline", "provider", "session", "sim")
                .flatMap(module -> Sources.under(Sources.root().resolve(module + "/src/main/java")))
                .filter(file -> !file.endsWith("CanonicalJson.java"))
                .toList();
        assertEquals(List.of(), matches(deciding, FLOATING));
    }

    @Test
    void keepsTheKernelWithoutDependencies() {
        List<String> pom = Sources.lines(Sources.root().resolve("kernel/pom.xml"));
        assertTrue(pom.stream().noneMatch(line -> line.contains("<dependency>")), "the kernel depends on nothing");
    }

    @Test
    void saysInEveryPackageWhatEntersAndWhatLeaves() {
        List<String> silent = new ArrayList<>();
        for (Path file : Sources.java("main")) {
            boolean isPackage = !file.endsWith("module-info.java");
            if (isPackage && !Files.exists(file.resolveSibling("package-info.java"))) {
                silent.add(Sources.name(file));
            }
        }
        assertEquals(List.of(), silent, "every package has a package-info.java");
    }

    /** In comments too, which is where a stand-in would say so. */
    @Test
    void keepsNoPlaceholders() {
        List<String> placeholders = Sources.java("main").stream()
                .filter(file -> Sources.lines(file).stream().anyMatch(line -> line.contains("Placeholder until")))
                .map(Sources::name)
                .toList();
        assertEquals(List.of(), placeholders);
    }

    @Test
    void callsNothingByANameThatSaysNothing() {
        List<String> hollow = both().map(Sources::name)
                .filter(name -> HOLLOW_NAME.matcher(name).find())
                .toList();
        assertEquals(List.of(), hollow);
    }

    @Test
    void keepsMethodsShortAndFlat() {
        List<String> tooLong = new ArrayList<>();
        for (Path file : Sources.java("main")) {
            MethodShapes.of(Sources.lines(file)).forEach(method -> {
                if (method.lines() > METHOD_LINES_MAX || method.nesting() > NESTING_MAX) {
                    tooLong.add(Sources.name(file) + ":" + method);
                }
            });
        }
        assertEquals(List.of(), tooLong);
    }

    @Test
    void neverSleepsInATest() {
        assertEquals(List.of(), matches(testsBut("TidyTest.java"), SLEEP), "time is a port");
    }

    @Test
    void neverSkipsATest() {
        assertEquals(List.of(), matches(testsBut("TidyTest.java"), SKIP));
    }

    @Test
    void leavesNothingUnfinished() {
        assertEquals(List.of(), matches(Sources.java("main"), UNFINISHED));
        assertEquals(List.of(), matches(testsBut("TidyTest.java"), UNFINISHED));
    }

    private static Stream<Path> both() {
        return Stream.concat(Sources.java("main").stream(), Sources.java("test").stream());
    }

    private static List<Path> testsBut(String name) {
        return Sources.java("test").stream()
                .filter(file -> !file.endsWith(name))
                .toList();
    }

    private static List<String> matches(List<Path> files, Pattern pattern) {
        List<String> found = new ArrayList<>();
        for (Path file : files) {
            List<String> lines = Sources.lines(file);
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i).strip();
                boolean comment = line.startsWith("*") || line.startsWith("//") || line.startsWith("/*");
                if (!comment && pattern.matcher(line).find()) {
                    found.add(Sources.name(file) + ":" + (i + 1) + " " + line);
                }
            }
        }
        return found;
    }
}
