package dev.parley.agent.packet;

import dev.parley.kernel.episode.Budgets;
import dev.parley.kernel.episode.Circumstances;
import dev.parley.kernel.episode.EpisodeEntry;
import dev.parley.kernel.episode.ExternalEvent;
import dev.parley.kernel.episode.Header;
import dev.parley.kernel.episode.Outcome;
import dev.parley.kernel.episode.Packet;
import dev.parley.kernel.episode.ResultStatus;
import dev.parley.kernel.episode.SafetyClass;
import dev.parley.kernel.episode.Severity;
import dev.parley.kernel.episode.Timestamps;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Takes from a JSON tree what the rules look at. The tree has passed its schema, so nothing here can be missing. */
final class PacketDecoder {
    private static final BigDecimal NANOSECOND = BigDecimal.ONE.movePointLeft(9);
    private static final BigDecimal COUNT_MAX = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal ALL_YEARS_SECONDS = BigDecimal.valueOf(1_000_000_000_000L);

    private PacketDecoder() {}

    static EpisodeEntry event(JsonNode event) {
        String correlationId = text(event, "correlation_id");
        Instant createdAt = time(event, "created_at");
        return switch (text(event, "event")) {
            case "user_input" -> new ExternalEvent.UserInput(correlationId, createdAt);
            case "episode_close" -> new ExternalEvent.EpisodeClose(correlationId, createdAt);
            default -> throw new IllegalStateException("the schema let an unknown event through: " + event);
        };
    }

    static Packet packet(String type, JsonNode packet) {
        JsonNode head = packet.path("header");
        Header header = new Header(text(head, "packet_id"), text(head, "correlation_id"), time(head, "created_at"));
        JsonNode mcp = packet.path("mcp");
        JsonNode payload = packet.path("payload");
        return switch (type) {
            case "ObservationPacket" ->
                new Packet.Observation(header, "OBSERVED".equals(textOrNull(mcp.path("epistemics"), "status")));
            case "BeliefUpdatePacket" -> belief(header, mcp, payload);
            case "DecisionPacket" ->
                new Packet.Decision(
                        header, Outcome.valueOf(text(payload, "decision_outcome")), budgets(mcp), circumstances(mcp));
            case "VerificationPlanPacket" -> new Packet.VerificationPlan(header);
            case "ToolAuthorizationToken" -> token(header, payload);
            case "TaskDirectivePacket" -> directive(header, mcp, payload);
            case "TaskResultPacket" -> result(header, payload);
            case "EscalationPacket" ->
                new Packet.Escalation(
                        header,
                        payload.path("top_options").size(),
                        payload.path("evidence_gaps").size(),
                        isPresent(payload.path("recommended_next_step")));
            case "IntegrityAlertPacket" ->
                new Packet.IntegrityAlert(
                        header,
                        text(payload, "alert_type"),
                        Severity.valueOf(text(payload, "severity")),
                        flag(payload, "clears", false),
                        flag(payload, "recovered", false));
            default -> throw new IllegalStateException("the schema let an unknown packet type through: " + type);
        };
    }

    private static Packet belief(Header header, JsonNode mcp, JsonNode payload) {
        return new Packet.BeliefUpdate(
                header,
                texts(payload.path("evidence_integration")),
                flag(payload, "execution_complete", true),
                circumstances(mcp));
    }

    private static Packet token(Header header, JsonNode payload) {
        JsonNode scope = payload.path("authorized_scope");
        return new Packet.AuthorizationToken(
                header,
                text(payload, "token_id"),
                texts(scope.path("tool_ids")),
                texts(scope.path("operation_types")),
                time(payload, "expiry"),
                count(payload, "usage_count", 0),
                count(payload, "max_usage_count", 0),
                flag(payload, "revoked", false));
    }

