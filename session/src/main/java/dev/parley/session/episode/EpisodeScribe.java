package dev.parley.session.episode;

import dev.parley.kernel.episode.EpisodeState;
import dev.parley.kernel.episode.Outcome;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.Permit;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolResult;
import dev.parley.kernel.tool.ToolTerms;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes the packets of one episode, each only if the rules accept it. */
public final class EpisodeScribe {
    private static final String AGENT = "agent";
    private static final String CORRELATION = "corr_";
    private static final long MS_PER_SECOND = 1_000;
    private static final long SECONDS_MAX = 86_400;

    private final String correlationId;
    private final EpisodeLedger ledger;
    private final Map<String, Directive> directives = new HashMap<>();
    /** What packets showed that nothing was concluded from yet. */
    private final Map<String, String> learned = new HashMap<>();
    /** The packets that what is decided now rests on. */
    private List<String> basis = List.of();

    private String alarm = "budget_overrun";
    private long turn;
    private long packets;

    /** A directive that was accepted: its packet and its task. */
    private record Directive(String packetId, String taskId) {}

    /** @param name what stands behind {@code corr_} */
    public EpisodeScribe(String name, long turn, EpisodeLedger ledger) {
        this.correlationId = CORRELATION + name;
        this.ledger = ledger;
        this.turn = turn;
    }

    /** The scribe of an episode that another runtime began. */
    static EpisodeScribe of(String correlationId, long turn, EpisodeLedger ledger) {
        return new EpisodeScribe(correlationId.substring(CORRELATION.length()), turn, ledger);
    }

    /** Takes note of a packet that another runtime has written. */
    void takeUp(Json.Obj packet, long ofTurn, boolean accepted) {
        turn = ofTurn;
        if (!(packet.get("header") instanceof Json.Obj header)
                || !(packet.get("payload") instanceof Json.Obj payload)) {
            return;
        }
        String id = String.valueOf(header.text("packet_id"));
        packets = Math.max(packets, Long.parseLong(id.substring(id.lastIndexOf('_') + 1)));
        if (!accepted) {
            return;
        }
        String callId = payload.text("call_id");
        String answered = payload.text("directive_packet_id");
        directives.values().removeIf(directive -> directive.packetId().equals(answered));
        if (callId != null) {
            directives.put(callId, new Directive(id, String.valueOf(payload.text("task_id"))));
        }
        if ("CRITICAL".equals(payload.text("severity"))) {
            directives.clear();
            alarm = String.valueOf(payload.text("alert_type"));
        }
    }

    /** The calls whose directives have no result. */
    public List<String> openCalls() {
        return directives.keySet().stream().sorted().toList();
    }

    /**
     * Ends an episode that nobody works on any more; one that waits for a person waits on. What was on its way to an act
     * goes through safe mode, so that the act is never taken up again.
     */
    public void abandon(String reason, List<String> evidence) {
        boolean midway = isExecuting() || state() == EpisodeState.S4_VERIFY || state() == EpisodeState.S5_AUTHORIZE;
        if (midway) {
            alert("process_lost", "CRITICAL", reason, false, Situation.CALM);
        }
        close(Outcome.CANCEL, reason, evidence, Situation.CALM);
    }

    public String correlationId() {
        return correlationId;
    }

    public EpisodeState state() {
        return ledger.state(correlationId);
    }

    /** The turn in which it writes. */
    public long turn() {
        return turn;
    }

    /** Whether directives are open. */
    public boolean isExecuting() {
        return !directives.isEmpty();
    }

    /** Something was said, or a moment has come: it is observed, and believed to be so. */
    public void begin(String type, Json.Obj data, Situation situation) {
        begin(type, data, List.of(), situation);
    }

    /** The same with what has come of calls that outlived their turn. */
    public void begin(String type, Json.Obj data, List<Json.Obj> lateResults, Situation situation) {
        List<String> observed = new ArrayList<>();
        observed.add(observe(type, data, situation));
        lateResults.forEach(late -> observed.add(observe("late_result", late, situation)));
        believe(observed, true, situation);
    }

    /** Observes something, and returns the packet that says so. */
    String observe(String type, Json.Obj data, Situation situation) {
        String id = id();
        write(packet(
                "ObservationPacket",
                id,
                PacketForm.LAYER_EXECUTION,
                PacketForm.mcp("OBSERVED", situation, List.of()),
                Json.Obj.EMPTY.with("observation_type", type).with("data", data)));
        learned.put(id, type + " was observed");
        return id;
    }

    /** A person answered the escalation, in a later turn. */
    public void answered(String by, long laterTurn) {
        turn = laterTurn;
        event(by.isEmpty() ? "user" : by, "user_input");
    }

    public void decide(Outcome outcome, String summary, Situation situation) {
        write(packet(
                "DecisionPacket",
                id(),
                PacketForm.LAYER_DECISION,
                PacketForm.mcp("DERIVED", situation, basis),
                Json.Obj.EMPTY.with("decision_outcome", outcome.name()).with("decision_summary", summary)));
    }

