package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.app.Children;
import dev.parley.app.Commands;
import dev.parley.app.Main;
import dev.parley.kernel.json.Json;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** {@code parley serve} in a process of its own, on a free port, with a configuration of the test. */
final class ServedParley implements AutoCloseable {
    private final Path data;
    private final Process process;
    private final Json.Obj ready;
    private final HttpClient http = HttpClient.newHttpClient();

    /** @param folder for the record and the configuration, which may name other files in it */
    ServedParley(Path folder, String configuration, Map<String, String> environment) throws IOException {
        this(
                folder,
                List.of(
                        "--config",
                        Files.writeString(folder.resolve("parley.yaml"), configuration)
                                .toString()),
                environment);
    }

    /** The same, and what it logs goes to a file. */
    static ServedParley logged(Path folder, String configuration, Path log) throws IOException {
        return logged(folder, configuration, Map.of(), log);
    }

    static ServedParley logged(Path folder, String configuration, Map<String, String> environment, Path log)
            throws IOException {
        Path file = Files.writeString(folder.resolve("parley.yaml"), configuration);
        return new ServedParley(
                folder, List.of("--config", file.toString()), environment, ProcessBuilder.Redirect.to(log.toFile()));
    }

    private ServedParley(Path folder, List<String> options, Map<String, String> environment) throws IOException {
        this(folder, options, environment, ProcessBuilder.Redirect.INHERIT);
    }

    /** As nobody has configured it. */
    ServedParley(Path folder) throws IOException {
        this(folder, List.of(), Map.of());
    }

    /**
     * The same under bounds of the system, and what it logs goes to a file.
     *
     * @param shell what a shell does before it starts the program, as {@code ulimit -n 256}
     * @param heap the option that bounds the heap
     */
    static ServedParley bounded(Path folder, String configuration, String shell, String heap, Path log)
            throws IOException {
        Path file = Files.writeString(folder.resolve("parley.yaml"), configuration);
        return new ServedParley(
                folder,
                List.of("--config", file.toString()),
                Map.of(),
                ProcessBuilder.Redirect.to(log.toFile()),
                List.of("bash", "-c", shell + " && exec \"$@\"", "parley"),
                heap);
    }

    private ServedParley(
            Path folder, List<String> options, Map<String, String> environment, ProcessBuilder.Redirect errors)
            throws IOException {
        this(folder, options, environment, errors, List.of(), "-Xmx1g");
    }

