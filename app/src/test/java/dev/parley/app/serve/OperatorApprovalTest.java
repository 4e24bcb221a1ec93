package dev.parley.app.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.json.Json;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ruling B15: a server in which nobody lives, as a shop has one. Who looks after it approves, and is recorded as that. */
@Timeout(120)
class OperatorApprovalTest {
    private static final String SHOP = """
        household: none
        agent: {kind: script, file: rules.yaml}
        tools: tools.yaml
        keys:
          - {key: sk-web, role: client}
          - {key: sk-night, role: operator}
          - {key: sk-books, role: auditor}
        """;
    private static final String RULES = """
        - {when: "order", calls: [{id: c1, tool: order, args: {item: tea}}]}
        - {when_result: c1, says: "Done.", audio_ms: 100}
        """;
    private static final String TOOLS =
            "{order: {takes_ms: 5, returns: {ok: true}, safety: WRITE, approval: required}}";
    private static final String YES = "{\"approve\":true}";

    @TempDir
    Path folder;

    /** Answers once the question was said. */
    private static HttpResponse<String> answered(ServedParley parley, String key, String talk)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = parley.post(key, talk + "/approvals/c1", YES);
        while (answer.statusCode() == 404 || answer.statusCode() == 409) {
            answer = parley.post(key, talk + "/approvals/c1", YES);
        }
        return answer;
    }

    @Test
    void whoeverLooksAfterAShopApprovesWhereNobodyLives() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("rules.yaml"), RULES);
        Files.writeString(folder.resolve("tools.yaml"), TOOLS);
        try (ServedParley parley = new ServedParley(folder, SHOP, Map.of())) {
            Json.Obj begun = ServedParley.object(
                    parley.post("sk-web", "/v1/conversations", "").body());
            String talk = "/v1/conversations/" + begun.text("conversation");
            parley.post("sk-web", talk + "/messages", "{\"text\":\"please order tea\"}");
            HttpResponse<String> visitor = answered(parley, "sk-web", talk);
            assertEquals(403, visitor.statusCode(), visitor.body());
            assertEquals(
                    "tool.approval.unconfirmed",
                    ServedParley.object(visitor.body()).text("rule"));
            HttpResponse<String> operator = answered(parley, "sk-night", talk);
            assertEquals(200, operator.statusCode(), operator.body());
            Json.Obj proof = parley.get("sk-books", talk + "/replay");
            assertEquals(true, proof.flag("verified"), proof.canonical());
            parley.terminate();
            List<Json.Obj> given = parley.record("operator.answered");
            assertEquals(1, given.size());
            Json.Obj who = (Json.Obj) Objects.requireNonNull(given.getFirst().get("operator"));
            assertEquals("operator", who.text("role"));
            String approve = parley.record("verdict.tool").stream()
                    .filter(verdict ->
                            "approve".equals(verdict.text("action")) && "allowed".equals(verdict.text("decision")))
                    .findFirst()
                    .orElseThrow()
                    .canonical();
            assertTrue(approve.contains("\"standing\":\"operator\""), approve);
            assertTrue(approve.contains(who.canonical()), approve);
            assertEquals("success", parley.record("tool.result").getFirst().text("status"));
            parley.replayed();
        }
    }
}
