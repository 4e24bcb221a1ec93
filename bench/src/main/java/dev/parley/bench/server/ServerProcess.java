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
    private static final Pattern HEAP = Pattern.compile("used (\\d+)([KMG])");
    private static final double KIB_PER_MIB = 1_024;

    private final Process process;
    private final URI address;

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

    /** What is left of its heap after a collection. */
    double heapMib() throws IOException, InterruptedException {
        tool("GC.run");
        Matcher used = found(HEAP, tool("GC.heap_info"));
        double many = Double.parseDouble(used.group(1));
        return switch (used.group(2)) {
            case "K" -> many / KIB_PER_MIB;
            case "G" -> many * KIB_PER_MIB;
            default -> many;
        };
    }

    private String tool(String command) throws IOException, InterruptedException {
        Process asking = new ProcessBuilder(java("jcmd"), Long.toString(process.pid()), command)
                .redirectErrorStream(true)
                .start();
        String said = new String(asking.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (asking.waitFor() != 0) {
            throw new IOException(command + ": " + said);
        }
        return said;
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
        try {
            process.waitFor();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
