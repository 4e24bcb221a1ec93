package dev.parley.app.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.parley.agent.json.JsonDecoder;
import dev.parley.agent.tool.ArgumentsSchema;
import dev.parley.app.io.BadInput;
import dev.parley.kernel.json.Json;
import dev.parley.pipeline.yaml.YamlDocument;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The schema for editors and the reader agree about what a configuration is. */
class ConfigurationSchemaTest {
    private static final Path ROOT = Path.of(System.getProperty("parley.root"));
    private static final Pattern EXAMPLE = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path folder;

    private static Json.Obj schema() throws IOException, JsonDecoder.NotJson {
        return (Json.Obj) JsonDecoder.decode(Files.readString(ROOT.resolve("deploy/parley.schema.json")));
    }

    private static Json.Obj read(String yaml) {
        return (Json.Obj) YamlDocument.read("parley.yaml", yaml).json();
    }

    @Test
    void bothKnowTheSameNames() throws IOException, JsonDecoder.NotJson {
        Set<String> described = new TreeSet<>();
        if (schema().get("properties") instanceof Json.Obj properties) {
            described.addAll(properties.fields().keySet());
        }
        assertEquals(new TreeSet<>(ConfigurationReader.TOP), described);
    }

    @Test
    void whatTheDocsShowFits() throws IOException, JsonDecoder.NotJson {
        ArgumentsSchema schema = ArgumentsSchema.of(schema());
        for (String page : List.of("configuration.md", "server.md", "operations.md")) {
            List<String> shown = EXAMPLE.matcher(
                            Files.readString(ROOT.resolve("docs").resolve(page)))
                    .results()
                    .map((MatchResult found) -> found.group(1))
                    .toList();
            assertFalse(shown.isEmpty(), page);
            for (String each : shown) {
                assertEquals(null, schema.mismatch(read(each)), each);
            }
        }
        assertEquals(null, schema.mismatch(read(Files.readString(ROOT.resolve("deploy/parley.yaml")))));
    }

    @Test
    void everyVoiceThatIsReadFitsToo() throws IOException, JsonDecoder.NotJson {
        ArgumentsSchema schema = ArgumentsSchema.of(schema());
        for (String voice : List.of(
                "stt: phrases, tts: freetts, vad: fvad",
                "stt: script, words: [yes], tts: tone, vad: level",
                "stt: {kind: openai, url: \"http://127.0.0.1:1/v1\", model: whisper-1}",
                "stt: {kind: deepgram, url: \"ws://127.0.0.1:1/v1\", model: nova}",
                "tts: {kind: openai, url: \"http://127.0.0.1:1/v1\", model: tts-1, voice: nova}",
                "tts: flite",
                "tts: espeak-ng",
                "tts: {kind: flite, voice: rms}",
                "tts: {kind: espeak-ng, voice: en-gb}",
                "tts: {kind: piper, model: voices/joe.onnx}")) {
            String whole = "voice: {" + voice + "}\n";
            assertNull(schema.mismatch(read(whole)), whole);
            assertNotNull(ConfigurationReader.read(Files.writeString(folder.resolve("parley.yaml"), whole)));
        }
    }

    @Test
    void whatOneRefusesTheOtherDoesToo() throws IOException, JsonDecoder.NotJson {
        ArgumentsSchema schema = ArgumentsSchema.of(schema());
        for (String wrong : List.of(
                "port: 80",
                "limits: {connections: 0}",
                "limits: {body_bytes: 1}",
                "log: {format: xml}",
                "traces: {uri: \"http://a\"}",
                "traces: {url: \"ftp://a\"}",
                "webhooks: [{url: \"http://a\"}]",
                "keys: [{key: a, role: king}]",
                "keys: [{role: client}]",
                "tls: {port: 70000, cert: a, key: b}",
                "voice: {tts: loud}",
                "voice: {tts: piper}",
                "voice: {tts: {kind: flite, model: a}}",
                "client_tools: {approval: maybe}",
                "requests_per_second: 0",
                "network: [\"example.org\"]",
                "agent: {kind: oracle}")) {
            assertNotNull(schema.mismatch(read(wrong)), wrong);
            Path file = Files.writeString(folder.resolve("parley.yaml"), wrong + "\n");
            assertThrows(BadInput.class, () -> ConfigurationReader.read(file), wrong);
        }
    }
}
