package dev.parley.app.serve;

import dev.parley.app.Children;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Clients from npm of exactly these versions, with the Node that they want, fetched by name once and kept under the build's directory. */
final class NpmClients {
    private static final String NODE =
            "node-linux-" + (System.getProperty("os.arch").equals("aarch64") ? "arm64" : "x64");
    private static final List<String> PACKAGES = List.of(
            "@openai/agents-realtime@0.20.0",
            "openai@7.53.0",
            "ws@8.22.2",
            "zod@4",
            "eventsource@4.1.1",
            "axe-core@4.14.0",
            NODE + "@22.23.3");

    private NpmClients() {}

    /** Runs one of the scripts in {@code src/test/node} and returns the last line that it prints. */
    static String run(String script, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        Process process = start(script, environment, arguments);
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new AssertionError(script + ": " + said);
            }
            return said.strip().lines().reduce("", (_, last) -> last);
        } finally {
            process.destroyForcibly();
        }
    }

    /** Begins one of the scripts, which then talks over its standard streams. */
    static Process start(String script, Map<String, String> environment, String... arguments)
            throws IOException, InterruptedException {
        Path home = installed();
        Path root = Path.of(System.getProperty("parley.root"), "app", "src", "test", "node");
        Path copy = home.resolve(script);
        Files.copy(root.resolve(script), copy, StandardCopyOption.REPLACE_EXISTING);
        List<String> command = new ArrayList<>(
                List.of(home.resolve("node_modules/" + NODE + "/bin/node").toString(), copy.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder node = new ProcessBuilder(command).redirectErrorStream(true);
        node.environment().putAll(environment);
        return Children.start(node);
    }

    /** A file of one of the packages. */
    static Path file(String path) throws IOException, InterruptedException {
        return installed().resolve("node_modules").resolve(path);
    }

    private static Path installed() throws IOException, InterruptedException {
        Path home = Path.of(System.getProperty("parley.root"), "app", "target", "npm-clients");
        Files.createDirectories(home);
        Path done = home.resolve("installed-" + Integer.toHexString(PACKAGES.hashCode()));
        try (FileChannel channel =
                        FileChannel.open(home.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (lock.isValid() && Files.notExists(done)) {
                install(home);
                Files.createFile(done);
            }
        }
        return home;
    }

    private static void install(Path home) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", home.toString()));
        command.addAll(PACKAGES);
        Process npm = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("npm.log").toFile())
                .start();
        if (npm.waitFor() != 0) {
            throw new IOException("npm could not fetch the clients; see " + home.resolve("npm.log"));
        }
    }
}
