package dev.parley.replay.explain;

import dev.parley.kernel.Registrar;
import dev.parley.kernel.Request;
import dev.parley.kernel.View;
import dev.parley.kernel.episode.RegisteredEpisode;
import dev.parley.kernel.json.Json;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What might be put into an episode: the packets that lead from one state to the next, and a packet that was mended. */
final class EpisodeWays implements Ways<RegisteredEpisode> {
    private static final String TOKEN = "token_next";
    private static final String WRITE = "write";
    private static final Duration TOKEN_FOR = Duration.ofMinutes(1);

    private static RegisteredEpisode episode(View<RegisteredEpisode> view, Request denied) {
        RegisteredEpisode known = view.state(denied.target());
        return known == null ? RegisteredEpisode.idle(denied.target()) : known;
    }

    @Override
    public Object place(Registrar<RegisteredEpisode, ?> at, Request denied) {
        return episode(at.view(), denied).progress();
    }

    @Override
    public List<Request> instead(View<RegisteredEpisode> view, Request denied) {
        RegisteredEpisode episode = episode(view, denied);
        List<Request> all = new ArrayList<>();
        all.add(mended(denied, "header", "packet_id", Json.of(id(denied, "packet_id") + "_2")));
        switch (denied.action()) {
            case "BeliefUpdatePacket" -> {
                if (!episode.evidence().isEmpty()) {
                    List<String> evidence = episode.evidence().stream().sorted().toList();
                    all.add(payload(denied, "evidence_integration", Json.texts(evidence)));
                }
            }
            case "TaskDirectivePacket" -> all.add(payload(denied, "authorization_token_id", Json.of(TOKEN)));
            case "TaskResultPacket" -> {
                all.add(payload(denied, "execution_metadata", Json.Obj.EMPTY.with("tokens_used", 0)));
                episode.openDirectives().forEach(id -> all.add(payload(denied, "directive_packet_id", Json.of(id))));
            }
            case "EscalationPacket" ->
                all.add(payload(
                        payload(
                                payload(denied, "top_options", Json.texts(List.of("go on", "stop"))),
                                "evidence_gaps",
                                Json.texts(List.of("unknown"))),
                        "recommended_next_step",
                        Json.of("stop")));
            default -> {}
        }
        return all;
    }

    private static String id(Request denied, String key) {
        String id = denied.parameters().get("header") instanceof Json.Obj header ? header.text(key) : null;
        return id == null ? "pkt" : id;
    }

    private static Request payload(Request denied, String key, Json value) {
        return mended(denied, "payload", key, value);
    }

    private static Request mended(Request denied, String part, String key, Json value) {
        Json.Obj inner = denied.parameters().get(part) instanceof Json.Obj given ? given : Json.Obj.EMPTY;
        return denied.instead(
                denied.actor(),
                denied.target(),
                denied.action(),
                with(denied.parameters(), part, with(inner, key, value)));
    }

    /** With this field in the place of the one that is there. */
    private static Json.Obj with(Json.Obj object, String key, Json value) {
        Map<String, Json> fields = new LinkedHashMap<>(object.fields());
        fields.put(key, value);
        return new Json.Obj(fields);
    }

    @Override
    public List<Request> before(View<RegisteredEpisode> view, Request denied, int step) {
        RegisteredEpisode episode = episode(view, denied);
        Packets packets = new Packets(denied, step);
        return switch (episode.state()) {
            case S0_IDLE -> List.of(packets.observation());
            case S1_SENSE -> List.of(packets.belief(Set.of(), true));
            case S2_MODEL -> packets.decisions();
            case S3_DECIDE -> {
                List<Request> all = new ArrayList<>(packets.decisions());
                all.add(packets.token());
                all.add(packets.directive());
                yield all;
            }
            case S4_VERIFY -> {
                List<Request> all = new ArrayList<>(packets.results(episode.openDirectives()));
                all.add(packets.plan());
                all.add(packets.directive());
                all.add(packets.observation());
                all.add(packets.belief(episode.evidence(), true));
                yield all;
            }
            case S5_AUTHORIZE -> List.of(packets.token(), packets.writing());
            case S6_EXECUTE -> {
                List<Request> all = new ArrayList<>(packets.results(episode.openDirectives()));
                all.add(packets.belief(Set.of(), true));
                all.add(packets.belief(Set.of(), false));
                yield all;
            }
            case S7_REVIEW -> List.of(packets.observation(), packets.event("episode_close"));
            case S8_ESCALATED -> List.of(packets.escalation(), packets.event("user_input"));
            case S9_SAFEMODE -> List.of(packets.clearing(false), packets.clearing(true));
        };
    }

