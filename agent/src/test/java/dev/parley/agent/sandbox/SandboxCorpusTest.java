package dev.parley.agent.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.tool.SandboxViolation;
import dev.parley.kernel.port.CancelToken;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Named attempts to leave the sandbox (INV-TOOL-SANDBOX). Every one of them is stopped, and nothing outside changes. */
class SandboxCorpusTest {
    private static final String SECRET = "what nobody may read";

    @TempDir
    Path directory;

    private Path root = Path.of("/");
    private Path outside = Path.of("/");
    private Workspace workspace = unopened();

    private static Workspace unopened() {
        try {
            return Workspace.open(Path.of("/"));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void layOut() throws IOException {
        directory = directory.toRealPath();
        root = Files.createDirectories(directory.resolve("work"));
        outside = Files.createDirectories(directory.resolve("outside"));
        Files.writeString(outside.resolve("secret.txt"), SECRET);
        Files.createDirectories(directory.resolve("work-evil"));
        Files.writeString(directory.resolve("work-evil/secret.txt"), SECRET);
        Files.createDirectories(root.resolve("docs/deep"));
        Files.writeString(root.resolve("docs/plain.txt"), "plain");
        Files.createSymbolicLink(root.resolve("link-file"), outside.resolve("secret.txt"));
        Files.createSymbolicLink(root.resolve("link-dir"), outside);
        Files.createSymbolicLink(root.resolve("link-relative"), Path.of("../outside/secret.txt"));
        Files.createSymbolicLink(root.resolve("link-dangling"), outside.resolve("made-by-link.txt"));
        Files.createSymbolicLink(root.resolve("link-chain"), root.resolve("link-dir"));
        Files.createSymbolicLink(root.resolve("link-proc"), Path.of("/proc/self/root"));
        Files.createSymbolicLink(root.resolve("link-cwd"), Path.of("/proc/self/cwd"));
        Files.createSymbolicLink(root.resolve("link-root"), Path.of("/"));
        Files.createSymbolicLink(root.resolve("docs/deep/link-up"), Path.of("../../../outside"));
        Files.createSymbolicLink(root.resolve("link-self"), Path.of("."));
        Files.createLink(root.resolve("second-name"), outside.resolve("secret.txt"));
        workspace.close();
        workspace = Workspace.open(root);
    }

    @AfterEach
    void close() throws IOException {
        workspace.close();
        try (Stream<Path> all = Files.walk(root)) {
            for (Path link : all.filter(Files::isSymbolicLink).toList()) {
                Files.delete(link);
            }
        }
    }

    /** A name and the path as a model would write it. */
    record Attempt(String name, String path) {}

    private List<Attempt> paths() {
        String absolute = outside.resolve("secret.txt").toString();
        return List.of(
                new Attempt("parent", "../outside/secret.txt"),
                new Attempt("parent of a child", "docs/../../outside/secret.txt"),
                new Attempt("parent many times", "../../../../../../../../etc/passwd"),
                new Attempt("parent after dot", "./../outside/secret.txt"),
                new Attempt("parent that comes back", "../work/docs/plain.txt"),
                new Attempt("parent within", "docs/../docs/plain.txt"),
                new Attempt("parent at the end", "docs/.."),
                new Attempt("parent doubled to survive stripping", "....//outside/secret.txt"),
                new Attempt("parent with trailing space", ".. /outside/secret.txt"),
                new Attempt("absolute", absolute),
                new Attempt("absolute password file", "/etc/passwd"),
                new Attempt("absolute of this process", "/proc/self/environ"),
                new Attempt("absolute descriptor", "/proc/self/fd/0"),
                new Attempt("absolute device", "/dev/zero"),
                new Attempt("absolute with the root as prefix", root + "-evil/secret.txt"),
                new Attempt("absolute through the root and up", root + "/../outside/secret.txt"),
                new Attempt("absolute doubled slash", "//" + absolute),
                new Attempt("home", "~/.ssh/id_rsa"),
                new Attempt("home of root", "~root/.bashrc"),
                new Attempt("link to a file", "link-file"),
                new Attempt("link to a directory", "link-dir/secret.txt"),
                new Attempt("link that is relative", "link-relative"),
                new Attempt("link to a link", "link-chain/secret.txt"),
                new Attempt("link to the root of the process", "link-proc/etc/passwd"),
                new Attempt("link to the directory of the process", "link-cwd/pom.xml"),
                new Attempt("link to the root of the disk", "link-root/etc/passwd"),
                new Attempt("link upwards deep inside", "docs/deep/link-up/secret.txt"),
                new Attempt("link to itself many times", "link-self/link-self/link-file"),
                new Attempt("second name of a file outside", "second-name"),
                new Attempt("zero byte", "docs/plain.txt\u0000/../../outside/secret.txt"),
                new Attempt("zero byte before a suffix", "link-file\u0000.txt"),
                new Attempt("line feed", "docs/plain.txt\n../outside"),
                new Attempt("backslash", "..\\outside\\secret.txt"),
                new Attempt("backslash mixed", "docs\\..\\..\\outside/secret.txt"),
                new Attempt("drive letter", "C:/Windows/win.ini"),
                new Attempt("network share", "\\\\host\\share\\secret.txt"),
                new Attempt("alternate stream", "docs/plain.txt::$DATA"),
                new Attempt("percent encoding", "%2e%2e/outside/secret.txt"),
                new Attempt("percent encoding twice", "%252e%252e%252foutside"),
                new Attempt("overlong slash spelt out", "..%c0%afoutside"),
                new Attempt("file address", "file:///etc/passwd"),
                new Attempt("full-width dots", "\uFF0E\uFF0E/outside/secret.txt"),
                new Attempt("full-width slash", "..\uFF0Foutside"),
                new Attempt("two-dot leader", "\u2025/outside/secret.txt"),
                new Attempt("one-dot leaders", "\u2024\u2024/outside/secret.txt"),
                new Attempt("division slash", "docs\u2215..\u2215..\u2215outside"),
                new Attempt("fraction slash", "docs\u2044plain.txt"),
                new Attempt("small backslash", "..\uFE68outside"),
                new Attempt("right-to-left override", "docs/\u202Etxt.nialp"),
                new Attempt("zero-width joiner", ".\u200D./outside/secret.txt"),
                new Attempt("zero-width space", ".\u200B./outside/secret.txt"),
                new Attempt("soft hyphen", ".\u00AD./outside"),
                new Attempt("lone surrogate", "docs/\uD800plain"),
                new Attempt("decomposed name", "docs/u\u0308ber.txt"),
                new Attempt("protected name", ".parley/policy.json"),
                new Attempt("protected name in capitals", ".PARLEY/policy.json"),
                new Attempt("protected name with a long s", ".\u017F\u017Fh/config"),
                new Attempt("protected name with the Kelvin sign's cousin", ".g\u2139t/hooks/post-commit"),
                new Attempt("version control hook", ".Git/hooks/pre-commit"),
                new Attempt("device name of another system", "docs/NUL.txt"),
                new Attempt("trailing dot", "docs./plain.txt"),
                new Attempt("wildcard", "docs/*"),
                new Attempt("very long", "a/".repeat(3_000) + "b"),
                new Attempt("very deep", "a/".repeat(100) + "b"),
                new Attempt("name too long", "n".repeat(300)),
                new Attempt("the root itself as a file", "."),
                new Attempt("nothing at all", ""));
    }

    @TestFactory
    Stream<DynamicTest> noPathLeadsOutWhenRead() {
        return paths().stream()
                .map(attempt -> DynamicTest.dynamicTest(
                        attempt.name(),
                        () -> assertThrows(SandboxViolation.class, () -> workspace.read(attempt.path()))));
    }

    @TestFactory
    Stream<DynamicTest> noPathLeadsOutWhenWritten() {
        return paths().stream()
                .map(attempt -> DynamicTest.dynamicTest(attempt.name(), () -> {
                    assertThrows(
                            SandboxViolation.class,
                            () -> workspace.write(attempt.path(), "overwritten".getBytes(StandardCharsets.UTF_8)));
                    assertEquals(SECRET, Files.readString(outside.resolve("secret.txt")));
                }));
    }

    @TestFactory
    Stream<DynamicTest> noLinkLeadsOutInOtherOperations() {
        List<DynamicTest> tests = new ArrayList<>();
        tests.add(stopped("list a link", () -> workspace.list("link-dir")));
        tests.add(stopped("list upwards", () -> workspace.list("..")));
        tests.add(stopped("list through a link", () -> workspace.list("link-root/etc")));
        tests.add(stopped("delete a link", () -> workspace.delete("link-file")));
        tests.add(stopped("delete through a link", () -> workspace.delete("link-dir/secret.txt")));
        tests.add(stopped("create through a dangling link", () -> workspace.write("link-dangling", new byte[1])));
        return tests.stream();
    }

    private DynamicTest stopped(String name, org.junit.jupiter.api.function.Executable attempt) {
        return DynamicTest.dynamicTest(name, () -> {
            assertThrows(SandboxViolation.class, attempt);
            assertTrue(Files.exists(outside.resolve("secret.txt")));
            assertTrue(Files.notExists(outside.resolve("made-by-link.txt")));
        });
    }

    private static final NetworkRules NETWORK = new NetworkRules(
            Set.of("example.org:443", "rebind.example.org:443", "mapped.example.org:443", "cloud.example.org:443"),
            SandboxCorpusTest::resolve);

    private static List<InetAddress> resolve(String host) throws UnknownHostException {
        return switch (host) {
            case "example.org" -> List.of(InetAddress.ofLiteral("93.184.215.14"));
            case "rebind.example.org" ->
                List.of(InetAddress.ofLiteral("93.184.215.14"), InetAddress.ofLiteral("127.0.0.1"));
            case "mapped.example.org" -> List.of(InetAddress.ofLiteral("::ffff:10.0.0.1"));
            case "cloud.example.org" -> List.of(InetAddress.ofLiteral("169.254.169.254"));
            default -> throw new UnknownHostException(host);
        };
    }

    @TestFactory
    Stream<DynamicTest> noAddressLeadsOut() {
        return Stream.of(
                        new Attempt("host not listed", "https://evil.example/"),
                        new Attempt("port not listed", "https://example.org:8443/"),
                        new Attempt("scheme changes the port", "http://example.org/"),
                        new Attempt("loopback", "https://127.0.0.1/"),
                        new Attempt("loopback by name", "https://localhost/"),
                        new Attempt("loopback short", "https://127.1/"),
                        new Attempt("loopback as one number", "https://2130706433/"),
                        new Attempt("loopback in octal", "https://0177.0.0.1/"),
                        new Attempt("loopback in hexadecimal", "https://0x7f000001/"),
                        new Attempt("loopback of version six", "https://[::1]/"),
                        new Attempt("mapped loopback", "https://[::ffff:127.0.0.1]/"),
                        new Attempt("any address", "https://0.0.0.0/"),
                        new Attempt("cloud metadata", "http://169.254.169.254/latest/meta-data/"),
                        new Attempt("cloud metadata by a listed name", "https://cloud.example.org/"),
                        new Attempt("listed name that also leads home", "https://rebind.example.org/"),
                        new Attempt("listed name that leads to a private network", "https://mapped.example.org/"),
                        new Attempt("listed name as user", "https://example.org@evil.example/"),
                        new Attempt("listed name as user and password", "https://example.org:443@evil.example/"),
                        new Attempt("listed name as prefix", "https://example.org.evil.example/"),
                        new Attempt("listed name as suffix", "https://evilexample.org/"),
                        new Attempt("backslash before the host ends", "https://evil.example\\@example.org/"),
                        new Attempt("line feed", "https://example.org\r\nHost: evil.example/"),
                        new Attempt("file", "file:///etc/passwd"),
                        new Attempt("gopher", "gopher://example.org:443/"),
                        new Attempt("archive", "jar:https://example.org/x.jar!/"),
                        new Attempt("full-width letters", "https://\uFF45xample.org/"),
                        new Attempt("Cyrillic letter", "https://ex\u0430mple.org/"),
                        new Attempt("ideographic full stop", "https://example\u3002org/"),
                        new Attempt("port zero", "https://example.org:0/"),
                        new Attempt("no host", "https:///etc/passwd"),
                        new Attempt("trailing dot", "https://example.org./"))
                .map(attempt -> DynamicTest.dynamicTest(
                        attempt.name(),
                        () -> assertThrows(SandboxViolation.class, () -> NETWORK.admit(attempt.path()))));
    }

    @Test
    void aListedAddressIsAdmittedAndPinned() throws SandboxViolation {
        NetworkRules.Admitted admitted = NETWORK.admit("https://EXAMPLE.org/path?q=1");
        assertEquals("example.org", admitted.host());
        assertEquals(443, admitted.port());
        assertEquals("93.184.215.14", admitted.address().getHostAddress());
    }

    @TestFactory
    Stream<DynamicTest> noCommandIsLetThrough() {
        CommandRunner runner = new CommandRunner(workspace, Confinement.NONE, Set.of("cat", "ls"));
        List<List<String>> attempts = List.of(
                List.of("sh", "-c", "cat /etc/passwd"),
                List.of("/bin/cat", "docs/plain.txt"),
                List.of("../../bin/cat"),
                List.of("cat; rm -rf /"),
                List.of("cat\u0000", "x"),
                List.of(" cat"),
                List.of("CAT"),
                List.of(""),
                List.of("-c"),
                List.of("cat", "a\u0000b"),
                List.of(),
                List.of("cat", "docs/plain.txt"));
        return attempts.stream()
                .map(argv -> DynamicTest.dynamicTest(
                        "command " + argv,
                        () -> assertThrows(SandboxViolation.class, () -> runner.run(argv, CancelToken.NEVER))));
    }

    @Test
    void aLinkPlantedBetweenLookAndUseIsNotFollowed() throws Exception {
        Path file = root.resolve("docs/raced.txt");
        Path directoryInside = root.resolve("raced");
        Thread swapper = Thread.ofPlatform().start(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                swap(file, outside.resolve("secret.txt"));
                swap(directoryInside, outside);
            }
        });
        try {
            for (int i = 0; i < 3_000; i++) {
                assertTrue(harmless("docs/raced.txt"));
                assertTrue(harmless("raced/secret.txt"));
            }
        } finally {
            swapper.interrupt();
            swapper.join();
        }
        assertEquals(SECRET, Files.readString(outside.resolve("secret.txt")));
    }

