package dev.parley.app.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.app.Parley;
import dev.parley.app.config.Configuration.AgentSpec;
import dev.parley.app.io.BadInput;
import dev.parley.kernel.tool.ToolRoom;
import dev.parley.transport.ServerSpec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfigurationTest {
    private static final String RULES = """
        - {when: "weather", calls: [{id: c1, tool: weather, args: {city: Rome}}]}
        - {when_result: c1, says: "It is sunny in Rome."}
        - {when: "bread", calls: [{id: c2, tool: bake, args: {loaves: 2}}]}
        - {when_result: c2, says: "The bread is in the oven."}
        """;
    private static final String TOOLS = """
        weather: {returns: {sky: clear}}
        bake: {safety: WRITE, approval: required}
        """;

    @TempDir
    private Path folder = Path.of("");

    private Path file(String name, String text) {
        try {
            return Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private record Ran(int code, List<String> out, List<String> err) {}

    private Ran talk(Path config, String... lines) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        String input = String.join("\n", lines) + "\n";
        int code = new Parley(
                        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)),
                        new PrintStream(out, true, StandardCharsets.UTF_8),
                        new PrintStream(err, true, StandardCharsets.UTF_8))
                .run(
                        "talk",
                        "--as",
                        "ana",
                        "--config",
                        config.toString(),
                        "--data",
                        folder.resolve("data").toString());
        return new Ran(
                code,
                out.toString(StandardCharsets.UTF_8).lines().toList(),
                err.toString(StandardCharsets.UTF_8).lines().toList());
    }

    private String mistake(String text) {
        Ran ran = talk(file("parley.yaml", text), "hello");
        assertEquals(2, ran.code(), ran.err().toString());
        assertEquals(1, ran.err().size(), ran.err().toString());
        return ran.err().getFirst();
    }

    @Test
    void aScriptedAgentAnswersWithItsToolsInATypedConversation() {
        file("rules.yaml", RULES);
        file("tools.yaml", TOOLS);
        Path config = file(
                "parley.yaml",
                "agent: {kind: script, file: rules.yaml}\ntools: tools.yaml\nsettings: {llm_total_ms: 0}\n");
        Ran ran = talk(config, "how is the weather", "bake some bread", "yes");
        assertEquals(0, ran.code(), ran.err().toString());
        assertEquals("It is sunny in Rome.", ran.out().getFirst());
        assertTrue(ran.out().get(1).contains("bake"), ran.out().toString());
        assertEquals("The bread is in the oven.", ran.out().getLast());
    }

    /** Ruling E11: an escape sequence would conceal the question that follows it, and a yes to that would count. */
    @Test
    void whatAModelWritesCannotSteerTheScreen() {
        file("rules.yaml", "- {when: hello, says: \"Hi\\e[8m there\\e]0;title\\a \\u202egnp\\r.\", audio_ms: 0}\n");
        Path config = file("parley.yaml", "agent: {kind: script, file: rules.yaml}\nsettings: {llm_total_ms: 0}\n");
        assertEquals(
                List.of("Hi[8m there]0;title gnp."),
                talk(config, "hello\u001b[2J").out());
        ByteArrayOutputStream shown = new ByteArrayOutputStream();
        new Parley(
                        new ByteArrayInputStream(new byte[0]),
                        new PrintStream(shown, true, StandardCharsets.UTF_8),
                        new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8))
                .run("log", "show", "--data", folder.resolve("data").toString(), "talk-1");
        assertFalse(shown.toString(StandardCharsets.UTF_8).contains("\u001b"), shown::toString);
    }

    @Test
    void theHouseholdAnswersUnlessTheFileNamesAnother() {
        Ran ran = talk(file("parley.yaml", "bind: 127.0.0.1\n"), "turn on the kitchen lights");
        assertEquals(List.of("The kitchen lights are on."), ran.out());
    }

    @Test
    void anAgentWhoseModelThrowsEndsAndTheNextOneAnswers() {
        file("rules.yaml", "- {when: hello, agent: clerk, model: {throws: true}}\n- {when: hello, says: \"Hello.\"}\n");
        Path config = file(
                "parley.yaml",
                "agent: {kind: script, file: rules.yaml}\n"
                        + "agents: [{id: clerk}, {id: manager}]\n"
                        + "settings: {llm_total_ms: 0}\n");
        assertEquals(List.of("Hello.", "Hello."), talk(config, "hello", "hello").out());
        assertTrue(mistake("agents: [{id: a, parent: b}]\n").contains("is no agent of this list: b"));
        assertTrue(mistake("agents: [{id: a, parent: b}, {id: b, parent: a}]\n").contains("leads back"));
        assertTrue(
                mistake("agents: [{id: a, restart: {max: 0, within_ms: 5}}]\n").contains("at least 1"));
    }

    @Test
    void pathsAreRelativeToTheFile() {
        file("house.yaml", "people: [{id: ana, role: OWNER}]\n");
        Configuration read = ConfigurationReader.read(file("parley.yaml", "household: house.yaml\n"));
        assertEquals(List.of("ana"), read.house().names());
        ServerSpec server = ConfigurationReader.read(
                        file("tls.yaml", "tls: {port: 8443, cert: cert.pem, key: key.pem}\n"))
                .server();
        ServerSpec.Tls tls = server.tls();
        assertNotNull(tls);
        assertEquals(folder.resolve("cert.pem"), tls.cert());
    }

    @Test
    void readsWhatAServerAndAVoiceNeed() {
        Configuration read = ConfigurationReader.read(file("parley.yaml", """
            bind: 0.0.0.0
            keys: [{key: sk-test, role: client, people: [ana]}, {key: sk-op, role: operator}]
            client_tools: {safety: READ, approval: required}
            voice: {stt: script, words: ["Hello", "Stop it"], tts: tone, vad: level}
            settings: {vad_silence_ms: 300, taint: off}
            mcp: [{name: files, command: [npx, -y, server]}]
            twilio: {token_env: TWILIO_AUTH_TOKEN}
            jwt: {issuer: i, audience: a, secret_env: S}
            origins: ["https://example.org"]
            public_url: wss://example.org
            """));
        assertEquals(List.of("Hello", "Stop it"), read.voice().words());
        assertEquals(VoiceSpec.Tts.TONE, read.voice().tts());
        assertEquals(VoiceSpec.Vad.LEVEL, read.voice().vad());
        assertEquals(300, read.settings().hearing().vadSilenceMs());
        assertTrue(read.settings().agency().asksAloud(), "people are asked aloud unless the file says otherwise");
        assertEquals(ToolRoom.Taint.OFF, read.settings().agency().taint());
        assertEquals(
                List.of("npx", "-y", "server"), read.shelf().mcp().getFirst().command());
        assertTrue(read.server().clientTools().needsApproval());
        assertEquals(ServerSpec.Role.OPERATOR, read.server().keys().getLast().role());
        assertFalse(read.server().toString().contains("sk-test"), "a key is never printed");
        assertInstanceOf(AgentSpec.Household.class, read.agent());
    }

    @Test
    void anUnknownKeyIsRefusedWithFileLineAndTheKnownNames() {
        String top = mistake("bind: 127.0.0.1\nbogus:\n  deep: 1\n");
        assertTrue(top.contains("parley.yaml:2: "), top);
        assertTrue(top.contains("'bogus'") && top.contains("household") && top.contains("public_url"), top);
        String setting = mistake("settings:\n  vad_silence_ms: 500\n  vad_silense_ms: 500\n");
        assertTrue(setting.contains("parley.yaml:3: ") && setting.contains("endpointing_ms"), setting);
    }

    @Test
    void whomNobodyKnowsIsRefusedWhereTheyAreNamed() {
        String stranger = mistake("bind: 127.0.0.1\nkeys:\n  - {key: sk-1, role: client, people: [ana]}\n"
                + "  - key: sk-2\n    role: client\n    people:\n      - ana\n      - zoe\n");
        assertTrue(stranger.contains("parley.yaml:8: "), stranger);
        assertTrue(stranger.contains("'zoe'") && stranger.contains("ana"), stranger);
    }

    @Test
    void tracesNameTheModelOfTheAgent() {
        Configuration read = ConfigurationReader.read(file(
                "parley.yaml",
                "agent: {kind: openai, url: 'https://h/v1', model: gpt-x}\ntraces: {url: 'http://h/v1/traces'}\n"));
        assertEquals("gpt-x", read.server().telemetry().model());
        Configuration script = ConfigurationReader.read(file("parley.yaml", "bind: 127.0.0.1\n"));
        assertEquals("", script.server().telemetry().model());
    }

    @Test
    void aWrongValueIsRefusedWhereverItIs() {
        assertTrue(mistake("settings:\n  vad_silence_ms: soon\n").contains("parley.yaml:2: settings"));
        String keyless = mistake("agent: {kind: openai, url: 'https://h/v1', model: m, key_env: NO_SUCH_KEY}\n");
        assertTrue(keyless.contains("parley.yaml:1: agent") && keyless.contains("NO_SUCH_KEY"), keyless);
        assertTrue(mistake("agent: {kind: openai, url: u, model: m}\n").contains("this is no address"));
        assertTrue(mistake("agent: {kind: openai, url: 'https://h/v1', model: m, key: sk-1}\n")
                .contains("key_env"));
        assertTrue(mistake("tools: none.yaml\n").contains("'none.yaml' cannot be read"));
        assertTrue(mistake("voice: {words: [Hello]}\n").contains("stt: script"));
        assertTrue(mistake(
                        "voice: {stt: {kind: openai, url: \"https://example.org/v1\", model: m, key_env: NO_SUCH_KEY}}\n")
                .contains("the environment variable NO_SUCH_KEY holds no key"));
        assertTrue(mistake("voice: {stt: {kind: deepgram, url: \"https://example.org/v1\", model: m}}\n")
                .contains("expected wss://HOST/v1"));
        assertTrue(mistake("voice: {tts: {kind: openai, url: \"https://key@example.org/v1\", model: m}}\n")
                .contains("an address holds no key"));
        assertTrue(mistake("voice: {tts: {kind: openai, url: \"https://example.org/v1\", model: m, key: x}}\n")
                .contains("key"));
        file("rules.yaml", "- {when: hello}\n");
        String script = mistake("agent: {kind: script, file: rules.yaml}\n");
        assertTrue(script.contains("rules.yaml:1: ") && script.contains("'says' or 'calls'"), script);
        file("tools.yaml", "weather: {return: 1}\n");
        String tools = mistake("tools: tools.yaml\n");
        assertTrue(tools.contains("tools.yaml:1: ") && tools.contains("takes_ms"), tools);
        assertThrows(BadInput.class, () -> ConfigurationReader.read(folder.resolve("gone.yaml")));
    }

    @Test
    void aFileThatIsNotUtf8IsNamedWithWhatToDo() throws IOException {
        Path config = Files.write(folder.resolve("latin.yaml"), new byte[] {'a', ':', ' ', (byte) 0xe9, '\n'});
        Ran ran = talk(config, "hello");
        assertEquals(2, ran.code());
        assertEquals(List.of("parley: " + config + ": is not UTF-8 text; save it as UTF-8"), ran.err());
    }

    @Test
    void conversationsAreBoundedForAllAndForEachKey() {
        ServerSpec.Limits limits = ConfigurationReader.read(
                        file("bounds.yaml", "limits: {conversations: 400, key_conversations: 30}\n"))
                .server()
                .limits();
        assertEquals(400, limits.bounds().conversations());
        assertEquals(30, limits.bounds().ofOwner());
        ServerSpec.Limits usual = ConfigurationReader.read(file("all.yaml", "limits: {conversations: 400}\n"))
                .server()
                .limits();
        assertEquals(100, usual.bounds().ofOwner());
    }
}
