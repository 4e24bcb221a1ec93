package dev.parley.replay.explain;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.parley.kernel.Invariant;
import dev.parley.kernel.Level;
import dev.parley.kernel.Request;
import dev.parley.kernel.episode.EpisodeEvent;
import dev.parley.kernel.episode.EpisodeRoom;
import dev.parley.kernel.episode.Profile;
import dev.parley.kernel.episode.RegisteredEpisode;
import dev.parley.kernel.json.Json;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Every rule of an episode is provoked, and what the explanation proposes is done: then the packet is accepted. */
class EveryEpisodeRefusalTest {
    /** No stream of packets reaches these: the table refuses before, as the kernel's {@code GuardedByTheTableTest} proves. */
    private static final Set<String> UNREACHABLE = Set.of("E1", "E3.5");

    private static final OffsetDateTime AT = OffsetDateTime.parse("2026-03-01T10:00:00Z");

    private final Set<String> broken = new TreeSet<>();
    private Refused<RegisteredEpisode, EpisodeEvent> room = new Refused<>(new EpisodeRoom(Profile.STRICT));
    private int packets;

    /** A new episode that these packets lead through. */
    private EveryEpisodeRefusalTest after(String... packets) {
        broken.addAll(room.broken());
        room = new Refused<>(new EpisodeRoom(Profile.STRICT));
        this.packets = 0;
        return then(packets);
    }

    private EveryEpisodeRefusalTest then(String... packets) {
        for (String packet : packets) {
            room.ask(packet(packet));
        }
        return this;
    }

    private Request packet(String line) {
        String[] words = line.split(" ", -1);
        packets++;
        return switch (words[0]) {
            case "observe" -> packet("ObservationPacket", status("OBSERVED"), Json.Obj.EMPTY);
            case "remember" -> packet("ObservationPacket", status("DERIVED"), Json.Obj.EMPTY);
            case "believe" ->
                packet(
                        "BeliefUpdatePacket",
                        Json.Obj.EMPTY.with("routing", Json.Obj.EMPTY.with("tools_state", "tools_ok")),
                        Json.Obj.EMPTY.with(
                                "evidence_integration",
                                Json.texts(List.of(words).subList(1, words.length))));
            case "decide" ->
                packet(
                        "DecisionPacket",
                        words.length > 2
                                ? Json.Obj.EMPTY.with(
                                        "budgets",
                                        Json.Obj.EMPTY
                                                .with("tool_call_budget", Integer.parseInt(words[2]))
                                                .with("token_budget", 10))
                                : Json.Obj.EMPTY,
                        Json.Obj.EMPTY.with("decision_outcome", words[1]));
            case "plan" -> packet("VerificationPlanPacket", Json.Obj.EMPTY, Json.Obj.EMPTY);
            case "token" -> token(words);
            case "read" -> directive("READ", "read", "");
            case "write" -> directive("WRITE", words.length > 2 ? words[2] : "write", words[1]);
            case "result" -> result(words[1], words.length > 2 ? words[2] : "SUCCESS", 0);
            case "dear" -> result(words[1], "SUCCESS", 1_000);
            case "escalate" -> escalation(words[1]);
            case "alert" ->
                packet(
                        "IntegrityAlertPacket",
                        Json.Obj.EMPTY,
                        Json.Obj.EMPTY.with("alert_type", "drift").with("severity", "CRITICAL"));
            default -> event(words[0]);
        };
    }

    private static Json.Obj status(String status) {
        return Json.Obj.EMPTY.with("epistemics", Json.Obj.EMPTY.with("status", status));
    }

    private Request packet(String type, Json.Obj mcp, Json.Obj payload) {
        Json.Obj header = Json.Obj.EMPTY
                .with("packet_id", "pkt_" + packets)
                .with("packet_type", type)
                .with("created_at", AT.plusSeconds(packets).toInstant().toString())
                .with("correlation_id", "corr_a");
        return new Request(
                AT.plusSeconds(packets),
                "agent",
                "corr_a",
                type,
                Json.Obj.EMPTY.with("header", header).with("mcp", mcp).with("payload", payload));
    }

    private Request token(String[] words) {
        String kind = words.length > 2 ? words[2] : "";
        return packet(
                "ToolAuthorizationToken",
                Json.Obj.EMPTY,
                Json.Obj.EMPTY
                        .with("token_id", words[1])
                        .with(
                                "authorized_scope",
                                Json.Obj.EMPTY
                                        .with("tool_ids", Json.texts(List.of("mail")))
                                        .with("operation_types", Json.texts(List.of("write"))))
                        .with("expiry", kind.equals("expired") ? "2026-03-01T09:00:00Z" : "2026-03-01T11:00:00Z")
                        .with("usage_count", kind.equals("used") ? 1 : 0)
                        .with("max_usage_count", 1)
                        .with("revoked", kind.equals("revoked")));
    }

