package dev.parley.session.episode;

import dev.parley.kernel.json.Json;
import java.util.List;

/** The parts that all packets share, as JSON. */
final class PacketForm {
    /** Perception and execution. */
    static final int LAYER_EXECUTION = 6;

    /** Beliefs and decisions. */
    static final int LAYER_DECISION = 5;

    /** Authority. */
    static final int LAYER_AUTHORITY = 1;

    private PacketForm() {}

    static Json.Obj event(String event, String correlationId, String createdAt) {
        return Json.Obj.EMPTY
                .with("event", event)
                .with("correlation_id", correlationId)
                .with("created_at", createdAt);
    }

    /** @param evidence the packets that it rests on; none for what the runtime observes itself */
    static Json.Obj mcp(String epistemicStatus, Situation situation, List<String> evidence) {
        Json.Obj refs = evidence.isEmpty()
                ? Json.Obj.EMPTY
                        .with("evidence_refs", Json.of(List.of()))
                        .with("evidence_absent_reason", absent(epistemicStatus))
                : Json.Obj.EMPTY.with(
                        "evidence_refs",
                        Json.of(evidence.stream()
                                .map(id -> Json.Obj.EMPTY
                                        .with("ref_type", "packet")
                                        .with("ref_id", id))
                                .toList()));
        return Json.Obj.EMPTY
                .with(
                        "intent",
                        Json.Obj.EMPTY.with("summary", "answer the person").with("scope", "conversation"))
                .with(
                        "stakes",
                        Json.Obj.EMPTY
                                .with("stakes_level", situation.stakes())
                                .with("uncertainty", situation.uncertainty()))
                .with("quality", Json.Obj.EMPTY.with("quality_tier", situation.quality()))
                .with("budgets", situation.budgets())
                .with("epistemics", Json.Obj.EMPTY.with("status", epistemicStatus))
                .with("evidence", refs)
                .with(
                        "routing",
                        Json.Obj.EMPTY.with("task_class", "CONVERSATION").with("tools_state", situation.tools()));
    }

    private static String absent(String epistemicStatus) {
        return epistemicStatus.equals("OBSERVED") ? "observed first-hand" : "what it rests on was recorded before";
    }
}