    private static Packet directive(Header header, JsonNode mcp, JsonNode payload) {
        String named = textOrNull(payload, "tool_safety_class");
        SafetyClass safetyClass = named == null ? SafetyClass.READ : SafetyClass.valueOf(named);
        JsonNode method = payload.path("execution_method");
        String operation = textOrNull(method, "operation");
        String implied = safetyClass.writes() ? "write" : "read";
        return new Packet.TaskDirective(
                header,
                text(payload, "task_id"),
                safetyClass,
                textOrNull(method, "tool_id"),
                operation == null ? implied : operation,
                textOrNull(payload, "authorization_token_id"),
                budgets(mcp),
                circumstances(mcp));
    }

    private static Packet result(Header header, JsonNode payload) {
        return new Packet.TaskResult(
                header,
                text(payload, "task_id"),
                text(payload, "directive_packet_id"),
                ResultStatus.valueOf(text(payload, "result_status")),
                count(payload.path("execution_metadata"), "tokens_used", 0));
    }

    private static Budgets budgets(JsonNode mcp) {
        JsonNode budgets = mcp.path("budgets");
        if (budgets.isEmpty()) {
            return Budgets.UNLIMITED;
        }
        return new Budgets(
                budget(budgets, "token_budget"),
                budget(budgets, "tool_call_budget"),
                duration(budgets.get("time_budget_seconds")));
    }

    private static Circumstances circumstances(JsonNode mcp) {
        JsonNode stakes = mcp.path("stakes");
        return new Circumstances(
                textOrNull(mcp.path("quality"), "quality_tier"),
                textOrNull(mcp.path("routing"), "tools_state"),
                textOrNull(stakes, "stakes_level"),
                textOrNull(stakes, "uncertainty"));
    }

    /** A step is present when it says something: text that is not blank, or an object that has content. */
    private static boolean isPresent(JsonNode step) {
        return step.isString() ? !step.stringValue().isBlank() : !step.isEmpty();
    }

    private static String text(JsonNode object, String field) {
        return object.path(field).stringValue();
    }

    private static @Nullable String textOrNull(JsonNode object, String field) {
        JsonNode value = object.get(field);
        return value != null && value.isString() ? value.stringValue() : null;
    }

    private static List<String> texts(JsonNode array) {
        if (array.isEmpty()) {
            return List.of();
        }
        List<String> texts = new ArrayList<>(array.size());
        for (JsonNode item : array) {
            texts.add(item.stringValue());
        }
        return texts;
    }

    private static boolean flag(JsonNode object, String field, boolean otherwise) {
        JsonNode value = object.get(field);
        return value == null ? otherwise : value.booleanValue();
    }

    private static Instant time(JsonNode object, String field) {
        return Objects.requireNonNull(Timestamps.parse(text(object, field)), field);
    }

    private static long budget(JsonNode budgets, String field) {
        return budgets.get(field) == null
                ? Budgets.UNLIMITED_COUNT
                : Math.min(count(budgets, field, 0), Budgets.STATED_COUNT_MAX);
    }

    /** A whole number that is not negative; it may be written as {@code 5.0}. What is too large to count is the largest. */
    private static long count(JsonNode object, String field, long otherwise) {
        JsonNode value = object.get(field);
        if (value == null) {
            return otherwise;
        }
        if (value.isInt() || value.isLong()) {
            return value.longValue();
        }
        BigDecimal exact = value.decimalValue();
        return exact.compareTo(COUNT_MAX) >= 0 ? Long.MAX_VALUE : exact.longValueExact();
    }

    /**
     * Nothing finer than a nanosecond can be exceeded, so what is finer is cut off; and nothing longer than all the years
     * that a time can be written in, so what is longer is cut to that.
     */
    private static @Nullable Duration duration(@Nullable JsonNode seconds) {
        if (seconds == null) {
            return null;
        }
        if (seconds.isInt()) {
            return Duration.ofSeconds(seconds.longValue());
        }
        BigDecimal exact = seconds.decimalValue().min(ALL_YEARS_SECONDS);
        if (exact.compareTo(NANOSECOND) < 0) {
            return Duration.ZERO;
        }
        BigDecimal cut = exact.setScale(9, RoundingMode.DOWN);
        long whole = cut.longValue();
        return Duration.ofSeconds(
                whole, cut.subtract(BigDecimal.valueOf(whole)).movePointRight(9).longValue());
    }
}
