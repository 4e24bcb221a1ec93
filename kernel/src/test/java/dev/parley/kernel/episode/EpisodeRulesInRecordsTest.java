package dev.parley.kernel.episode;

import dev.parley.kernel.FlippedRecord;
import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** For every rule of an episode there is a record on which it fails when the record is folded. */
class EpisodeRulesInRecordsTest {
    /** What each of these forbids the table refuses before; {@link GuardedByTheTableTest} proves that no packets reach them. */
    private static final Set<String> GUARDED = GuardedByTheTableTest.GUARDED;

    @Test
    void ofTheEpisodeRoom() {
        FlippedRecord<?, ?> records = new FlippedRecord<>(new EpisodeRoom(Profile.STRICT));
        RuleCatalogueTest.witnesses().forEach((rule, witness) -> {
            EpisodeDrive drive = EpisodeDrive.strict();
            witness.accept(drive);
            records.in(requests(drive));
        });
        records.foundAllBut(GUARDED);
    }

    /** A record that breaks the sentence of a guarded rule is found all the same, by the row that is not there. */
    @Test
    void whatAGuardedRuleForbidsIsFoundByTheTable() {
        FlippedRecord<?, ?> records = new FlippedRecord<>(new EpisodeRoom(Profile.STRICT));
        EpisodeDrive unfounded = EpisodeDrive.strict().observe().decide(Outcome.ACT);
        records.lastIsRefusedBy("fsm.S1.no-row", requests(unfounded));
        for (Consumer<EpisodeDrive> act : List.<Consumer<EpisodeDrive>>of(
                drive -> drive.token("token_1"),
                EpisodeDrive::read,
                drive -> drive.write("token_1"),
                EpisodeDrive::close)) {
            EpisodeDrive undecided = EpisodeDrive.strict().toVerified();
            undecided.believe(undecided.lastPacketId()).accepted(EpisodeState.S2_MODEL);
            act.accept(undecided);
            records.lastIsRefusedBy("fsm.S2.no-row", requests(undecided));
        }
    }

    private static List<Request> requests(EpisodeDrive drive) {
        List<Request> requests = new ArrayList<>();
        drive.given().forEach(entry -> requests.add(EpisodeRequests.of("agent", entry, written(entry))));
        return requests;
    }

    private static Json.Obj written(EpisodeEntry entry) {
        if (!(entry instanceof Packet packet)) {
            return Json.Obj.EMPTY
                    .with("event", entry.typeName())
                    .with("correlation_id", entry.correlationId())
                    .with("created_at", entry.createdAt().toString());
        }
        Json.Obj header = Json.Obj.EMPTY
                .with("packet_id", packet.header().packetId())
                .with("packet_type", packet.typeName())
                .with("created_at", packet.createdAt().toString())
                .with("correlation_id", packet.correlationId());
        return Json.Obj.EMPTY.with("header", header).with("mcp", mcp(packet)).with("payload", payload(packet));
    }

    private static Json.Obj mcp(Packet packet) {
        return switch (packet) {
            case Packet.Observation seen ->
                Json.Obj.EMPTY.with(
                        "epistemics", Json.Obj.EMPTY.with("status", seen.observed() ? "OBSERVED" : "DERIVED"));
            case Packet.BeliefUpdate belief -> circumstances(belief.circumstances());
            case Packet.Decision decision ->
                circumstances(decision.circumstances()).with("budgets", budgets(decision.budgets()));
            case Packet.TaskDirective directive ->
                circumstances(directive.circumstances()).with("budgets", budgets(directive.budgets()));
            default -> Json.Obj.EMPTY;
        };
    }

    private static Json.Obj circumstances(Circumstances said) {
        return Json.Obj.EMPTY
                .with("quality", texts("quality_tier", said.qualityTier()))
                .with("routing", texts("tools_state", said.toolsState()))
                .with("stakes", texts("stakes_level", said.stakesLevel(), "uncertainty", said.uncertainty()));
    }

    private static Json.Obj texts(@Nullable String... pairs) {
        Map<String, Json> fields = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            String value = pairs[i + 1];
            if (value != null) {
                fields.put(String.valueOf(pairs[i]), Json.of(value));
            }
        }
        return new Json.Obj(fields);
    }

    private static Json.Obj budgets(Budgets budgets) {
        Json.Obj json = Json.Obj.EMPTY;
        if (budgets.tokensMax() != Budgets.UNLIMITED_COUNT) {
            json = json.with("token_budget", budgets.tokensMax());
        }
        if (budgets.toolCallsMax() != Budgets.UNLIMITED_COUNT) {
            json = json.with("tool_call_budget", budgets.toolCallsMax());
        }
        return budgets.time() == null
                ? json
                : json.with(
                        "time_budget_seconds",
                        new Json.Num(BigDecimal.valueOf(budgets.time().toSeconds())));
    }

    private static Json.Obj payload(Packet packet) {
        return switch (packet) {
            case Packet.Observation _, Packet.VerificationPlan _ -> Json.Obj.EMPTY;
            case Packet.BeliefUpdate belief ->
                Json.Obj.EMPTY
                        .with("evidence_integration", Json.texts(belief.evidence()))
                        .with("execution_complete", belief.executionComplete());
            case Packet.Decision decision ->
                Json.Obj.EMPTY.with("decision_outcome", decision.outcome().name());
            case Packet.AuthorizationToken token ->
                Json.Obj.EMPTY
                        .with("token_id", token.tokenId())
                        .with(
                                "authorized_scope",
                                Json.Obj.EMPTY
                                        .with("tool_ids", Json.texts(token.toolIds()))
                                        .with("operation_types", Json.texts(token.operations())))
                        .with("expiry", token.expiry().toString())
                        .with("usage_count", token.usageCount())
                        .with("max_usage_count", token.usageCountMax())
                        .with("revoked", token.revoked());
            case Packet.TaskDirective directive -> {
                Json.Obj directed = texts("task_id", directive.taskId(), "authorization_token_id", directive.tokenId())
                        .with("tool_safety_class", directive.safetyClass().name());
                yield directed.with(
                        "execution_method", texts("tool_id", directive.toolId(), "operation", directive.operation()));
            }
            case Packet.TaskResult result ->
                Json.Obj.EMPTY
                        .with("task_id", result.taskId())
                        .with("directive_packet_id", result.directivePacketId())
                        .with("result_status", result.status().name())
                        .with("execution_metadata", Json.Obj.EMPTY.with("tokens_used", result.tokensUsed()));
            case Packet.Escalation asked ->
                Json.Obj.EMPTY
                        .with("top_options", Json.texts(Collections.nCopies(asked.optionCount(), "x")))
                        .with("evidence_gaps", Json.texts(Collections.nCopies(asked.gapCount(), "x")))
                        .with("recommended_next_step", asked.nextStepPresent() ? "ask" : "");
            case Packet.IntegrityAlert alert ->
                Json.Obj.EMPTY
                        .with("alert_type", alert.alertType())
                        .with("severity", alert.severity().name())
                        .with("clears", alert.clears())
                        .with("recovered", alert.recovered());
        };
    }
}
