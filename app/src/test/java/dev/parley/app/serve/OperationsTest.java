package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.Commands;
import dev.parley.app.io.ExitCode;
import dev.parley.kernel.json.Json;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What whoever runs a server has in hand: its configuration, its log, and the files that start it as a service. */
@Timeout(120)
class OperationsTest {
    private static final Path ROOT = Path.of(System.getProperty("parley.root"));

    @TempDir
    Path folder;

    private String file(String text) throws IOException {
        return Files.writeString(folder.resolve("parley.yaml"), text).toString();
    }

    @Test
    void theConfigurationIsPrintedAsItCountsAndWithoutSecrets() throws IOException {
        Files.writeString(
                folder.resolve("household.yaml"),
                "people: [{id: ana, role: OWNER, birthdate: 1980-05-01, pin: \"4711\"}]\n");
        List<String> lines = new Commands()
                .run(
                        "",
                        "serve",
                        "--print-config",
                        "--config",
                        file("keys: [{key: sk-secret, role: client, people: [ana]}]\nhousehold: household.yaml\n"
                                + "limits: {body_bytes: 2048}\n"));
        assertEquals(1, lines.size());
        Json.Obj printed = ServedParley.object(lines.getFirst());
        String server = String.valueOf(printed.get("server"));
        assertTrue(server.contains("2048") && server.contains("20000"), server);
        assertFalse(lines.getFirst().contains("sk-secret") || lines.getFirst().contains("4711"), lines.getFirst());
        assertTrue(Files.notExists(folder.resolve("data")), "nothing is started");
    }

    @Test
    void everyMistakeIsNamedWithItsLine() throws IOException {
        Map<String, String> mistakes = Map.of(
                "bind: 127.0.0.1\nlimits: {connections: 0}\n", ":2: limits.connections: 0 is below 1",
                "webhooks:\n  - {url: \"ftp://a\", secret_env: S}\n",
                        ":2: webhooks[0].url: an address begins with http",
                "webhooks:\n  - {url: \"http://a\"}\n", ":2: webhooks[0]: the field 'secret_env' is missing",
                "traces: {url: here}\n", ":1: traces.url: an address begins with http",
                "traces: {uri: \"http://a\"}\n", ":1: traces.uri: there is no field 'uri' here; known are url",
                "log: {format: xml}\n", ":1: log.format: 'xml' is none of text, json",
                "keys: []\nport: 80\n", ":2: port: there is no field 'port' here; known are");
        for (Map.Entry<String, String> each : mistakes.entrySet()) {
            Commands commands = new Commands();
            assertEquals(
                    ExitCode.BAD_INPUT, commands.code("", "serve", "--print-config", "--config", file(each.getKey())));
            assertEquals(1, commands.errors().size(), commands.errors().toString());
            assertTrue(
                    commands.errors().getFirst().contains(each.getValue()),
                    commands.errors().getFirst());
        }
    }

    @Test
    void everyRequestIsALineOfTheLogAndNoSecretIsInIt() throws IOException, InterruptedException {
        Path log = folder.resolve("log.ndjson");
        String configuration =
                "keys: [{key: sk-secret, role: client, people: [ana]}]\nlog: {format: json, requests: true}\n";
        try (ServedParley parley = ServedParley.logged(folder, configuration, log)) {
            assertEquals(201, parley.post("sk-secret", "/v1/conversations", "").statusCode());
            assertEquals(
                    401,
                    parley.post("sk-wrong", "/v1/conversations?key=sk-wrong", "")
                            .statusCode());
            HttpClient.newHttpClient()
                    .newWebSocketBuilder()
                    .header("Authorization", "Bearer sk-secret")
                    .buildAsync(parley.socketAt("/v1/realtime?model=m"), new WebSocket.Listener() {})
                    .join()
                    .abort();
            while (Files.readAllLines(log).size() < 3) {
                Thread.onSpinWait();
            }
            parley.terminate();
        }
        List<Json.Obj> lines = Files.readAllLines(log).stream()
                .filter(line -> !line.isBlank())
                .map(ServedParley::object)
                .toList();
        List<String> told = lines.stream()
                .filter(line -> "dev.parley.requests".equals(line.text("logger")))
                .map(line -> line.text("method") + " " + line.text("path") + " " + line.text("status"))
                .toList();
        assertEquals(List.of("POST /v1/conversations 201", "POST /v1/conversations 401", "GET /v1/realtime 101"), told);
        assertFalse(Files.readString(log).contains("sk-"), "no key is in the log");
    }

