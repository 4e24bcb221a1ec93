package dev.parley.kernel.episode;

import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How an entry of an episode is asked for, and how it is read back: the target is the correlation id, the action the
 * packet's type or the external event, the parameters are the packet as it was written. Whoever asks has checked the
 * schema; what does not fit all the same is malformed.
 */
public final class EpisodeRequests {
    /** What the runtime asks for by itself after a packet that spends more than its decision allows (ruling C7). */
    static final String OVERRUN = "overrun";

    private static final BigDecimal NANOSECOND = BigDecimal.ONE.movePointLeft(9);
    private static final BigDecimal COUNT_MAX = BigDecimal.valueOf(Long.MAX_VALUE);
    private static final BigDecimal ALL_YEARS_SECONDS = BigDecimal.valueOf(1_000_000_000_000L);

    private EpisodeRequests() {}

    /** Asks in the name of this actor for this entry, of which this is the written form. */
    public static Request of(String actor, EpisodeEntry entry, Json.Obj written) {
        return new Request(
                entry.createdAt().atOffset(ZoneOffset.UTC), actor, entry.correlationId(), entry.typeName(), written);
    }

    static Reading<EpisodeEvent> read(Request request) {
        boolean overruns = request.action().equals(OVERRUN);
        try {
            EpisodeEntry entry = entry(request.parameters());
            if (!entry.correlationId().equals(request.target())) {
                return Reading.malformed("the packet belongs to " + entry.correlationId());
            }
            if (!overruns && !entry.typeName().equals(request.action())) {
                return Reading.malformed("the packet is of type " + entry.typeName());
            }
            return Reading.understood(new EpisodeEvent(entry, overruns));
        } catch (Unfit unfit) {
            return Reading.malformed(unfit.reason());
        }
    }

    private static EpisodeEntry entry(Json.Obj written) throws Unfit {
        return written.has("event") ? event(new Part(written)) : packet(new Part(written));
    }

    private static EpisodeEntry event(Part event) throws Unfit {
        String correlationId = event.text("correlation_id");
        Instant createdAt = event.time("created_at");
        return switch (event.text("event")) {
            case "user_input" -> new ExternalEvent.UserInput(correlationId, createdAt);
            case "episode_close" -> new ExternalEvent.EpisodeClose(correlationId, createdAt);
            default -> throw new Unfit("the event is not one that is known");
        };
    }

    private static Packet packet(Part packet) throws Unfit {
        Part head = packet.part("header");
        Header header = new Header(head.text("packet_id"), head.text("correlation_id"), head.time("created_at"));
        Part mcp = packet.part("mcp");
        Part payload = packet.part("payload");
        return switch (head.text("packet_type")) {
            case "ObservationPacket" ->
                new Packet.Observation(
                        header, "OBSERVED".equals(mcp.part("epistemics").textOrNull("status")));
            case "BeliefUpdatePacket" ->
                new Packet.BeliefUpdate(
                        header,
                        payload.texts("evidence_integration"),
                        payload.flag("execution_complete", true),
                        circumstances(mcp));
            case "DecisionPacket" ->
                new Packet.Decision(
                        header, payload.one(Outcome.class, "decision_outcome"), budgets(mcp), circumstances(mcp));
            case "VerificationPlanPacket" -> new Packet.VerificationPlan(header);
            case "ToolAuthorizationToken" -> token(header, payload);
            case "TaskDirectivePacket" -> directive(header, mcp, payload);
            case "TaskResultPacket" ->
                new Packet.TaskResult(
                        header,
                        payload.text("task_id"),
                        payload.text("directive_packet_id"),
                        payload.one(ResultStatus.class, "result_status"),
                        payload.part("execution_metadata").count("tokens_used", 0));
            case "EscalationPacket" ->
                new Packet.Escalation(
                        header,
                        payload.size("top_options"),
                        payload.size("evidence_gaps"),
                        payload.isPresent("recommended_next_step"));
            case "IntegrityAlertPacket" ->
                new Packet.IntegrityAlert(
                        header,
                        payload.text("alert_type"),
                        payload.one(Severity.class, "severity"),
                        payload.flag("clears", false),
                        payload.flag("recovered", false));
            default -> throw new Unfit("the packet type is not one that is known");
        };
    }

    private static Packet token(Header header, Part payload) throws Unfit {
        Part scope = payload.part("authorized_scope");
        return new Packet.AuthorizationToken(
                header,
                payload.text("token_id"),
                scope.texts("tool_ids"),
                scope.texts("operation_types"),
                payload.time("expiry"),
                payload.count("usage_count", 0),
                payload.count("max_usage_count", 0),
                payload.flag("revoked", false));
    }