    private static void swap(Path place, Path target) {
        try {
            Files.deleteIfExists(place);
            if (Files.isDirectory(target)) {
                Files.createDirectory(place);
            } else {
                Files.writeString(place, "inside");
            }
            Files.deleteIfExists(place);
            Files.createSymbolicLink(place, target);
        } catch (IOException raced) {
            Thread.onSpinWait();
        }
    }

    private boolean harmless(String path) throws IOException {
        try {
            byte[] read = workspace.read(path);
            workspace.write(path, "by the tool".getBytes(StandardCharsets.UTF_8));
            return !Arrays.equals(read, SECRET.getBytes(StandardCharsets.UTF_8));
        } catch (SandboxViolation | IOException stopped) {
            return true;
        }
    }

    @Test
    void theCorpusHasAtLeastSixtyAttempts() {
        assertTrue(paths().size() >= 60, () -> "only " + paths().size());
        assertEquals(
                paths().size(), paths().stream().map(Attempt::name).distinct().count());
    }

    @Test
    void whatLiesInsideIsReadWrittenListedAndDeleted() throws Exception {
        workspace.write("docs/new.txt", "new".getBytes(StandardCharsets.UTF_8));
        assertEquals("new", new String(workspace.read(root + "/docs/new.txt"), StandardCharsets.UTF_8));
        assertEquals(List.of("deep/", "new.txt", "plain.txt"), workspace.list("docs"));
        workspace.delete("docs/new.txt");
        assertEquals(List.of("deep/", "plain.txt"), workspace.list("docs/"));
    }
}
