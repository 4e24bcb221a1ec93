package dev.parley.agent.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.parley.kernel.episode.Timestamps;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What the schemas ask of header, control section and payload, field by field. */
class PacketSchemaTest {
    private static final PacketSchemas SCHEMAS = new PacketSchemas();

    /** Packet type, place, a value (or nothing for removal), and whether it fits. */
    private static final String CASES = """
            ObservationPacket | /header/packet_id | | no
            ObservationPacket | /header/packet_id | "obs_1" | no
            ObservationPacket | /header/packet_id | "pkt_" | no
            ObservationPacket | /header/packet_id | 1 | no
            ObservationPacket | /header/packet_type | | no
            ObservationPacket | /header/packet_type | "Observation" | no
            ObservationPacket | /header/created_at | | no
            ObservationPacket | /header/created_at | "yesterday" | no
            ObservationPacket | /header/created_at | "2026-03-01T10:00:00" | no
            ObservationPacket | /header/created_at | 1772359200 | no
            ObservationPacket | /header/created_at | "2026-03-01T12:00:00.123+02:00" | yes
            ObservationPacket | /header/layer_source | | no
            ObservationPacket | /header/layer_source | 0 | no
            ObservationPacket | /header/layer_source | 7 | no
            ObservationPacket | /header/layer_source | 1.5 | no
            ObservationPacket | /header/layer_source | "1" | no
            ObservationPacket | /header/layer_source | "Integrity" | yes
            ObservationPacket | /header/layer_source | 6 | yes
            ObservationPacket | /header/correlation_id | | no
            ObservationPacket | /header/correlation_id | "episode_1" | no
            ObservationPacket | /header/campaign_id | "camp_1" | yes
            ObservationPacket | /header/campaign_id | "campaign" | no
            ObservationPacket | /header/campaign_id | null | no
            ObservationPacket | /header/previous_packet_id | "pkt_0" | yes
            ObservationPacket | /header/previous_packet_id | "corr_0" | no
            ObservationPacket | /header/priority | 1 | no
            ObservationPacket | /header/_priority | 1 | no
            ObservationPacket | /header | | no
            ObservationPacket | /header | [] | no
            ObservationPacket | /mcp | | no
            ObservationPacket | /mcp | 1 | no
            ObservationPacket | /mcp/extra | 1 | yes
            ObservationPacket | /mcp/intent | | yes
            ObservationPacket | /mcp/budgets | | yes
            ObservationPacket | /mcp/budgets/token_budget | -1 | no
            ObservationPacket | /mcp/budgets/token_budget | "many" | no
            ObservationPacket | /mcp/budgets/token_budget | 0 | yes
            ObservationPacket | /mcp/budgets/time_budget_seconds | 0.5 | yes
            ObservationPacket | /mcp/budgets/risk_budget | {"envelope":"low"} | yes
            ObservationPacket | /mcp/epistemics/confidence | 1.1 | no
            ObservationPacket | /mcp/epistemics/confidence | 1 | yes
            ObservationPacket | /mcp/epistemics/status | "GUESSED" | yes
            ObservationPacket | /mcp/evidence | | no
            ObservationPacket | /mcp/evidence | {"evidence_refs":[],"evidence_absent_reason":null} | no
            ObservationPacket | /mcp/evidence | {"evidence_refs":[],"evidence_absent_reason":""} | no
            ObservationPacket | /mcp/evidence | {"evidence_refs":[]} | no
            ObservationPacket | /mcp/evidence | {} | no
            ObservationPacket | /mcp/evidence | {"evidence_refs":[],"evidence_absent_reason":"none yet"} | yes
            ObservationPacket | /mcp/evidence | {"evidence_refs":[{"ref_id":"x"}]} | yes
            ObservationPacket | /mcp/evidence/evidence_refs | "x" | no
            ObservationPacket | /payload | | no
            ObservationPacket | /payload | [] | no
            ObservationPacket | /payload | {} | yes
            ObservationPacket | /payload/extra | [1] | yes
            BeliefUpdatePacket | /payload/update_type | | no
            BeliefUpdatePacket | /payload/update_type | 1 | no
            BeliefUpdatePacket | /payload/belief_changes | | no
            BeliefUpdatePacket | /payload/belief_changes | {} | no
            BeliefUpdatePacket | /payload/belief_changes | [] | yes
            BeliefUpdatePacket | /payload/evidence_integration | | no
            BeliefUpdatePacket | /payload/evidence_integration | "pkt_1" | no
            BeliefUpdatePacket | /payload/evidence_integration | ["obs_1"] | no
            BeliefUpdatePacket | /payload/evidence_integration | ["pkt_1","pkt_2"] | yes
            BeliefUpdatePacket | /payload/execution_complete | "no" | no
            BeliefUpdatePacket | /payload/execution_complete | false | yes
            DecisionPacket | /payload/decision_outcome | | no
            DecisionPacket | /payload/decision_outcome | "MAYBE" | no
            DecisionPacket | /payload/decision_outcome | "act" | no
            DecisionPacket | /payload/decision_outcome | "DEFER" | yes
            VerificationPlanPacket | /payload/plan_id | | no
            VerificationPlanPacket | /payload/plan_id | "" | no
            VerificationPlanPacket | /payload/plan_id | "p" | yes
            ToolAuthorizationToken | /payload/token_id | | no
            ToolAuthorizationToken | /payload/token_id | "tok_1" | no
            ToolAuthorizationToken | /payload/authorized_scope | | no
            ToolAuthorizationToken | /payload/authorized_scope/tool_ids | | no
            ToolAuthorizationToken | /payload/authorized_scope/tool_ids | [1] | no
            ToolAuthorizationToken | /payload/authorized_scope/operation_types | | no
            ToolAuthorizationToken | /payload/authorized_scope/operation_types | ["execute"] | no
            ToolAuthorizationToken | /payload/authorized_scope/operation_types | ["delete","modify"] | yes
            ToolAuthorizationToken | /payload/authorized_scope/resource_constraints | {"path":"/tmp"} | yes
            ToolAuthorizationToken | /payload/expiry | | no
            ToolAuthorizationToken | /payload/expiry | "soon" | no
            ToolAuthorizationToken | /payload/expiry | "1999-01-01T00:00:00Z" | yes
            ToolAuthorizationToken | /payload/max_usage_count | | no
            ToolAuthorizationToken | /payload/max_usage_count | -1 | no
            ToolAuthorizationToken | /payload/max_usage_count | 1.5 | no
            ToolAuthorizationToken | /payload/max_usage_count | 0 | yes
            ToolAuthorizationToken | /payload/usage_count | | yes
            ToolAuthorizationToken | /payload/usage_count | -1 | no
            ToolAuthorizationToken | /payload/usage_count | 99 | yes
            ToolAuthorizationToken | /payload/issuer_layer | | no
            ToolAuthorizationToken | /payload/issuer_layer | 9 | no
            ToolAuthorizationToken | /payload/issuer_layer | "Integrity" | yes
            ToolAuthorizationToken | /payload/revoked | | yes
            ToolAuthorizationToken | /payload/revoked | "no" | no
            ToolAuthorizationToken | /payload/revoked | true | yes
            TaskDirectivePacket | /payload/task_id | | no
            TaskDirectivePacket | /payload/task_id | "t1" | no
            TaskDirectivePacket | /payload/task_type | | no
            TaskDirectivePacket | /payload/execution_method | | no
            TaskDirectivePacket | /payload/execution_method/method | | no
            TaskDirectivePacket | /payload/execution_method/method | "magic" | no
            TaskDirectivePacket | /payload/execution_method/method | "llm_call" | yes
            TaskDirectivePacket | /payload/execution_method/tool_id | | yes
            TaskDirectivePacket | /payload/execution_method/tool_id | 1 | no
            TaskDirectivePacket | /payload/execution_method/operation | "delete" | yes
            TaskDirectivePacket | /payload/tool_safety_class | | yes
            TaskDirectivePacket | /payload/tool_safety_class | "ADMIN" | no
            TaskDirectivePacket | /payload/authorization_token_id | "token_x" | yes
            TaskDirectivePacket | /payload/authorization_token_id | "x" | no
            TaskResultPacket | /payload/task_id | | no
            TaskResultPacket | /payload/directive_packet_id | | no
            TaskResultPacket | /payload/directive_packet_id | "task_1" | no
            TaskResultPacket | /payload/result_status | | no
            TaskResultPacket | /payload/result_status | "PARTIAL" | no
            TaskResultPacket | /payload/result_status | "CANCELLED" | yes
            TaskResultPacket | /payload/execution_metadata | | yes
            TaskResultPacket | /payload/execution_metadata | [] | no
            TaskResultPacket | /payload/execution_metadata/tokens_used | | yes
            TaskResultPacket | /payload/execution_metadata/tokens_used | -5 | no
            TaskResultPacket | /payload/execution_metadata/tokens_used | "5" | no
            EscalationPacket | /payload/escalation_trigger | | no
            EscalationPacket | /payload/escalation_trigger | "boredom" | no
            EscalationPacket | /payload/top_options | | no
            EscalationPacket | /payload/top_options | "two" | no
            EscalationPacket | /payload/top_options | [] | yes
            EscalationPacket | /payload/evidence_gaps | | no
            EscalationPacket | /payload/evidence_gaps | [] | yes
            EscalationPacket | /payload/recommended_next_step | | no
            EscalationPacket | /payload/recommended_next_step | 3 | no
            EscalationPacket | /payload/recommended_next_step | "" | yes
            IntegrityAlertPacket | /payload/alert_id | | no
            IntegrityAlertPacket | /payload/alert_type | | no
            IntegrityAlertPacket | /payload/severity | | no
            IntegrityAlertPacket | /payload/severity | "FATAL" | no
            IntegrityAlertPacket | /payload/severity | "WARNING" | yes
            IntegrityAlertPacket | /payload/clears | 1 | no
            IntegrityAlertPacket | /payload/clears | true | yes
            IntegrityAlertPacket | /payload/recovered | "yes" | no
            """;

