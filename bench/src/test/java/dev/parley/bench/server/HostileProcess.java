package dev.parley.bench.server;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The hostile client in a process of its own, which the system lets run when the server and the honest clients leave it time:
 * who attacks a server does not share its processors, and a pause of the attacker's own collector stops no clock here.
 */
final class HostileProcess implements AutoCloseable {
    private final Process process;
    private final BufferedWriter wishes;
    private final BufferedReader reports;
    private String report = "";

    HostileProcess(URI server, HostileClient.Keys keys) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                "nice",
                "-n",
                "19",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx512m",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                HostileClient.class.getName(),
                server.toString(),
                keys.client(),
                keys.books()));
        line.addAll(keys.tokens());
        process = new ProcessBuilder(line)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        wishes = process.outputWriter(StandardCharsets.UTF_8);
        reports = process.inputReader(StandardCharsets.UTF_8);
    }

    /** It leaves the server alone until {@link #resume}; what is under way ends before. */
    void rest() throws IOException {
        wish("rest");
    }

    void resume() throws IOException {
        wish("resume");
    }

    private void wish(String wish) throws IOException {
        wishes.write(wish);
        wishes.newLine();
        wishes.flush();
        String line = reports.readLine();
        if (line == null) {
            throw new IOException("the hostile client has ended");
        }
        report = line;
    }

    /** The kinds of messages that were never answered, in brackets, and how often the others were answered how. */
    String report() {
        return report;
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
