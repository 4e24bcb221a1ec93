package dev.parley.agent.episode;

import dev.parley.agent.record.Recorder;
import dev.parley.agent.tool.Timeline;
import dev.parley.kernel.episode.Breach;
import dev.parley.kernel.episode.Budgets;
import dev.parley.kernel.episode.Circumstances;
import dev.parley.kernel.episode.EpisodeEntry;
import dev.parley.kernel.episode.EpisodeState;
import dev.parley.kernel.episode.EpisodeValidator;
import dev.parley.kernel.episode.EpisodeVerdict;
import dev.parley.kernel.episode.ExternalEvent;
import dev.parley.kernel.episode.Header;
import dev.parley.kernel.episode.Outcome;
import dev.parley.kernel.episode.Packet;
import dev.parley.kernel.episode.Profile;
import dev.parley.kernel.episode.ResultStatus;
import dev.parley.kernel.episode.SafetyClass;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import dev.parley.kernel.tool.Permit;
import dev.parley.kernel.tool.ToolCall;
import dev.parley.kernel.tool.ToolResult;
import dev.parley.kernel.tool.ToolStatus;
import dev.parley.kernel.tool.ToolTerms;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes the packets of one episode, each only if the validator accepts it. */
public final class EpisodeScribe {
    private static final Circumstances CALM = new Circumstances("PAR", "tools_ok", "MEDIUM", "LOW");
    private static final long MS_PER_SECOND = 1_000;

    private final String conversation;
    private final String agent;
    private final Recorder recorder;
    private final Timeline timeline;
    private final EpisodeValidator validator = new EpisodeValidator(Profile.STRICT);
    private final Map<String, Directive> directives = new HashMap<>();
    private final String correlationId;
    private long turn;
    private long packets;

    /** A directive that was accepted: its packet and its task. */
    private record Directive(String packetId, String taskId) {}

    /** An episode lies inside one turn (ruling X8) and is named after it. */
    public EpisodeScribe(String conversation, String agent, long turn, Recorder recorder, Timeline timeline) {
        this.conversation = conversation;
        this.agent = agent;
        this.recorder = recorder;
        this.timeline = timeline;
        this.turn = turn;
        this.correlationId = "corr_" + agent + "_" + turn;
    }

    /** Takes in what an earlier process wrote of this episode. */
    synchronized void takeUp(EpisodeEntry entry, Json.Obj packet, long ofTurn) {
        turn = ofTurn;
        EpisodeVerdict verdict = validator.judge(entry);
        if (!verdict.accepted()) {
            throw new IllegalStateException("the record holds a packet that was never acceptable: " + verdict.errors());
        }
        if (entry instanceof Packet written) {
            String id = written.header().packetId();
            packets = Math.max(packets, Long.parseLong(id.substring(id.lastIndexOf('_') + 1)));
        }
        if (entry instanceof Packet.TaskDirective directive && packet.get("payload") instanceof Json.Obj payload) {
            String callId = payload.text("call_id");
            if (callId != null) {
                directives.put(callId, new Directive(directive.header().packetId(), directive.taskId()));
            }
        }
        if (entry instanceof Packet.TaskResult result) {
            directives.values().removeIf(directive -> directive.packetId().equals(result.directivePacketId()));
        }
    }

    /** The turn that wrote last. */
    public synchronized long turn() {
        return turn;
    }

    /** The calls whose directives have no result. */
    public synchronized List<String> openCalls() {
        return directives.keySet().stream().sorted().toList();
    }

    /** Ends an episode that nobody works on any more, as far as its state allows; one that waits for a person waits on. */
    public synchronized void abandon(List<String> evidence, String reason) {
        switch (state()) {
            case S1_SENSE -> {
                believe(List.of(), true);
                close(Outcome.CANCEL, reason);
            }
            case S2_MODEL, S3_DECIDE -> close(Outcome.CANCEL, reason);
            case S6_EXECUTE -> close(evidence);
            case S7_REVIEW -> event("episode_close", new ExternalEvent.EpisodeClose(correlationId, now()));
            case S0_IDLE, S4_VERIFY, S5_AUTHORIZE, S8_ESCALATED, S9_SAFEMODE -> {
                // Nothing can be added without an act, a person or an operator.
            }
        }
    }

    /** Something was said: it is observed, and believed to have been said. */
    public synchronized void begin(String by, String text) {
        Header header = header();
        Json.Obj payload = Json.Obj.EMPTY
                .with("observation_type", "user_input")
                .with("data", Json.Obj.EMPTY.with("by", by).with("text", text));
        write(
                new Packet.Observation(header, true),
                PacketForm.packet(
                        "ObservationPacket",
                        header,
                        PacketForm.LAYER_EXECUTION,
                        PacketForm.mcp("OBSERVED", Json.Obj.EMPTY, List.of()),
                        payload));
        believe(List.of(header.packetId()), true);
    }