    /** Docker's patterns, as far as they are used here: a pattern takes a path, or a folder that it is in. */
    private static boolean isLeftOut(List<String> patterns, String path) {
        Path each = Path.of(path);
        for (int parts = 1; parts <= each.getNameCount(); parts++) {
            Path part = each.subpath(0, parts);
            for (String pattern : patterns) {
                String plain = pattern.startsWith("/") ? pattern.substring(1) : pattern;
                String atTop = plain.startsWith("**/") ? plain.substring(3) : plain;
                if (FileSystems.getDefault().getPathMatcher("glob:" + plain).matches(part)
                        || FileSystems.getDefault()
                                .getPathMatcher("glob:" + atTop)
                                .matches(part)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Test
    void anImageHoldsNothingOfTheMachineThatBuildsIt() throws IOException {
        List<String> patterns = Files.readAllLines(ROOT.resolve(".dockerignore")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
        List<String> ignored = Files.readAllLines(ROOT.resolve(".gitignore")).stream()
                .map(line -> line.replaceAll("^/|/$", "").replace("*", "x"))
                .toList();
        for (String local : ignored) {
            assertTrue(isLeftOut(patterns, local), local);
        }
        for (String local : List.of(
                ".git/config", "data/runes/1", "parley.yaml", "tls/cert.pem", "key.pem", ".env", "app/target/x.jar")) {
            assertTrue(isLeftOut(patterns, local), local);
        }
        for (String needed : List.of(
                "parley",
                "pom.xml",
                "deploy/parley.yaml",
                "app/src/main/java/A.java",
                "scenarios/a.yaml",
                "bom/pom.xml")) {
            assertFalse(isLeftOut(patterns, needed), needed);
        }
    }

    @Test
    void theServiceFilesNameWhatThereIs() throws IOException, InterruptedException {
        String docker = Files.readString(ROOT.resolve("deploy/Dockerfile"));
        String unit = Files.readString(ROOT.resolve("deploy/parley.service"));
        String help = String.join("\n", new Commands().run("", "serve", "--help"));
        for (String text : List.of(docker, unit)) {
            List<String> options = Pattern.compile("(--[a-z-]+)[ \"]")
                    .matcher(text.lines()
                            .filter(line -> line.startsWith("ENTRYPOINT") || line.startsWith("ExecStart"))
                            .findFirst()
                            .orElseThrow())
                    .results()
                    .map(found -> found.group(1))
                    .toList();
            assertEquals(List.of("--port", "--data", "--config"), options);
            options.forEach(option -> assertTrue(help.contains(option + "="), option));
        }
        Stream<String> copied =
                docker.lines().filter(line -> line.startsWith("COPY")).map(line -> line.split(" ", -1)[2]);
        copied.forEach(path -> assertTrue(Files.exists(ROOT.resolve(path)), path));
        assertTrue(Files.isExecutable(ROOT.resolve("parley")), "the launcher that both of them start");
        assertTrue(Files.exists(ROOT.resolve("docs/operations.md")), "the documentation that the unit names");
        assertTrue(docker.contains("/readyz") && docker.contains("EXPOSE 8080"));
    }

    @Test
    void theConfigurationOfAServiceIsServedWithTheKeyOfTheEnvironment() throws IOException, InterruptedException {
        String configuration =
                Files.readString(ROOT.resolve("deploy/parley.yaml")).replace("0.0.0.0", "127.0.0.1");
        try (ServedParley parley =
                new ServedParley(folder, configuration, Map.of("PARLEY_KEY", "pk-of-the-environment"))) {
            assertEquals("null", parley.key());
            String begun = parley.post("pk-of-the-environment", "/v1/conversations", "")
                    .body();
            String talk = "/v1/conversations/" + ServedParley.object(begun).text("conversation");
            String body = "{\"text\":\"turn on the kitchen lights\",\"by\":\"ana\"}";
            assertEquals(
                    202,
                    parley.post("pk-of-the-environment", talk + "/messages", body)
                            .statusCode());
        }
    }
}