    /** Packets as short as they may be, for the episode of one request. */
    private record Packets(Request denied, int step) {
        private Request packet(String type, Json.Obj mcp, Json.Obj payload) {
            Json.Obj header = Json.Obj.EMPTY
                    .with("packet_id", "pkt_next_" + (step + 1))
                    .with("packet_type", type)
                    .with("created_at", denied.at().toInstant().toString())
                    .with("layer_source", layer(type))
                    .with("correlation_id", denied.target());
            return denied.instead(
                    denied.actor(),
                    denied.target(),
                    type,
                    Json.Obj.EMPTY.with("header", header).with("mcp", mcp).with("payload", payload));
        }

        private static int layer(String type) {
            return type.startsWith("Task") ? 6 : 5;
        }

        Request observation() {
            return packet(
                    "ObservationPacket",
                    Json.Obj.EMPTY.with("epistemics", Json.Obj.EMPTY.with("status", "OBSERVED")),
                    Json.Obj.EMPTY);
        }

        Request belief(Set<String> evidence, boolean complete) {
            return packet(
                    "BeliefUpdatePacket",
                    Json.Obj.EMPTY,
                    Json.Obj.EMPTY
                            .with("update_type", "revision")
                            .with("belief_changes", Json.texts(List.of()))
                            .with(
                                    "evidence_integration",
                                    Json.texts(evidence.stream().sorted().toList()))
                            .with("execution_complete", complete));
        }

        List<Request> decisions() {
            List<Request> all = new ArrayList<>();
            for (String outcome : List.of("ACT", "VERIFY_FIRST", "ESCALATE", "DEFER")) {
                all.add(packet("DecisionPacket", Json.Obj.EMPTY, Json.Obj.EMPTY.with("decision_outcome", outcome)));
            }
            return all;
        }

        Request plan() {
            return packet("VerificationPlanPacket", Json.Obj.EMPTY, Json.Obj.EMPTY.with("plan_id", "plan_next"));
        }

        /** For what the denied directive wants to do, if it is one. */
        Request token() {
            String operation = method().text("operation");
            List<String> operations =
                    operation == null || operation.equals(WRITE) ? List.of(WRITE) : List.of(operation, WRITE);
            Json.Obj scope = Json.Obj.EMPTY
                    .with("tool_ids", Json.texts(List.of(tool())))
                    .with("operation_types", Json.texts(operations));
            return packet(
                    "ToolAuthorizationToken",
                    Json.Obj.EMPTY,
                    Json.Obj.EMPTY
                            .with("token_id", TOKEN)
                            .with("authorized_scope", scope)
                            .with(
                                    "expiry",
                                    denied.at().toInstant().plus(TOKEN_FOR).toString())
                            .with("max_usage_count", 1)
                            .with("issuer_layer", 5));
        }

        private Json.Obj method() {
            return part(part(denied.parameters(), "payload"), "execution_method");
        }

        private String tool() {
            String tool = method().text("tool_id");
            return tool == null ? "tool" : tool;
        }

        private static Json.Obj part(Json.Obj from, String key) {
            return from.get(key) instanceof Json.Obj part ? part : Json.Obj.EMPTY;
        }

        Request directive() {
            return directive("READ", "read");
        }

        Request writing() {
            return directive("WRITE", WRITE);
        }

        private Request directive(String safety, String operation) {
            return packet(
                    "TaskDirectivePacket",
                    Json.Obj.EMPTY,
                    Json.Obj.EMPTY
                            .with("task_id", "task_next")
                            .with("task_type", "tool")
                            .with(
                                    "execution_method",
                                    Json.Obj.EMPTY
                                            .with("method", "tool")
                                            .with("tool_id", tool())
                                            .with("operation", operation))
                            .with("tool_safety_class", safety)
                            .with("authorization_token_id", TOKEN));
        }

        List<Request> results(List<String> open) {
            return open.stream()
                    .map(directive -> packet(
                            "TaskResultPacket",
                            Json.Obj.EMPTY,
                            Json.Obj.EMPTY
                                    .with("task_id", "task_next")
                                    .with("directive_packet_id", directive)
                                    .with("result_status", "SUCCESS")))
                    .limit(1)
                    .toList();
        }

        Request escalation() {
            return packet(
                    "EscalationPacket",
                    Json.Obj.EMPTY,
                    Json.Obj.EMPTY
                            .with("escalation_trigger", "asked")
                            .with("top_options", Json.texts(List.of("go on", "stop")))
                            .with("evidence_gaps", Json.texts(List.of("unknown")))
                            .with("recommended_next_step", "stop"));
        }

        Request clearing(boolean recovered) {
            return packet(
                    "IntegrityAlertPacket",
                    Json.Obj.EMPTY,
                    Json.Obj.EMPTY
                            .with("alert_id", "alert_next")
                            .with("alert_type", "cleared")
                            .with("severity", "INFO")
                            .with("clears", true)
                            .with("recovered", recovered));
        }

        Request event(String name) {
            return denied.instead(
                    denied.actor(),
                    denied.target(),
                    name,
                    Json.Obj.EMPTY
                            .with("event", name)
                            .with("correlation_id", denied.target())
                            .with("created_at", denied.at().toInstant().toString()));
        }
    }
}