    /** A person answered the escalation, in a later turn. */
    public synchronized void answered(long laterTurn) {
        turn = laterTurn;
        event("user_input", new ExternalEvent.UserInput(correlationId, now()));
    }

    public synchronized EpisodeState state() {
        return validator.stateOf(correlationId);
    }

    /** Whether a decision to act is in force, so that a call may be thought of. */
    public synchronized boolean mayAct() {
        return state() == EpisodeState.S3_DECIDE || state() == EpisodeState.S6_EXECUTE;
    }

    public synchronized void decide(Outcome outcome, String summary, long toolCallsMax) {
        Header header = header();
        Json.Obj budgets = Json.Obj.EMPTY.with("tool_call_budget", toolCallsMax);
        write(
                new Packet.Decision(header, outcome, new Budgets(Budgets.UNLIMITED_COUNT, toolCallsMax, null), CALM),
                PacketForm.packet(
                        "DecisionPacket",
                        header,
                        PacketForm.LAYER_DECISION,
                        PacketForm.mcp("DERIVED", budgets, List.of()),
                        Json.Obj.EMPTY.with("decision_outcome", outcome.name()).with("decision_summary", summary)));
    }

    /** Writes token and directive of a permitted call; says why not where the episode does not allow it. */
    public synchronized @Nullable String direct(ToolCall call, ToolTerms terms, Permit permit) {
        boolean writes = terms.safety().changesTheWorld();
        if (writes) {
            String refused = authorize(permit);
            if (refused != null) {
                return refused;
            }
        }
        Header header = header();
        String taskId = "task_" + header.packetId().substring("pkt_".length());
        SafetyClass safety = SafetyClass.valueOf(terms.safety().name());
        Json.Obj method = Json.Obj.EMPTY
                .with("method", "tool")
                .with("tool_id", call.tool())
                .with("operation", writes ? "write" : "read")
                .with("arguments_sha256", call.argumentsSha256());
        Json.Obj payload = Json.Obj.EMPTY
                .with("task_id", taskId)
                .with("task_type", "tool_call")
                .with("execution_method", method)
                .with("tool_safety_class", safety.name())
                .with("call_id", call.callId());
        long seconds = Math.ceilDiv(terms.timeoutMs(), MS_PER_SECOND);
        Json.Obj budgets = Json.Obj.EMPTY.with("time_budget_seconds", seconds);
        String refused = judged(
                new Packet.TaskDirective(
                        header,
                        taskId,
                        safety,
                        call.tool(),
                        writes ? "write" : "read",
                        writes ? permit.permitId() : null,
                        new Budgets(Budgets.UNLIMITED_COUNT, Budgets.UNLIMITED_COUNT, Duration.ofSeconds(seconds)),
                        CALM),
                PacketForm.packet(
                        "TaskDirectivePacket",
                        header,
                        PacketForm.LAYER_DECISION,
                        PacketForm.mcp("DERIVED", budgets, List.of()),
                        writes ? payload.with("authorization_token_id", permit.permitId()) : payload));
        if (refused == null) {
            directives.put(call.callId(), new Directive(header.packetId(), taskId));
        }
        return refused;
    }

    /** The token is the permit: for one tool, once, until the permit's own end. */
    private @Nullable String authorize(Permit permit) {
        Header header = header();
        Instant expiry = Instant.ofEpochMilli(permit.expiresAtMs());
        Json.Obj scope = Json.Obj.EMPTY
                .with("tool_ids", Json.texts(List.of(permit.tool())))
                .with("operation_types", Json.texts(List.of("write")));
        return judged(
                new Packet.AuthorizationToken(
                        header, permit.permitId(), List.of(permit.tool()), List.of("write"), expiry, 0, 1, false),
                PacketForm.packet(
                        "ToolAuthorizationToken",
                        header,
                        PacketForm.LAYER_AUTHORITY,
                        PacketForm.mcp("DERIVED", Json.Obj.EMPTY, List.of()),
                        Json.Obj.EMPTY
                                .with("token_id", permit.permitId())
                                .with("authorized_scope", scope)
                                .with("expiry", expiry.toString())
                                .with("max_usage_count", 1)
                                .with("usage_count", 0)
                                .with("issuer_layer", PacketForm.LAYER_AUTHORITY)
                                .with("revoked", false)));
    }

