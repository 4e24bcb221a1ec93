package dev.parley.app;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.parley.app.config.ConfigurationReader;
import dev.parley.app.io.BadInput;
import dev.parley.app.record.ExportedFile;
import dev.parley.pipeline.yaml.BadYaml;
import dev.parley.session.people.HouseholdReader;
import dev.parley.sim.script.BadScenario;
import dev.parley.sim.script.ScenarioReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;

/**
 * Whatever stands in a file that somebody wrote, a configuration, a household, a scenario or an exported conversation, it is read
 * or refused in one line. It has a fork of its own.
 */
class FileFuzz {
    private static final List<String> VALID = List.of(
            """
            bind: 127.0.0.1
            keys: [{key: a, role: client, people: [ana]}]
            settings: {vad_silence_ms: 500, stop_words: [stop]}
            voice: {stt: script, words: [a], tts: tone, vad: level}
            limits: {connections: 5, idle_seconds: 300}
            agents: [{id: a, restart: {max: 3, within_ms: 60000}}]
            jwt: {issuer: a, audience: b, secret_env: C}
            webhooks: [{url: "https://a.b/c", secret_env: D}]
            client_tools: {safety: WRITE, approval: none}
            """,
            """
            people:
              - {id: ana, role: OWNER, birthdate: 1980-05-01, pin: "1234", facts: {city: Rome}}
              - {id: ben, role: GUEST}
            timeouts: {silence: 30s}
            """,
            """
            name: a
            seed: 7
            start: 2026-01-01T00:00:00Z
            settings: {endpointing_ms: 500, preemptive: "off"}
            people: [{id: ana, role: OWNER, birthdate: 1980-05-01, confirmed: true}]
            user: [{from_ms: 500, to_ms: 2500, says: "Hello", by: ana}, {at_ms: 9500, approves: c1, by: ana}]
            agent: [{when: "Hello", calls: [{id: c1, tool: w, args: {a: 1}}]}, {when_result: c1, says: x, audio_ms: 10}]
            tools: {w: {takes_ms: 500, returns: {a: 1}, safety: WRITE, approval: required}}
            edges: {tts_out: {capacity_ms: 100, overflow: drop}}
            """,
            "{\"event_id\":1,\"kind\":\"session.created\",\"lane\":\"data\",\"visibility\":\"public\",\"payload\":{\"name\":\"a\"}}");

    private final Path file;

    FileFuzz() throws IOException {
        file = Files.createTempFile("parley-fuzz", ".yaml");
        file.toFile().deleteOnExit();
        for (int kind = 0; kind < VALID.size(); kind++) {
            read(kind, VALID.get(kind).getBytes(StandardCharsets.UTF_8));
        }
    }

    @FuzzTest(maxDuration = "10s")
    @Tag("short")
    void forTenSeconds(byte[] bytes) throws IOException {
        check(bytes);
    }

    @FuzzTest(maxDuration = "60s")
    @Tag("long")
    void forAMinute(byte[] bytes) throws IOException {
        check(bytes);
    }

    /** The bytes as they are, or as an edit of a valid file. */
    private void check(byte[] bytes) throws IOException {
        if (bytes.length > 3) {
            int kind = Math.floorMod(bytes[0], VALID.size());
            read(kind, edited(VALID.get(kind).getBytes(StandardCharsets.UTF_8), bytes));
            read(kind, bytes);
        }
    }

    private static byte[] edited(byte[] valid, byte[] bytes) {
        int at = Byte.toUnsignedInt(bytes[1]) * 4 % valid.length;
        int cut = Math.min(Byte.toUnsignedInt(bytes[2]) % 16, valid.length - at);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(valid, 0, at);
        out.write(bytes, 3, bytes.length - 3);
        out.write(valid, at + cut, valid.length - at - cut);
        return out.toByteArray();
    }

    private void read(int kind, byte[] bytes) throws IOException {
        String text = new String(bytes, StandardCharsets.UTF_8);
        try {
            switch (kind) {
                case 0 -> ConfigurationReader.read(Files.write(file, bytes));
                case 1 -> HouseholdReader.read("file", text);
                case 2 -> ScenarioReader.yaml(text);
                default -> {
                    new ExportedFile("-", new ByteArrayInputStream(bytes)).replay(false);
                    new ExportedFile("-", new ByteArrayInputStream(bytes)).verify();
                }
            }
        } catch (BadInput | BadYaml | BadScenario refused) {
            if (String.valueOf(refused.getMessage()).lines().count() > 1) {
                throw new IllegalStateException("more than a line", refused);
            }
        }
    }
}
