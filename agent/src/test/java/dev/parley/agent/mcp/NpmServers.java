package dev.parley.agent.mcp;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** The MCP reference servers of exactly these versions, fetched by name once and kept under the build's directory. */
final class NpmServers {
    private static final String VERSION = "2026.8.31";

    private NpmServers() {}

    static Path filesystem() throws IOException, InterruptedException {
        return installed().resolve("@modelcontextprotocol/server-filesystem/dist/index.js");
    }

    static Path everything() throws IOException, InterruptedException {
        return installed().resolve("@modelcontextprotocol/server-everything/dist/index.js");
    }

    static Path installed() throws IOException, InterruptedException {
        Path home = Path.of(System.getProperty("parley.root"), "agent", "target", "mcp-servers-" + VERSION);
        Files.createDirectories(home);
        Path done = home.resolve("installed");
        try (FileChannel channel =
                        FileChannel.open(home.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (lock.isValid() && Files.notExists(done)) {
                install(home);
                Files.createFile(done);
            }
        }
        return home.resolve("node_modules");
    }

    private static void install(Path home) throws IOException, InterruptedException {
        Process npm = new ProcessBuilder(
                        "npm",
                        "install",
                        "--no-audit",
                        "--no-fund",
                        "--ignore-scripts",
                        "--prefix",
                        home.toString(),
                        "@modelcontextprotocol/server-filesystem@" + VERSION,
                        "@modelcontextprotocol/server-everything@" + VERSION)
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("npm.log").toFile())
                .start();
        if (npm.waitFor() != 0) {
            throw new IOException("npm could not fetch the MCP servers; see " + home.resolve("npm.log"));
        }
    }
}