    /**
     * Checks something first-hand before it is acted upon: a decision to verify, its plan, one read and what it showed.
     * The episode has to decide again afterwards.
     */
    public void verify(String what, Json.Obj seen, boolean holds, Situation situation) {
        decide(Outcome.VERIFY_FIRST, what, situation);
        String plan = id();
        write(packet(
                "VerificationPlanPacket",
                plan,
                PacketForm.LAYER_DECISION,
                PacketForm.mcp("DERIVED", situation, basis),
                Json.Obj.EMPTY.with("plan_id", "plan_" + suffix(plan)).with("verification_target", what)));
        String directive = id();
        String task = "task_" + suffix(directive);
        write(packet(
                "TaskDirectivePacket",
                directive,
                PacketForm.LAYER_DECISION,
                PacketForm.mcp("DERIVED", situation, basis),
                Json.Obj.EMPTY
                        .with("task_id", task)
                        .with("task_type", "verification")
                        .with("execution_method", Json.Obj.EMPTY.with("method", "memory_query"))
                        .with("tool_safety_class", "READ")));
        String result = id();
        write(packet(
                "TaskResultPacket",
                result,
                PacketForm.LAYER_EXECUTION,
                PacketForm.mcp("OBSERVED", situation, List.of(directive)),
                Json.Obj.EMPTY
                        .with("task_id", task)
                        .with("directive_packet_id", directive)
                        .with("result_status", holds ? "SUCCESS" : "FAILURE")));
        String observed = observe("verification", seen, situation);
        Situation after = holds
                ? situation
                : new Situation(
                        situation.stakes(),
                        situation.uncertainty(),
                        situation.quality(),
                        "tools_partial",
                        situation.budgets());
        believe(List.of(result, observed), true, after);
    }

    /** Writes token and directive of a permitted call; says why not if the episode does not allow it. */
    public @Nullable String direct(ToolCall call, ToolTerms terms, Permit permit, Instant expiry, Situation situation) {
        boolean writes = terms.safety().changesTheWorld();
        String refused = writes ? authorize(permit, expiry, situation) : null;
        if (refused != null) {
            return refused;
        }
        String id = id();
        String task = "task_" + suffix(id);
        Json.Obj payload = Json.Obj.EMPTY
                .with("task_id", task)
                .with("task_type", "tool_call")
                .with(
                        "execution_method",
                        Json.Obj.EMPTY
                                .with("method", "tool")
                                .with("tool_id", call.tool())
                                .with("operation", writes ? "write" : "read")
                                .with("arguments_sha256", call.argumentsSha256()))
                .with("tool_safety_class", terms.safety().name())
                .with("call_id", call.callId());
        long seconds = Math.min(SECONDS_MAX, Math.ceilDiv(terms.timeoutMs(), MS_PER_SECOND));
        refused = ledger.write(
                AGENT,
                packet(
                        "TaskDirectivePacket",
                        id,
                        PacketForm.LAYER_DECISION,
                        PacketForm.mcp(
                                "DERIVED",
                                situation.withBudgets(Json.Obj.EMPTY.with("time_budget_seconds", seconds)),
                                basis),
                        writes ? payload.with("authorization_token_id", permit.permitId()) : payload),
                turn);
        if (refused == null) {
            directives.put(call.callId(), new Directive(id, task));
        }
        return refused == null ? null : "the episode does not allow it: " + refused;
    }

    /** The token is the permit: for one tool, once, until the permit's own end. */
    private @Nullable String authorize(Permit permit, Instant expiry, Situation situation) {
        Json.Obj scope = Json.Obj.EMPTY
                .with("tool_ids", Json.texts(List.of(permit.tool())))
                .with("operation_types", Json.texts(List.of("write")));
        String refused = ledger.write(
                AGENT,
                packet(
                        "ToolAuthorizationToken",
                        id(),
                        PacketForm.LAYER_AUTHORITY,
                        PacketForm.mcp("DERIVED", situation, basis),
                        Json.Obj.EMPTY
                                .with("token_id", permit.permitId())
                                .with("authorized_scope", scope)
                                .with("expiry", expiry.toString())
                                .with("max_usage_count", 1)
                                .with("usage_count", 0)
                                .with("issuer_layer", PacketForm.LAYER_AUTHORITY)
                                .with("revoked", false)),
                turn);
        return refused == null ? null : "the episode does not allow it: " + refused;
    }

    /** Closes the directive of a call, if it came to one, and returns the packet that says so. */
    public @Nullable String settle(ToolResult result, Situation situation) {
        Directive directive = directives.remove(result.callId());
        if (directive == null) {
            return null;
        }
        String id = id();
        write(packet(
                "TaskResultPacket",
                id,
                PacketForm.LAYER_EXECUTION,
                PacketForm.mcp("OBSERVED", situation, List.of(directive.packetId())),
                Json.Obj.EMPTY
                        .with("task_id", directive.taskId())
                        .with("directive_packet_id", directive.packetId())
                        .with("result_status", status(result))
                        .with("tool_status", result.status().printed())));
        learned.put(id, result.callId() + " ended as " + result.status().printed());
        return id;
    }