    /** Closes the directive of a call, if it came to one, and answers the packet that says so. */
    public synchronized @Nullable String settle(ToolResult result) {
        Directive directive = directives.remove(result.callId());
        if (directive == null) {
            return null;
        }
        Header header = header();
        ResultStatus status = status(result.status());
        write(
                new Packet.TaskResult(header, directive.taskId(), directive.packetId(), status, 0),
                PacketForm.packet(
                        "TaskResultPacket",
                        header,
                        PacketForm.LAYER_EXECUTION,
                        PacketForm.mcp("OBSERVED", Json.Obj.EMPTY, List.of(directive.packetId())),
                        Json.Obj.EMPTY
                                .with("task_id", directive.taskId())
                                .with("directive_packet_id", directive.packetId())
                                .with("result_status", status.name())
                                .with("tool_status", result.status().printed())
                                .with("execution_metadata", Json.Obj.EMPTY.with("tokens_used", 0))));
        return header.packetId();
    }

    private static ResultStatus status(ToolStatus status) {
        return switch (status) {
            case SUCCESS -> ResultStatus.SUCCESS;
            case CANCELLED -> ResultStatus.CANCELLED;
            case ERROR, TIMEOUT, DENIED, SANDBOX_VIOLATION, UNKNOWN -> ResultStatus.FAILURE;
        };
    }

    public synchronized void believe(List<String> evidence, boolean executionComplete) {
        Header header = header();
        write(
                new Packet.BeliefUpdate(header, evidence, executionComplete, CALM),
                PacketForm.packet(
                        "BeliefUpdatePacket",
                        header,
                        PacketForm.LAYER_DECISION,
                        PacketForm.mcp("DERIVED", Json.Obj.EMPTY, evidence),
                        Json.Obj.EMPTY
                                .with("update_type", "revision")
                                .with("belief_changes", Json.of(List.of()))
                                .with("evidence_integration", Json.texts(evidence))
                                .with("execution_complete", executionComplete)));
    }

    /** Puts the choice to a person. */
    public synchronized void escalate(List<String> options, String gap, String nextStep) {
        decide(Outcome.ESCALATE, gap, 0);
        Header header = header();
        write(
                new Packet.Escalation(header, options.size(), 1, true),
                PacketForm.packet(
                        "EscalationPacket",
                        header,
                        PacketForm.LAYER_DECISION,
                        PacketForm.mcp("DERIVED", Json.Obj.EMPTY, List.of()),
                        Json.Obj.EMPTY
                                .with("escalation_trigger", "user_override_required")
                                .with("top_options", Json.texts(options))
                                .with("evidence_gaps", Json.texts(List.of(gap)))
                                .with("recommended_next_step", nextStep)));
    }

    /** Ends the episode without a further act; from wherever a decision can be taken. */
    public synchronized void close(Outcome outcome, String summary) {
        decide(outcome, summary, 0);
        event("episode_close", new ExternalEvent.EpisodeClose(correlationId, now()));
    }

    /** Ends an episode whose acts outlived their turn, with what came of them. */
    private void close(List<String> evidence) {
        believe(evidence, true);
        event("episode_close", new ExternalEvent.EpisodeClose(correlationId, now()));
    }

    private void event(String name, ExternalEvent event) {
        write(event, PacketForm.event(name, correlationId, event.createdAt().toString()));
    }

    /** Our own loop never writes what is not accepted; if it does, it is at fault and stops. */
    private void write(EpisodeEntry entry, Json.Obj json) {
        String refused = judged(entry, json);
        if (refused != null) {
            throw new IllegalStateException(refused);
        }
    }

    private @Nullable String judged(EpisodeEntry entry, Json.Obj json) {
        EpisodeVerdict verdict = validator.judge(entry);
        if (!verdict.accepted()) {
            Breach first = verdict.errors().getFirst();
            append("episode.refused", Json.Obj.EMPTY.with("rule", first.rule()).with("packet", json));
            return "the episode does not allow it: " + first.rule();
        }
        append("episode.packet", json);
        return null;
    }

    private void append(String kind, Json.Obj payload) {
        recorder.append(List.of(RuneDraft.of(conversation, kind, payload)
                .withAgent(agent)
                .withTurn(turn)
                .withVisibility(Visibility.INTERNAL)
                .withTimes(timeline.source().monotonicNanos(), timeline.source().wallMillis())));
    }

    private Header header() {
        packets++;
        return new Header("pkt_" + correlationId.substring("corr_".length()) + "_" + packets, correlationId, now());
    }

    private Instant now() {
        return Instant.ofEpochMilli(timeline.nowMs());
    }
}