    private ServedParley(
            Path folder,
            List<String> options,
            Map<String, String> environment,
            ProcessBuilder.Redirect errors,
            List<String> before,
            String heap)
            throws IOException {
        this.data = folder.resolve("data");
        List<String> line = new ArrayList<>(before);
        line.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                heap,
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                Main.class.getName(),
                "serve",
                "--port",
                "0",
                "--json",
                "--data",
                data.toString()));
        line.addAll(options);
        ProcessBuilder command = new ProcessBuilder(line).redirectError(errors);
        command.environment().putAll(environment);
        this.process = Children.start(command);
        this.ready = awaitReady(process);
    }

    /** A process of which no test will know is not left behind. */
    private static Json.Obj awaitReady(Process process) throws IOException {
        boolean ready = false;
        try {
            BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
            Json.Obj line = object(Objects.requireNonNull(output.readLine(), "it did not start"));
            ready = true;
            return line;
        } finally {
            if (!ready) {
                Children.end(process);
            }
        }
    }

    /** The key that it made, because the configuration has none. */
    String key() {
        return String.valueOf(ready.text("key"));
    }

    static Json.Obj object(String text) {
        try {
            return (Json.Obj) JsonDecoder.decode(text);
        } catch (JsonDecoder.NotJson e) {
            throw new IllegalStateException(text, e);
        }
    }

    URI at(String path) {
        return URI.create(ready.text("address") + path);
    }

    URI socketAt(String path) {
        return URI.create(at(path).toString().replaceFirst("^http", "ws"));
    }

    /** Where it listens with TLS. */
    String tls() {
        return String.valueOf(ready.text("tls"));
    }

    Json.Obj get(String key, String path) throws IOException, InterruptedException {
        return object(text(key, path));
    }

    String text(String key, String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(at(path))
                        .header("Authorization", "Bearer " + key)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertEquals(200, answer.statusCode(), answer.body());
        return answer.body();
    }

    HttpResponse<String> post(String key, String path, String body) throws IOException, InterruptedException {
        return send("POST", key, path, body);
    }

    HttpResponse<String> put(String key, String path, String body) throws IOException, InterruptedException {
        return send("PUT", key, path, body);
    }

    HttpResponse<String> send(String method, String key, String path, String body)
            throws IOException, InterruptedException {
        return http.send(
                HttpRequest.newBuilder(at(path))
                        .header("Authorization", "Bearer " + key)
                        .header("Content-Type", "application/json")
                        .method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    /** Returns once the server has seen that nobody is in that conversation any more; a client may be gone before it does. */
    void awaitEnd(String key, String conversation) throws IOException, InterruptedException {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        Json.Obj state = get(key, "/v1/conversations/" + conversation);
        while (!"ended".equals(state.text("state"))) {
            assertTrue(System.nanoTime() < until, state.text());
            state = get(key, "/v1/conversations/" + conversation);
        }
    }

    /** Ends it in good order. */
    void terminate() throws InterruptedException {
        process.destroy();
        assertTrue(process.waitFor(30, TimeUnit.SECONDS), "it does not end");
    }

    long pid() {
        return process.pid();
    }

    /** The code with which it ends by itself. */
    int exitCode() throws InterruptedException {
        assertTrue(process.waitFor(60, TimeUnit.SECONDS), "it does not end");
        return process.exitValue();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** Ends it as a power cut would. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        assertTrue(process.waitFor(30, TimeUnit.SECONDS), "it does not end");
        assertEquals(137, process.exitValue(), "killed by SIGKILL");
    }

    /** Tells it to end, and ends it as a power cut would once it has begun to. */
    void killWhileStopping() throws InterruptedException {
        process.destroy();
        while (isReady()) {
            Thread.onSpinWait();
        }
        process.destroyForcibly();
        assertTrue(process.waitFor(30, TimeUnit.SECONDS), "it does not end");
    }

    private boolean isReady() throws InterruptedException {
        try {
            return send("GET", "", "/readyz", "").statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** The record of the only conversation with somebody. */
    List<Json.Obj> record() {
        return recordOf(conversation());
    }

    List<Json.Obj> recordOf(String conversation) {
        Commands commands = new Commands();
        return commands.run("", "log", "cat", "--data", data.toString(), conversation).stream()
                .map(ServedParley::object)
                .toList();
    }

    /** Its events of this kind. */
    List<Json.Obj> record(String kind) {
        return record().stream()
                .filter(rune -> kind.equals(rune.text("kind")))
                .map(rune -> (Json.Obj) Objects.requireNonNull(rune.get("payload")))
                .toList();
    }

    String conversation() {
        List<String> all = new Commands()
                .run("", "log", "ls", "--data", data.toString()).stream()
                        .map(line -> String.valueOf(object(line).text("conversation")))
                        .filter(id -> id.startsWith("conv-"))
                        .toList();
        assertEquals(1, all.size(), all.toString());
        return all.getFirst();
    }

    /** Decides everything that is recorded once more. */
    void replayed() {
        replayed(conversation());
    }

    void replayed(String conversation) {
        Commands commands = new Commands();
        int code = commands.code("", "replay", "--data", data.toString(), conversation, "--json");
        assertEquals(0, code, commands.lines().toString().replaceFirst(".*\"divergence\"", ""));
    }

    @Override
    public void close() {
        Children.end(process);
    }
}
