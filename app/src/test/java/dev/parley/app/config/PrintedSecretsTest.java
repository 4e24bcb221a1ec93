package dev.parley.app.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.Commands;
import dev.parley.app.io.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A configuration is printed without what is secret in it, and so is every mistake in one. */
class PrintedSecretsTest {
    private static final String CANARY = "canary";
    /** A secret of digits, which YAML takes for a number where the quotes are missing. */
    private static final String DIGITS = "947194719471";

    private static final String HOUSEHOLD = """
            people:
              - {id: ana, role: OWNER, birthdate: 1980-05-01, pin: "947194719471", facts: {allergy: canary nuts, canary: x}}
              - {id: ben, role: GUEST, facts: {code: "947194719471"}}
            timeouts: {silence: 21s}
            """;

    private static final String TOOLS = """
            order: {takes_ms: 1234, returns: {token: canary, deep: [{password: canary}]}, safety: READ}
            """;

    private static final String RULES = """
            - {when: canary words, says: canary reply}
            """;

    private static final String CONFIGURATION = """
            agent: {kind: script, file: rules.yaml}
            agents: [{id: clerk, priority: 4}, {id: manager, priority: 8}]
            tools: tools.yaml
            household: household.yaml
            mcp:
              - name: notes
                command: [/usr/bin/notes-server, --token, canary, "--url=https://u:canary@host", "947194719471"]
                tools: {write_note: ask}
                phrases: {write_note: "write down {text}"}
            network: ["example.org:443"]
            workspace: {root: work}
            commands: [git]
            voice: {stt: script, words: [canary said]}
            keys: [{key: sk-canary, role: client, people: [ana]}, {key: "947194719471", role: auditor}]
            twilio: {token_env: TWILIO_TOKEN}
            jwt: {issuer: "https://issuer.example", audience: parley-clients, secret_env: canary/secret+itself==}
            origins: ["https://page.example"]
            public_url: "wss://u:canary@voice.example/v1/twilio?token=canary#canary"
            webhooks:
              - {url: "https://u:canary@hooks.example:8443/services/canary?token=canary", secret_env: HOOK_SECRET}
            traces: {url: "http://traces.example:4318/v1/canary?key=canary"}
            limits: {body_bytes: 2345}
            """;

    @TempDir
    Path folder;

    private final Commands commands = new Commands();

    private String[] printing(String configuration) throws IOException {
        Files.writeString(folder.resolve("household.yaml"), HOUSEHOLD);
        Files.writeString(folder.resolve("tools.yaml"), TOOLS);
        Files.writeString(folder.resolve("rules.yaml"), RULES);
        Path file = Files.writeString(folder.resolve("parley.yaml"), configuration);
        return new String[] {"serve", "--print-config", "--config", file.toString()};
    }

    @Test
    void printsNoSecretAndEverythingElse() throws IOException {
        List<String> lines = commands.run("", printing(CONFIGURATION));
        assertEquals(1, lines.size());
        String printed = lines.getFirst();
        assertNoSecret(printed);
        assertFalse(printed.contains("1980"), "a birthdate is personal");
        for (String shown : List.of(
                "/usr/bin/notes-server",
                "\"write_note\":\"ask\"",
                "write down {text}",
                "example.org:443",
                "\"id\":\"ana\"",
                "\"role\":\"OWNER\"",
                "PT21S",
                "\"clerk\"",
                "\"manager\"",
                "\"order\"",
                "1234",
                "\"git\"",
                "/work\"",
                "TWILIO_TOKEN",
                "HOOK_SECRET",
                "https://issuer.example",
                "parley-clients",
                "https://page.example",
                "wss://***@voice.example/v1/twilio?***",
                "https://hooks.example:8443/***",
                "http://traces.example:4318/***",
                "\"people\":[\"ana\"]",
                "\"role\":\"auditor\"",
                "2345")) {
            assertTrue(printed.contains(shown), () -> shown + " is missing in " + printed);
        }
    }

