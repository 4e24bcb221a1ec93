package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Unchanged clients of OpenAI's Realtime API hold conversations with the program: they talk, barge in, cut what they did not
 * hear and run a tool. What they did is recorded and can be decided again.
 */
@Timeout(300)
class RealtimeClientsTest {
    private static final String CONFIGURATION = """
        keys: [{key: sk-test, role: client, people: [ana]}, {key: sk-other, role: client}]
        tls: {port: 0, cert: cert.pem, key: key.pem}
        agent: {kind: script, file: rules.yaml}
        voice: {stt: script, words: ["Hello there", "tell me a story", "Stop it", "the weather"], tts: tone, vad: level}
        """;
    private static final String RULES = """
        - {when: "Hello", says: "Good day, Ana."}
        - {when: "story", says: "There was a house at the end of the road in which nobody had lived for many years, until one day."}
        - {when: "weather", calls: [{id: c1, tool: get_weather, args: {city: Rome}}]}
        - {when_result: c1, says: "It is sunny in Rome."}
        - {when: "Stop", says: "Fine."}
        """;

    @TempDir
    Path folder;

    private ServedParley serve() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("rules.yaml"), RULES);
        TestCertificate.make(folder, "realtime").write(folder.resolve("cert.pem"), folder.resolve("key.pem"));
        return new ServedParley(folder, CONFIGURATION, Map.of());
    }

    @Test
    void theAgentsSdkTalksOverPlainSockets() throws IOException, InterruptedException {
        try (ServedParley parley = serve()) {
            String address = parley.socketAt("").toString();
            Json.Obj held = ServedParley.object(NpmClients.run("realtime-agents.mjs", Map.of(), address, "sk-test"));
            String conversation = String.valueOf(held.text("conversation"));
            parley.awaitEnd("sk-test", conversation);
            parley.terminate();
            checkRecord(parley, conversation);
        }
    }

    @Test
    void theOpenAiPackageTalksOverTlsWithBothOfItsSockets() throws IOException, InterruptedException {
        try (ServedParley parley = serve()) {
            Map<String, String> trust =
                    Map.of("NODE_EXTRA_CA_CERTS", folder.resolve("cert.pem").toString());
            Json.Obj held = ServedParley.object(NpmClients.run("realtime-openai.mjs", trust, parley.tls(), "sk-test"));
            List<String> both = conversations(held);
            assertEquals(2, both.size(), held.text());
            for (String each : both) {
                parley.awaitEnd("sk-test", each);
            }
            parley.terminate();
            both.forEach(each -> checkRecord(parley, each));
        }
    }

    /** One turn for the tool with one result, a cut answer of which only the heard part counts, and everything decided again. */
    private static void checkRecord(ServedParley parley, String conversation) {
        List<Json.Obj> record = parley.recordOf(conversation);
        assertEquals(1, count(record, "tool.dispatched"));
        assertEquals(1, count(record, "tool.result"));
        assertEquals(4, count(record, "turn.started"));
        assertTrue(count(record, "turn.interrupted") >= 1);
        assertEquals("session.created", record.getFirst().text("kind"));
        assertTrue(
                record.getLast().text().contains("\"ended\""), record.getLast().text());
        parley.replayed(conversation);
    }

    private static List<String> conversations(Json.Obj held) {
        return held.get("conversations") instanceof Json.Arr(List<Json> all)
                ? all.stream()
                        .map(each -> each instanceof Json.Str(String id) ? id : "")
                        .toList()
                : List.of();
    }

    private static long count(List<Json.Obj> record, String kind) {
        return record.stream().filter(rune -> kind.equals(rune.text("kind"))).count();
    }
}
