package dev.parley.agent.packet;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Writes the lines of one episode, a second apart, as an agent would send them. */
final class PacketScript {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

    private final String correlationId;
    private final List<ObjectNode> lines = new ArrayList<>();
    private int packets;

    PacketScript(String correlationId) {
        this.correlationId = correlationId;
    }

    static PacketScript of(String correlationId) {
        return new PacketScript(correlationId);
    }

    List<ObjectNode> lines() {
        return lines;
    }

    ObjectNode last() {
        return lines.getLast();
    }

    String lastId() {
        return last().path("header").path("packet_id").stringValue();
    }

    /** Changes the line written last. */
    PacketScript but(Consumer<ObjectNode> change) {
        change.accept(last());
        return this;
    }

    PacketScript observe() {
        return packet(
                "ObservationPacket", object().put("observation_type", "sensor").put("value", "door closed"));
    }

    PacketScript observeIndirectly() {
        observe();
        ((ObjectNode) last().path("mcp").path("epistemics")).put("status", "DERIVED");
        return this;
    }

    PacketScript believe(String... evidence) {
        ObjectNode payload = object().put("update_type", "revision");
        payload.putArray("belief_changes").addObject().put("key", "door").put("new_value", "closed");
        ArrayNode refs = payload.putArray("evidence_integration");
        for (String id : evidence) {
            refs.add(id);
        }
        return packet("BeliefUpdatePacket", payload);
    }

    PacketScript decide(String outcome) {
        return packet(
                "DecisionPacket", object().put("decision_outcome", outcome).put("decision_summary", "because"));
    }

    PacketScript plan() {
        return packet("VerificationPlanPacket", object().put("plan_id", "plan_1"));
    }

    PacketScript token(String tokenId) {
        ObjectNode payload = object().put("token_id", tokenId)
                .put("expiry", START.plusSeconds(3_600).toString());
        payload.put("max_usage_count", 3)
                .put("usage_count", 0)
                .put("issuer_layer", 1)
                .put("revoked", false);
        ObjectNode scope = payload.putObject("authorized_scope");
        scope.putArray("tool_ids").add("door_api");
        scope.putArray("operation_types").add("read").add("write");
        return packet("ToolAuthorizationToken", payload);
    }

    PacketScript read() {
        return direct("READ");
    }

    PacketScript write(String tokenId) {
        return direct("WRITE").but(line -> payload(line).put("authorization_token_id", tokenId));
    }

    PacketScript direct(String safetyClass) {
        ObjectNode payload = object().put("task_id", "task_" + (packets + 1)).put("task_type", "tool_call");
        payload.put("tool_safety_class", safetyClass);
        payload.putObject("execution_method").put("method", "tool").put("tool_id", "door_api");
        return packet("TaskDirectivePacket", payload);
    }

    /** A result for the directive with this packet id. */
    PacketScript result(String directiveId) {
        ObjectNode payload = object().put("task_id", "task_" + directiveId.substring(directiveId.lastIndexOf('_') + 1));
        payload.put("directive_packet_id", directiveId).put("result_status", "SUCCESS");
        payload.putObject("execution_metadata").put("tokens_used", 10);
        return packet("TaskResultPacket", payload);
    }

    PacketScript resultOfLast() {
        return result(lastId());
    }

    PacketScript escalate() {
        ObjectNode payload = object().put("escalation_trigger", "user_override_required");
        payload.putArray("top_options").add("wait").add("go on");
        payload.putArray("evidence_gaps").add("nobody looked");
        payload.putObject("recommended_next_step").put("step", "wait");
        return packet("EscalationPacket", payload);
    }

    PacketScript alert(String severity) {
        return packet(
                "IntegrityAlertPacket",
                object().put("alert_id", "alert_1")
                        .put("alert_type", "tool_anomaly")
                        .put("severity", severity));
    }

    PacketScript userInput() {
        return event("user_input");
    }

    PacketScript close() {
        return event("episode_close");
    }

    PacketScript event(String name) {
        lines.add(
                object().put("event", name).put("correlation_id", correlationId).put("created_at", now()));
        return this;
    }

    static ObjectNode header(ObjectNode line) {
        return (ObjectNode) line.path("header");
    }

    static ObjectNode payload(ObjectNode line) {
        return (ObjectNode) line.path("payload");
    }

    static ObjectNode mcp(ObjectNode line, String section) {
        return (ObjectNode) line.path("mcp").path(section);
    }

    static PacketScript readPath() {
        return of("corr_a")
                .observe()
                .believe()
                .decide("ACT")
                .read()
                .resultOfLast()
                .observe()
                .believe()
                .close();
    }

    static PacketScript writePath() {
        PacketScript script = of("corr_a").observe().believe().decide("ACT").token("token_1");
        return script.write("token_1").resultOfLast().believe().close();
    }

    static PacketScript verifyPath() {
        PacketScript script =
                of("corr_a").observe().believe().decide("VERIFY_FIRST").plan().read();
        script.resultOfLast().observe();
        script.believe(script.lastId()).decide("ACT").read().resultOfLast();
        return script.believe().close();
    }

    static PacketScript escalationPath() {
        PacketScript script =
                of("corr_a").observe().believe().decide("ESCALATE").escalate().userInput();
        return script.decide("CANCEL").believe().close();
    }

    static PacketScript safeModePath() {
        PacketScript script = of("corr_a")
                .observe()
                .believe()
                .decide("ACT")
                .read()
                .alert("CRITICAL")
                .believe();
        return script.alert("INFO")
                .but(line -> payload(line).put("clears", true))
                .close();
    }

    private PacketScript packet(String type, ObjectNode payload) {
        packets++;
        ObjectNode line = object();
        line.putObject("header")
                .put("packet_id", "pkt_" + packets)
                .put("packet_type", type)
                .put("created_at", now())
                .put("layer_source", type.equals("IntegrityAlertPacket") ? 1 : 5)
                .put("correlation_id", correlationId);
        line.set("mcp", mcp());
        line.set("payload", payload);
        lines.add(line);
        return this;
    }

    private static ObjectNode mcp() {
        ObjectNode mcp = object();
        mcp.putObject("intent").put("summary", "mind the house").put("scope", "household");
        mcp.putObject("stakes")
                .put("impact", "LOW")
                .put("irreversibility", "REVERSIBLE")
                .put("uncertainty", "LOW")
                .put("adversariality", "BENIGN")
                .put("stakes_level", "LOW");
        mcp.putObject("quality").put("quality_tier", "PAR").put("verification_requirement", "OPTIONAL");
        mcp.putObject("budgets")
                .put("token_budget", 1_000)
                .put("tool_call_budget", 10)
                .put("time_budget_seconds", 600);
        mcp.putObject("epistemics").put("status", "OBSERVED").put("confidence", 0.9);
        ObjectNode evidence = mcp.putObject("evidence");
        evidence.putArray("evidence_refs")
                .addObject()
                .put("ref_type", "tool_output")
                .put("ref_id", "tool://door/1");
        evidence.putNull("evidence_absent_reason");
        mcp.putObject("routing").put("task_class", "LOOKUP").put("tools_state", "tools_ok");
        return mcp;
    }

    private String now() {
        return START.plusSeconds(lines.size() + 1L).toString();
    }

    private static ObjectNode object() {
        return JSON.createObjectNode();
    }
}