    @Test
    void printsNoSecretOfAModelOrAVoiceThatIsAServer() throws IOException {
        String printed = commands.run("", printing("""
                agent: {kind: openai, url: "https://models.example/canary", model: small, instructions: canary}
                voice:
                  stt: {kind: openai, url: "https://ears.example/canary", model: whisper}
                  tts: {kind: openai, url: "https://voices.example/canary", model: tts, voice: alloy}
                """)).getFirst();
        assertNoSecret(printed);
        assertTrue(printed.contains("\"small\""), printed);
        assertEquals(
                printed,
                commands.run("", printing(Files.readString(folder.resolve("parley.yaml"))))
                        .getFirst());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "keys: [{key: 947194719471, role: admin}]",
                "keys: [{key: [canary], role: admin}]",
                "keys: [{key: {canary: x}, role: admin}]",
                "keys: [{key: *canary, role: admin}]",
                "keys: [{key: &canary x, role: admin}]",
                "keys: [{key: !canary x, role: admin}]",
                "keys: [{key: \"canary, role: admin}]",
                "keys: [{key: canary: canary, role: admin}]",
                "keys: [{key: @canary, role: admin}]",
                "keys: [{key: %canary, role: admin}]",
                "keys: [{key: canary, role: admin}, {key: canary, role: client}]",
                "keys: [{key: canary}]",
                "keys:\n  - key: canary\n   role: admin",
                "keys:\n  - key: 'canary\n    role: admin",
                "keys: canary",
                "mcp: [{name: notes, command: [notes, --pin, 947194719471]}]",
                "mcp: [{name: notes, command: notes --token canary}]",
                "mcp: [{name: notes, command: [notes, {canary: canary}]}]",
                "webhooks: [{url: \"https://u:canary@host name/\", secret_env: S}]",
                "webhooks: [{url: \"ftp://u:canary@host/?canary\", secret_env: S}]",
                "webhooks: [{url: \"https:///?canary\", secret_env: S}]",
                "traces: {url: \"canary\"}",
                "traces: {url: 947194719471}",
                "agent: {kind: openai, url: \"https://u:canary@host/v1\", model: m}",
                "agent: {kind: openai, url: \"https://host/v1?key=canary\", model: m}",
                "agent: {kind: openai, url: \"ca nary://canary\", model: m}",
                "agent: {kind: openai, url: \"canary\", model: m}",
                "agent: {kind: openai, url: \"https://host/canary\", model: \" \"}",
                "voice: {stt: {kind: openai, url: \"https://u:canary@host/v1\", model: m}}",
                "voice: {tts: {kind: openai, url: \"can ary://canary\", model: m}}",
                "voice: {tts: {kind: openai, url: \"ftp://canary\", model: m}}",
                "public_url: 947194719471",
                "twilio: {token_env: 947194719471}",
                "jwt: {issuer: i, audience: a, secret_env: 947194719471}"
            })
    void quotesNoSecretInAMistake(String configuration) throws IOException {
        assertEquals(ExitCode.BAD_INPUT, commands.code("", printing(configuration + "\n")));
        assertEquals(1, commands.errors().size(), commands.errors().toString());
        assertNoSecret(commands.errors().getFirst().replace(folder.toString(), ""));
        assertTrue(
                commands.errors().getFirst().contains("parley.yaml:"),
                commands.errors().getFirst());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "facts: {allergy: 947194719471}",
                "facts: {allergy: [canary]}",
                "facts: {allergy: *canary}",
                "facts: canary",
                "pin: canary",
                "pin: 9471947194719471",
                "pin: [947194719471]",
                "birthdate: canary",
                "birthdate: 947194719471"
            })
    void quotesNothingPersonalInAMistakeOfTheHousehold(String fields) throws IOException {
        String[] args = printing("household: household.yaml\n");
        Files.writeString(folder.resolve("household.yaml"), "people: [{id: ana, role: OWNER, " + fields + "}]\n");
        assertEquals(ExitCode.BAD_INPUT, commands.code("", args));
        assertEquals(1, commands.errors().size(), commands.errors().toString());
        assertNoSecret(commands.errors().getFirst());
    }

    private static void assertNoSecret(String printed) {
        assertFalse(printed.contains(CANARY) || printed.contains("nary:"), printed);
        assertFalse(printed.contains(DIGITS), printed);
    }
}
