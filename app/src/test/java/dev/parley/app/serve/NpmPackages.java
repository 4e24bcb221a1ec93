package dev.parley.app.serve;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A package from npm of exactly one version, fetched once and kept under the build's directory. */
final class NpmPackages {
    private NpmPackages() {}

    /** The folder with {@code node_modules}. */
    static Path installed(String name, String version) throws IOException, InterruptedException {
        Path home = Path.of(System.getProperty("parley.root"), "app", "target", "npm", name + "-" + version);
        Files.createDirectories(home);
        Path done = home.resolve("installed");
        try (FileChannel channel =
                        FileChannel.open(home.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
                FileLock lock = channel.lock()) {
            if (lock.isValid() && Files.notExists(done)) {
                install(home, name + "@" + version);
                Files.createFile(done);
            }
        }
        return home;
    }

    private static void install(Path home, String wanted) throws IOException, InterruptedException {
        Process npm = new ProcessBuilder(
                        "npm",
                        "install",
                        "--no-audit",
                        "--no-fund",
                        "--ignore-scripts",
                        "--prefix",
                        home.toString(),
                        wanted)
                .redirectErrorStream(true)
                .redirectOutput(home.resolve("npm.log").toFile())
                .start();
        if (npm.waitFor() != 0) {
            throw new IOException("npm could not fetch " + wanted + "; see " + home.resolve("npm.log"));
        }
    }
}
