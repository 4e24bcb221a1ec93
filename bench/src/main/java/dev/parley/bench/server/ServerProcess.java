package dev.parley.bench.server;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.kernel.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server in a process of its own, started with the options of {@code parley serve}, and what it takes of the machine. It ends
 * with this process, however that ends.
 */
public final class ServerProcess implements AutoCloseable {
    private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");
    /** What the collector says of the old generation, into which a collection that is asked for takes everything. */
    private static final Pattern LIVE = Pattern.compile("O:\\s+Live:\\s+-\\s+(\\d+)M");

    private static final double KIB_PER_MIB = 1_024;

    private final Process process;
    private final URI address;
    private final Path collections = Files.createTempFile("collections", ".log");

    /** @param program a main class that prints a JSON object with its address when it is ready */
    public ServerProcess(Class<?> program, List<String> arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of(
                java("java"),
                "-XX:+UseZGC",
                "-Xmx2g",
                "--enable-native-access=ALL-UNNAMED",
                "-Xlog:disable",
                "-Xlog:all=off",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                TiedProgram.class.getName(),
                program.getName()));
        line.addAll(arguments);
        process = new ProcessBuilder(line)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
        address = address(output.readLine());
    }

    private static String java(String tool) {
        return Path.of(System.getProperty("java.home"), "bin", tool).toString();
    }

    private static URI address(String ready) throws IOException {
        try {
            if (ready != null && JsonDecoder.decode(ready) instanceof Json.Obj object) {
                return URI.create(String.valueOf(object.text("address")));
            }
        } catch (JsonDecoder.NotJson e) {
            throw new IOException("the server said " + ready, e);
        }
        throw new IOException("the server did not start: " + ready);
    }

    long pid() {
        return process.pid();
    }

    public URI at(String path) {
        return address.resolve(path);
    }

    InetSocketAddress socketAddress() {
        return new InetSocketAddress(address.getHost(), address.getPort());
    }

    /** How long its threads have computed. */
    long cpuNanos() {
        return process.info().totalCpuDuration().orElseThrow().toNanos();
    }

    public double residentMib() throws IOException {
        String status = Files.readString(Path.of("/proc", Long.toString(process.pid()), "status"));
        return Double.parseDouble(found(RESIDENT, status).group(1)) / KIB_PER_MIB;
    }

    /**
     * What of its heap is alive, as a whole collection finds out. What the heap has in use after that is more: it is filled again
     * while the collection runs, and by how much depends on the moment.
     */
    double liveMib() throws IOException, InterruptedException {
        tool("VM.log", "output=" + collections, "what=gc+heap=info");
        tool("GC.run");
        String last = LIVE.matcher(Files.readString(collections))
                .results()
                .map(found -> found.group(1))
                .reduce("", (_, next) -> next);
        if (last.isEmpty()) {
            throw new IOException("no " + LIVE + " in " + collections);
        }
        return Double.parseDouble(last);
    }

    private void tool(String... command) throws IOException, InterruptedException {
        List<String> line = new ArrayList<>(List.of(java("jcmd"), Long.toString(process.pid())));
        line.addAll(List.of(command));
        Process asking = new ProcessBuilder(line).redirectErrorStream(true).start();
        String said = new String(asking.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (asking.waitFor() != 0) {
            throw new IOException(String.join(" ", command) + ": " + said);
        }
    }

    private static Matcher found(Pattern pattern, String text) throws IOException {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IOException("no " + pattern + " in " + text);
        }
        return matcher;
    }

    /** Ends it as it is; nobody needs what it recorded. */
    @Override
    public void close() {
        process.destroyForcibly();
        boolean _ = collections.toFile().delete();
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