    private Request directive(String safety, String operation, String token) {
        Json.Obj payload = Json.Obj.EMPTY
                .with("task_id", "task_" + packets)
                .with("tool_safety_class", safety)
                .with("execution_method", Json.Obj.EMPTY.with("tool_id", "mail").with("operation", operation));
        return packet(
                "TaskDirectivePacket",
                Json.Obj.EMPTY,
                token.isEmpty() ? payload : payload.with("authorization_token_id", token));
    }

    private Request result(String directive, String status, long tokens) {
        return packet(
                "TaskResultPacket",
                Json.Obj.EMPTY,
                Json.Obj.EMPTY
                        .with("task_id", "task_x")
                        .with("directive_packet_id", directive)
                        .with("result_status", status)
                        .with("execution_metadata", Json.Obj.EMPTY.with("tokens_used", tokens)));
    }

    private Request escalation(String lacks) {
        return packet(
                "EscalationPacket",
                Json.Obj.EMPTY,
                Json.Obj.EMPTY
                        .with("top_options", Json.texts(lacks.equals("options") ? List.of() : List.of("a", "b")))
                        .with("evidence_gaps", Json.texts(lacks.equals("gaps") ? List.of() : List.of("a")))
                        .with("recommended_next_step", lacks.equals("step") ? "" : "ask"));
    }

    private Request event(String name) {
        OffsetDateTime at = AT.plusSeconds(packets);
        return new Request(
                at,
                "agent",
                "corr_a",
                name,
                Json.Obj.EMPTY
                        .with("event", name)
                        .with("correlation_id", "corr_a")
                        .with("created_at", at.toInstant().toString()));
    }

    @Test
    void ofTheEpisodeRoom() {
        verifications();
        tokens();
        rest();
        everywhere();
        broken.addAll(room.broken());
        Set<String> expected = new TreeSet<>();
        new EpisodeRoom(Profile.STRICT)
                .catalogue().stream()
                        .filter(invariant -> invariant.level() == Level.REJECT)
                        .map(Invariant::id)
                        .forEach(expected::add);
        expected.removeAll(UNREACHABLE);
        expected.removeAll(broken);
        assertEquals(Set.of(), expected, "never provoked");
        assertEquals(Set.of(), room.unchangeable());
    }

    private void verifications() {
        String[] begun = {"observe", "believe", "decide VERIFY_FIRST"};
        after(begun).then("read");
        after(begun).then("believe");
        after(begun).then("plan", "observe", "believe pkt_5");
        after(begun).then("plan", "read", "result pkt_5 FAILURE", "observe", "believe pkt_7");
        after(begun).then("plan", "read", "result pkt_5", "observe", "believe");
        after(begun).then("plan", "read", "result pkt_5", "remember", "believe pkt_6");
        after(begun).then("plan", "read", "observe", "believe pkt_6");
    }

    private void tokens() {
        String[] acting = {"observe", "believe", "decide ACT"};
        after(acting).then("read", "write token_x");
        after(acting).then("token token_1", "write token_2");
        after(acting).then("token token_1 expired", "write token_1");
        after(acting).then("token token_1 revoked", "write token_1");
        after(acting).then("token token_1 used", "write token_1");
        after(acting).then("token token_1", "write token_1 delete");
    }

    private void rest() {
        String[] believed = {"observe", "believe"};
        after("observe").then("observe").room.ask(repeated());
        after("alert").then("observe");
        after(believed).then("decide ESCALATE", "escalate ok", "user_input", "read");
        for (String lacks : List.of("options", "gaps", "step")) {
            after(believed).then("decide ESCALATE", "escalate " + lacks);
        }
        after(believed).then("decide ESCALATE", "user_input");
        after(believed).then("decide ACT", "read", "result pkt_1");
        after(believed).then("decide ACT", "read", "believe");
        after(believed).then("decide ACT 0", "read");
        after(believed).then("decide ACT 5", "read", "dear pkt_4");
        after(believed).then("decide ACT", "believe");
    }

    private Request repeated() {
        packets = 1;
        return packet("ObservationPacket", status("OBSERVED"), Json.Obj.EMPTY);
    }

    /** In every state each packet that has no row there. */
    private void everywhere() {
        List<String> kinds = List.of(
                "observe",
                "believe",
                "decide ACT",
                "plan",
                "token token_9",
                "read",
                "write token_9",
                "result pkt_1",
                "escalate ok",
                "user_input",
                "episode_close");
        List<List<String>> places = List.of(
                List.of(),
                List.of("observe"),
                List.of("observe", "believe"),
                List.of("observe", "believe", "decide ACT"),
                List.of("observe", "believe", "decide VERIFY_FIRST"),
                List.of("observe", "believe", "decide ACT", "token token_1"),
                List.of("observe", "believe", "decide ACT", "read"),
                List.of("observe", "believe", "decide DEFER"),
                List.of("observe", "believe", "decide ESCALATE"),
                List.of("alert"));
        for (List<String> place : places) {
            for (String kind : kinds) {
                after(place.toArray(String[]::new)).then(kind);
            }
        }
    }
}