    private static ObjectNode packetOf(String type) {
        List<ObjectNode> lines = new ArrayList<>(PacketScript.verifyPath().lines());
        lines.addAll(PacketScript.writePath().lines());
        lines.addAll(PacketScript.escalationPath().lines());
        lines.addAll(PacketScript.safeModePath().lines());
        return lines.stream()
                .filter(line ->
                        line.path("header").path("packet_type").asString("").equals(type))
                .findFirst()
                .orElseThrow();
    }

    @TestFactory
    List<DynamicTest> fieldsAreAskedForAsDocumented() {
        return CASES.lines()
                .map(line -> DynamicTest.dynamicTest(line, () -> check(line.split("\\s*\\|\\s*", -1))))
                .toList();
    }

    private static void check(String[] row) {
        ObjectNode packet = packetOf(row[0]).deepCopy();
        int slash = row[1].lastIndexOf('/');
        ObjectNode parent = (ObjectNode) packet.at(row[1].substring(0, slash));
        String name = row[1].substring(slash + 1);
        if (row[2].isEmpty()) {
            assertNotNull(parent.remove(name), "nothing to remove at " + row[1]);
        } else {
            parent.set(name, Mutants.read(row[2]));
        }
        Reading reading = CheckedLines.READER.read(bytes(packet), 0, bytes(packet).length);
        assertEquals(row[3].equals("yes"), reading instanceof Reading.Fit, reading::toString);
    }