    private static String status(ToolResult result) {
        return switch (result.status()) {
            case SUCCESS -> "SUCCESS";
            case CANCELLED -> "CANCELLED";
            case ERROR, TIMEOUT, DENIED, SANDBOX_VIOLATION, UNKNOWN -> "FAILURE";
        };
    }

    /** What these packets showed is believed from now on, and what is decided next rests on them. */
    public void believe(List<String> evidence, boolean executionComplete, Situation situation) {
        List<String> changes =
                evidence.stream().map(learned::remove).filter(Objects::nonNull).toList();
        basis = evidence.isEmpty() ? basis : evidence;
        write(packet(
                "BeliefUpdatePacket",
                id(),
                PacketForm.LAYER_DECISION,
                PacketForm.mcp("DERIVED", situation, basis),
                Json.Obj.EMPTY
                        .with("update_type", "revision")
                        .with("belief_changes", Json.texts(changes))
                        .with("evidence_integration", Json.texts(evidence))
                        .with("execution_complete", executionComplete)));
    }

    /** Puts the choice to a person. */
    public void escalate(List<String> options, String gap, String nextStep, Situation situation) {
        decide(Outcome.ESCALATE, gap, situation);
        write(packet(
                "EscalationPacket",
                id(),
                PacketForm.LAYER_DECISION,
                PacketForm.mcp("DERIVED", situation, basis),
                Json.Obj.EMPTY
                        .with("escalation_trigger", "user_override_required")
                        .with("top_options", Json.texts(options))
                        .with("evidence_gaps", Json.texts(List.of(gap)))
                        .with("recommended_next_step", nextStep)));
    }

    /** A finding about the integrity of the episode; a critical one sends it into safe mode. */
    public void alert(String type, String severity, String message, boolean clears, Situation situation) {
        if (severity.equals("CRITICAL")) {
            directives.clear();
            alarm = type;
        }
        String id = id();
        Json.Obj payload = Json.Obj.EMPTY
                .with("alert_id", "alert_" + suffix(id))
                .with("alert_type", type)
                .with("severity", severity)
                .with("message", message);
        write(packet(
                "IntegrityAlertPacket",
                id,
                PacketForm.LAYER_AUTHORITY,
                PacketForm.mcp("OBSERVED", situation, List.of()),
                clears ? payload.with("clears", true) : payload));
    }

    /** Ends the episode without a further act, from wherever it has come to; one that waits for a person waits on. */
    public void close(Outcome outcome, String summary, List<String> evidence, Situation situation) {
        switch (state()) {
            case S1_SENSE -> {
                believe(List.of(), true, situation);
                close(outcome, summary, evidence, situation);
            }
            case S2_MODEL, S3_DECIDE -> {
                decide(outcome, summary, situation);
                event(AGENT, "episode_close");
            }
            case S6_EXECUTE -> {
                believe(evidence, true, situation);
                event(AGENT, "episode_close");
            }
            case S7_REVIEW -> event(AGENT, "episode_close");
            case S9_SAFEMODE -> {
                alert(alarm, "INFO", summary, true, situation);
                believe(evidence, true, situation);
                event(AGENT, "episode_close");
            }
            case S0_IDLE, S4_VERIFY, S5_AUTHORIZE, S8_ESCALATED -> {
                // Nothing can be added without an act or a person.
            }
        }
    }

    private void event(String actor, String name) {
        write(actor, PacketForm.event(name, correlationId, ledger.now().toString()));
    }

    /** Our own loop never writes what is not accepted; if it does, it is at fault and stops. */
    private void write(Json.Obj packet) {
        write(AGENT, packet);
    }

    private void write(String actor, Json.Obj packet) {
        String refused = ledger.write(actor, packet, turn);
        if (refused != null && !ledger.isHalted()) {
            throw new IllegalStateException(correlationId + " does not allow it: " + refused);
        }
    }

    private Json.Obj packet(String type, String id, int layer, Json.Obj mcp, Json.Obj payload) {
        Json.Obj header = Json.Obj.EMPTY
                .with("packet_id", id)
                .with("packet_type", type)
                .with("created_at", ledger.now().toString())
                .with("layer_source", layer)
                .with("correlation_id", correlationId);
        return Json.Obj.EMPTY.with("header", header).with("mcp", mcp).with("payload", payload);
    }

    private String id() {
        packets++;
        return "pkt_" + correlationId.substring(CORRELATION.length()) + "_" + packets;
    }

    private static String suffix(String packetId) {
        return packetId.substring("pkt_".length());
    }
}