    private static Packet directive(Header header, Part mcp, Part payload) throws Unfit {
        SafetyClass safetyClass = payload.json().has("tool_safety_class")
                ? payload.one(SafetyClass.class, "tool_safety_class")
                : SafetyClass.READ;
        Part method = payload.part("execution_method");
        String operation = method.textOrNull("operation");
        return new Packet.TaskDirective(
                header,
                payload.text("task_id"),
                safetyClass,
                method.textOrNull("tool_id"),
                operation == null ? (safetyClass.writes() ? "write" : "read") : operation,
                payload.textOrNull("authorization_token_id"),
                budgets(mcp),
                circumstances(mcp));
    }

    private static Budgets budgets(Part mcp) throws Unfit {
        Part budgets = mcp.part("budgets");
        return new Budgets(
                budgets.budget("token_budget"),
                budgets.budget("tool_call_budget"),
                budgets.duration("time_budget_seconds"));
    }

    private static Circumstances circumstances(Part mcp) {
        Part stakes = mcp.part("stakes");
        return new Circumstances(
                mcp.part("quality").textOrNull("quality_tier"),
                mcp.part("routing").textOrNull("tools_state"),
                stakes.textOrNull("stakes_level"),
                stakes.textOrNull("uncertainty"));
    }

    /** Something in a packet that is missing or of another kind. It never leaves the reader. */
    private static final class Unfit extends Exception {
        Unfit(String reason) {
            super(reason, null, false, false);
        }

        String reason() {
            return String.valueOf(getMessage());
        }
    }

    /** An object inside a packet; one that is absent is empty. */
    private record Part(Json.Obj json) {
        Part part(String key) {
            return new Part(json.get(key) instanceof Json.Obj inner ? inner : Json.Obj.EMPTY);
        }

        @Nullable
        String textOrNull(String key) {
            return json.text(key);
        }

        String text(String key) throws Unfit {
            String text = json.text(key);
            if (text == null) {
                throw new Unfit(key + " is missing");
            }
            return text;
        }

        List<String> texts(String key) throws Unfit {
            List<String> texts = new ArrayList<>();
            if (json.get(key) instanceof Json.Arr(List<Json> items)) {
                for (Json item : items) {
                    if (!(item instanceof Json.Str(String text))) {
                        throw new Unfit(key + " must be a list of texts");
                    }
                    texts.add(text);
                }
            }
            return texts;
        }

        boolean flag(String key, boolean otherwise) {
            Boolean flag = json.flag(key);
            return flag == null ? otherwise : flag;
        }

        Instant time(String key) throws Unfit {
            Instant time = Timestamps.parse(text(key));
            if (time == null) {
                throw new Unfit(key + " is not a time");
            }
            return time;
        }

        <E extends Enum<E>> E one(Class<E> type, String key) throws Unfit {
            String text = text(key);
            for (E each : type.getEnumConstants()) {
                if (each.name().equals(text)) {
                    return each;
                }
            }
            throw new Unfit(key + " is not one of the known: " + text.toUpperCase(Locale.ROOT));
        }

        int size(String key) {
            return json.get(key) instanceof Json.Arr(List<Json> items) ? items.size() : 0;
        }

        /** A step is present when it says something: text that is not blank, or content. */
        boolean isPresent(String key) {
            return switch (json.get(key)) {
                case Json.Str(String text) -> !text.isBlank();
                case Json.Obj object -> !object.fields().isEmpty();
                case Json.Arr(List<Json> items) -> !items.isEmpty();
                case null, default -> false;
            };
        }

        long budget(String key) throws Unfit {
            return json.has(key) ? Math.min(count(key, 0), Budgets.STATED_COUNT_MAX) : Budgets.UNLIMITED_COUNT;
        }

        /** A whole number that is not negative. What is too large to count is the largest. */
        long count(String key, long otherwise) throws Unfit {
            if (!json.has(key)) {
                return otherwise;
            }
            BigDecimal exact = json.number(key);
            if (exact == null
                    || exact.signum() < 0
                    || exact.stripTrailingZeros().scale() > 0) {
                throw new Unfit(key + " must be a whole number from 0 on");
            }
            return exact.compareTo(COUNT_MAX) >= 0 ? Long.MAX_VALUE : exact.longValue();
        }

        /** What is finer than a nanosecond, or longer than all years that can be written, is cut off. */
        @Nullable
        Duration duration(String key) throws Unfit {
            if (!json.has(key)) {
                return null;
            }
            BigDecimal seconds = json.number(key);
            if (seconds == null) {
                throw new Unfit(key + " must be a number");
            }
            BigDecimal exact = seconds.min(ALL_YEARS_SECONDS);
            if (exact.compareTo(NANOSECOND) < 0) {
                return Duration.ZERO;
            }
            BigDecimal cut = exact.setScale(9, RoundingMode.DOWN);
            long whole = cut.longValue();
            long nanos =
                    cut.subtract(BigDecimal.valueOf(whole)).movePointRight(9).longValue();
            return Duration.ofSeconds(whole, nanos);
        }
    }
}