    private static byte[] bytes(JsonNode line) {
        return line.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    @Test
    void everySchemaIsDraft202012AndNamesItself() {
        for (String name : PacketSchemas.names()) {
            JsonNode schema = JsonMapper.shared().readTree(PacketSchemas.text(name));
            assertEquals(
                    "https://json-schema.org/draft/2020-12/schema",
                    schema.path("$schema").stringValue());
            assertEquals("urn:parley:schema:episode:" + name, schema.path("$id").stringValue());
        }
    }

    @Test
    void everyErrorOfAPacketIsSaidWithItsPlace() {
        ObjectNode packet = packetOf("DecisionPacket").deepCopy();
        PacketScript.header(packet).put("packet_id", "x").put("extra", 1);
        PacketScript.payload(packet).put("decision_outcome", "MAYBE");
        List<String> misfits = SCHEMAS.misfits("DecisionPacket", packet);
        assertTrue(misfits.stream().anyMatch(line -> line.startsWith("/header/packet_id: ")), misfits::toString);
        assertTrue(misfits.stream().anyMatch(line -> line.startsWith("/header: ")), misfits::toString);
        assertTrue(
                misfits.stream().anyMatch(line -> line.startsWith("/payload/decision_outcome: ")), misfits::toString);
    }

    @Test
    void timestampsAreReadExactly() {
        assertEquals(Instant.parse("2026-03-01T10:00:00Z"), Timestamps.parse("2026-03-01T10:00:00Z"));
        assertEquals(Instant.parse("2026-03-01T08:00:00.25Z"), Timestamps.parse("2026-03-01t10:00:00.250+02:00"));
        assertEquals(Instant.parse("2026-03-01T15:30:00Z"), Timestamps.parse("2026-03-01T10:00:00-05:30"));
        assertEquals(
                Instant.parse("2024-02-29T00:00:00.123456789Z"), Timestamps.parse("2024-02-29T00:00:00.123456789z"));
        for (String text : List.of(
                "",
                "2026-03-01",
                "2026-03-01T10:00Z",
                "2026-03-01 10:00:00Z",
                "2026-03-01T10:00:00",
                "2026-02-29T00:00:00Z",
                "2026-13-01T00:00:00Z",
                "2026-00-01T00:00:00Z",
                "2026-03-01T24:00:00Z",
                "2026-03-01T10:60:00Z",
                "2026-03-01T10:00:60Z",
                "2026-03-01T10:00:00.Z",
                "2026-03-01T10:00:00.1234567890Z",
                "2026-03-01T10:00:00+0200",
                "2026-03-01T10:00:00+24:00",
                "2026-03-01T10:00:00ZZ",
                "+2026-03-01T10:00:00Z",
                "2026-03-01T10:00:00\u0661Z")) {
            assertNull(Timestamps.parse(text), text);
        }
    }
}
