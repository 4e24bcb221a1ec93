package dev.parley.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.Parley;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code examples/shop} is a Maven project that knows nothing of this build but its artifacts. They go into a repository in a
 * temporary folder, which has everything else by links to the machine's own, and Maven builds and tests the project there
 * without a network.
 */
@Timeout(300)
class OutsideProjectTest {
    private static final Path ROOT =
            Path.of(System.getProperty("parley.root", "..")).toAbsolutePath();
    private static final String VERSION = "0.1.0-SNAPSHOT";
    private static final Map<String, String> ARTIFACTS = Map.ofEntries(
            Map.entry("kernel", "parley-kernel"),
            Map.entry("runelog", "parley-runelog"),
            Map.entry("state", "parley-state"),
            Map.entry("replay", "parley-replay"),
            Map.entry("pipeline", "parley-pipeline"),
            Map.entry("provider", "parley-provider"),
            Map.entry("agent", "parley-agent"),
            Map.entry("session", "parley-session"),
            Map.entry("sim", "parley-sim"),
            Map.entry("library", "parley"),
            Map.entry("testkit", "parley-test"));

    @TempDir
    Path folder;

    private Path repository = Path.of("");
    private Path project = Path.of("");

    @BeforeEach
    void prepare() throws Exception {
        repository = Files.createDirectories(folder.resolve("repository"));
        project = folder.resolve("shop");
        link(machineRepository(), repository, "dev");
        link(machineRepository().resolve("dev"), Files.createDirectories(repository.resolve("dev")), "parley");
        artifact("parley-parent", ROOT.resolve("pom.xml"));
        artifact("parley-bom", ROOT.resolve("bom/pom.xml"));
        for (Map.Entry<String, String> each : ARTIFACTS.entrySet()) {
            Path home = artifact(each.getValue(), ROOT.resolve(each.getKey()).resolve("pom.xml"));
            jar(each.getKey(), each.getValue(), home.resolve(each.getValue() + "-" + VERSION + ".jar"));
        }
        copy(ROOT.resolve("examples/shop"), project);
        addSecondTool(Files.readString(ROOT.resolve("README.md")));
    }

    /** Does as the README tells whoever wants a tool of their own. */
    private void addSecondTool(String readme) throws IOException {
        List<String> given = Pattern.compile("// .*\n")
                .splitAsStream(block(readme, "java", readme.indexOf("A tool of your own")))
                .toList();
        Path program = project.resolve("src/main/java/shop/Shop.java");
        String item = "record Item(String item) {}\n";
        String before = Files.readString(program);
        String after = before.replace(item, item + given.get(1))
                .replace("return Parley.in", given.get(2) + "return Parley.in")
                .replaceFirst("case UserSaid", Matcher.quoteReplacement(given.get(3)) + "case UserSaid")
                .replace(".tools(order)", given.get(4));
        Files.writeString(program, after);
        Files.writeString(
                project.resolve("src/test/scenarios/dog.yaml"), block(readme, "yaml", readme.indexOf("dog.yaml")));
    }

    private static String block(String page, String language, int from) {
        int start = page.indexOf("```" + language + "\n", from) + language.length() + 4;
        return page.substring(start, page.indexOf("```", start));
    }

    @Test
    void isBuiltAndTestedWithTheBomAndOneDependency() throws Exception {
        Path log = folder.resolve("maven.log");
        ProcessBuilder maven = new ProcessBuilder("mvn", "-o", "-B", "-ntp", "-Dmaven.repo.local=" + repository, "test")
                .directory(project.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        maven.environment().put("JAVA_HOME", System.getProperty("java.home"));
        maven.environment().put("MAVEN_OPTS", "-XX:+UseSerialGC -XX:TieredStopAtLevel=1");
        Process running = maven.start();
        boolean ended = running.waitFor(240, TimeUnit.SECONDS);
        running.destroyForcibly();
        assertTrue(ended && running.exitValue() == 0, Files.readString(log));
        String printed = Files.readString(log);
        assertTrue(printed.contains("Tests run: 5, Failures: 0, Errors: 0, Skipped: 0"), printed);
        assertTrue(printed.contains("May I order tea? Please say yes or no."), printed);
        assertEquals(
                List.of(),
                unpinned(Files.readString(project.resolve("target/surefire-reports/TEST-shop.ShopTest.xml"))));
    }

    /** What the project gets and the BOM says nothing about, and every logging binding. */
    private static List<String> unpinned(String report) throws IOException {
        String bom = Files.readString(ROOT.resolve("bom/pom.xml"));
        List<String> found = new ArrayList<>();
        Matcher each = Pattern.compile("/repository/([\\w./-]+)/([\\w.-]+)/([\\w.-]+)/\\2-\\3[.]jar")
                .matcher(report);
        while (each.find()) {
            String pin = "<artifactId>" + each.group(2) + "</artifactId><version>" + each.group(3) + "</version>";
            String group = each.group(1).replace('/', '.');
            boolean known = List.of("dev.parley", "org.junit", "org.junit.jupiter", "org.junit.platform")
                    .contains(group);
            if (!(known || bom.contains(pin) || isOfJUnit(each.group(2)))
                    || each.group(2).matches("slf4j-(?!api).*|logback.*")) {
                found.add(each.group());
            }
        }
        assertTrue(report.contains("reactor-core-3.8.5.jar"), "the report names the class path");
        return found;
    }

    private static boolean isOfJUnit(String artifact) {
        return artifact.equals("opentest4j") || artifact.equals("apiguardian-api");
    }

    private static Path machineRepository() {
        String given = System.getProperty("localRepository");
        return given == null ? Path.of(System.getProperty("user.home"), ".m2", "repository") : Path.of(given);
    }

    private static void link(Path from, Path to, String without) throws IOException {
        try (Stream<Path> all = Files.list(from)) {
            for (Path each : all.filter(path -> !path.endsWith(without)).toList()) {
                Files.createSymbolicLink(to.resolve(each.getFileName()), each);
            }
        }
    }

    private Path artifact(String name, Path pom) throws IOException {
        Path home = Files.createDirectories(
                repository.resolve("dev/parley").resolve(name).resolve(VERSION));
        Files.copy(pom, home.resolve(name + "-" + VERSION + ".pom"));
        return home;
    }

    /** The jar that was packaged, or one of the classes of the module; where all modules are in one folder, all of them. */
    private static void jar(String module, String artifact, Path target) throws IOException, URISyntaxException {
        Path packaged = ROOT.resolve(module).resolve("target/" + artifact + "-" + VERSION + ".jar");
        Path classes = ROOT.resolve(module).resolve("target/classes");
        Path here = Path.of(
                Parley.class.getProtectionDomain().getCodeSource().getLocation().toURI());
        if (Files.exists(packaged)) {
            Files.copy(packaged, target);
        } else if (Files.exists(classes)) {
            pack(classes, target);
        } else {
            pack(module.equals("library") ? here : Files.createTempDirectory("none"), target);
        }
    }

    private static void pack(Path classes, Path target) throws IOException {
        try (OutputStream out = Files.newOutputStream(target);
                JarOutputStream jar = new JarOutputStream(out);
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile)
                    .filter(file -> !file.endsWith("module-info.class"))
                    .toList()) {
                jar.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
                Files.copy(file, jar);
            }
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(path -> !from.relativize(path).startsWith("target"))
                    .toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy);
                }
            }
        }
    }
}
