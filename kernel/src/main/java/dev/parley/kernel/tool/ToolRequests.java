package dev.parley.kernel.tool;

import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolEvent.ApprovalAnswered;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolEvent.ResultArrived;
import dev.parley.kernel.tool.ToolEvent.ResultArrived.Ending;
import dev.parley.kernel.tool.ToolParameters.Unfit;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The eleven actions of the tool room: how an event is written as a request, and how a request is read as an event. Both
 * directions stand here side by side, so that what a driver asks is exactly what a replay decides again.
 */
public final class ToolRequests {
    /** The runtime itself: whoever judges by policy, runs tools and watches the clock. */
    public static final String SYSTEM = "system";

    /** Under this name an answer says at which event it was given. */
    public static final String ANSWER = "answer";

    /** Under this name an answer says which reply asked for it. */
    public static final String REPLY = "reply";

    /** Under this name an answer of somebody who runs the house says by which role and key. */
    public static final String OPERATOR = "operator";

    static final long LONGEST_MS = 1L << 53;

    private ToolRequests() {}

    /** A request of the runtime, or of the person who answered. */
    public static Request of(ToolEvent event) {
        return of(
                event instanceof ApprovalAnswered answered ? answered.approver().id() : SYSTEM, event);
    }

    public static Request of(String actor, ToolEvent event) {
        return new Request(
                Instant.ofEpochMilli(event.atMs()).atOffset(ZoneOffset.UTC),
                actor,
                event.callId(),
                action(event),
                parameters(event));
    }

    /**
     * An answer with what it rests on. The room does not decide by it; whoever checks the record does.
     *
     * @param answer the event at which they answered
     * @param operator by which role and key, empty where a person answered
     * @param reply the reply that asked, 0 where nobody was asked aloud
     */
    public static Request grounded(Request answered, long answer, Json.Obj operator, long reply) {
        Json.Obj ground = answered.parameters().with(ANSWER, answer);
        ground = operator.fields().isEmpty() ? ground : ground.with(OPERATOR, operator);
        return answered.instead(
                answered.actor(),
                answered.target(),
                answered.action(),
                reply == 0 ? ground : ground.with(REPLY, reply));
    }

    private static String action(ToolEvent event) {
        return switch (event) {
            case ToolEvent.CallProposed _ -> "call";
            case PolicyDecided decided ->
                switch (decided.ruling()) {
                    case ALLOW -> "permit";
                    case ASK -> "ask";
                    case DENY -> "reject";
                };
            case ApprovalAnswered answered -> answered.approved() ? "approve" : "reject";
            case ToolEvent.QuestionHeard _ -> "heard";
            case ToolEvent.ApprovalTimedOut _ -> "expire";
            case ToolEvent.SandboxAdmitted _ -> "admit";
            case ToolEvent.SandboxViolated _ -> "reject";
            case ToolEvent.DispatchRequested _ -> "dispatch";
            case ResultArrived _, ToolEvent.DeadlinePassed _, ToolEvent.ProcessLost _ -> "result";
            case ToolEvent.CancelRequested _ -> "cancel";
        };
    }

    private static Json.Obj parameters(ToolEvent event) {
        return switch (event) {
            case ToolEvent.CallProposed proposed -> call(proposed);
            case PolicyDecided decided -> policy(decided);
            case ApprovalAnswered answered ->
                company(Json.Obj.EMPTY, answered.mode())
                        .with("standing", answered.approver().standing().name().toLowerCase(Locale.ROOT))
                        .with("arguments_sha256", answered.argumentsSha256())
                        .with("question", answered.question());
            case ToolEvent.SandboxViolated violated ->
                status(ToolStatus.SANDBOX_VIOLATION).with("reason", violated.violation());
            case ToolEvent.DispatchRequested requested ->
                company(Json.Obj.EMPTY, requested.mode())
                        .with("permit", requested.permitId())
                        .with("arguments_sha256", requested.argumentsSha256())
                        .with("epoch", requested.epoch());
            case ResultArrived arrived -> result(arrived);
            case ToolEvent.DeadlinePassed _ -> status(ToolStatus.TIMEOUT);
            case ToolEvent.ProcessLost _ -> status(ToolStatus.UNKNOWN);
            case ToolEvent.CancelRequested cancelled -> reason(Json.Obj.EMPTY, cancelled.reason());
            case ToolEvent.QuestionHeard _ -> Json.Obj.EMPTY;
            case ToolEvent.ApprovalTimedOut _ -> Json.Obj.EMPTY;
            case ToolEvent.SandboxAdmitted _ -> Json.Obj.EMPTY;
        };
    }

    private static Json.Obj call(ToolEvent.CallProposed proposed) {
        ToolCall call = proposed.call();
        Json.Obj parameters = Json.Obj.EMPTY
                .with("tool", call.tool())
                .with("arguments", call.arguments())
                .with("epoch", call.epoch())
                .with("turn", proposed.turn());
        return proposed.sources().isEmpty() ? parameters : parameters.with("sources", Json.texts(proposed.sources()));
    }

    private static Json.Obj policy(PolicyDecided decided) {
        Json.Obj parameters = reason(Json.Obj.EMPTY, decided.reason());
        if (decided.ruling() == Ruling.DENY) {
            return parameters;
        }
        parameters = company(parameters, decided.mode()).with("terms", terms(decided.terms()));
        parameters = decided.discloses() ? parameters.with("discloses", true) : parameters;
        return decided.words().isEmpty() ? parameters : parameters.with("words", decided.words());
    }

    private static Json.Obj result(ResultArrived arrived) {
        Json.Obj parameters = reason(status(arrived.ending().status()), arrived.reason());
        if (!arrived.contentSha256().isEmpty()) {
            parameters = parameters.with("content_sha256", arrived.contentSha256());
        }
        return arrived.seenIn() == 0 ? parameters : parameters.with("seen_in", arrived.seenIn());
    }

    private static Json.Obj status(ToolStatus status) {
        return Json.Obj.EMPTY.with("status", status.printed());
    }

    private static Json.Obj company(Json.Obj parameters, String mode) {
        return mode.isEmpty() ? parameters : parameters.with("mode", mode);
    }

    private static Json.Obj reason(Json.Obj parameters, String reason) {
        return reason.isEmpty() ? parameters : parameters.with("reason", reason);
    }

    private static Json.Obj terms(ToolTerms terms) {
        Json.Obj written = Json.Obj.EMPTY.with("safety", terms.safety().name());
        written = time(written, "timeout_ms", terms.timeoutMs());
        written = time(written, "approval_timeout_ms", terms.approvalTimeoutMs());
        written = time(written, "permit_ttl_ms", terms.permitTtlMs());
        return written.with("cancel_on_interrupt", terms.cancelOnInterrupt());
    }

    /** A time that never runs out is not written: no JSON reader keeps such a number exactly. */
    private static Json.Obj time(Json.Obj terms, String key, long ms) {
        return ms < LONGEST_MS ? terms.with(key, ms) : terms;
    }

    /** The event that a request stands for. */
    static Reading<ToolEvent> read(Request request) {
        if (request.target().startsWith(ToolCase.Tainted.PREFIX)) {
            return Reading.malformed("a call is not named " + request.target());
        }
        ToolParameters fields = new ToolParameters(request.parameters());
        try {
            ToolEvent event = event(request, fields);
            return event == null
                    ? Reading.malformed("'" + request.action() + "' is not an action of a tool call")
                    : Reading.understood(event);
        } catch (Unfit unfit) {
            return Reading.malformed(unfit.reason());
        }
    }

    private static @Nullable ToolEvent event(Request request, ToolParameters fields) throws Unfit {
        String id = request.target();
        long atMs = request.at().toInstant().toEpochMilli();
        return switch (request.action()) {
            case "call" ->
                new ToolEvent.CallProposed(
                        ToolCall.of(id, fields.text("tool"), fields.arguments(), fields.whole("epoch")),
                        fields.whole("turn"),
                        fields.texts("sources"),
                        atMs);
            case "permit" -> policy(id, Ruling.ALLOW, fields, atMs);
            case "ask" -> policy(id, Ruling.ASK, fields, atMs);
            case "approve" -> answer(request, true, fields, atMs);
            case "reject" -> rejection(request, fields, atMs);
            case "heard" -> new ToolEvent.QuestionHeard(id, atMs);
            case "expire" -> new ToolEvent.ApprovalTimedOut(id, atMs);
            case "admit" -> new ToolEvent.SandboxAdmitted(id, atMs);
            case "dispatch" ->
                new ToolEvent.DispatchRequested(
                        id,
                        fields.text("permit"),
                        fields.text("arguments_sha256"),
                        fields.whole("epoch"),
                        fields.textOr("mode"),
                        atMs);
            case "result" -> result(id, fields, atMs);
            case "cancel" -> new ToolEvent.CancelRequested(id, fields.textOr("reason"), atMs);
            default -> null;
        };
    }

    private static ToolEvent policy(String id, Ruling ruling, ToolParameters fields, long atMs) throws Unfit {
        return new PolicyDecided(
                id,
                ruling,
                fields.terms(),
                fields.textOr("mode"),
                fields.flag("discloses"),
                fields.textOr("reason"),
                fields.textOr("words"),
                atMs);
    }

    /** A no of a person names their standing, one of the sandbox its status; any other is the policy's. */
    private static ToolEvent rejection(Request request, ToolParameters fields, long atMs) throws Unfit {
        if (fields.json().has("standing")) {
            return answer(request, false, fields, atMs);
        }
        if (!fields.json().has("status")) {
            return new PolicyDecided(request.target(), Ruling.DENY, ToolTerms.DEFAULT, fields.textOr("reason"), atMs);
        }
        if (fields.status() != ToolStatus.SANDBOX_VIOLATION) {
            throw new Unfit("a rejection has no status but sandbox_violation");
        }
        return new ToolEvent.SandboxViolated(request.target(), fields.textOr("reason"), atMs);
    }

    private static ToolEvent answer(Request request, boolean approved, ToolParameters fields, long atMs) throws Unfit {
        Approver approver = new Approver(request.actor(), fields.one(Approver.Standing.class, "standing"));
        if (approver.standing() == Approver.Standing.OPERATOR && !approver.id().equals(Approver.OPERATOR)) {
            throw new Unfit(approver.id() + " is no operator");
        }
        if (approver.standing() == Approver.Standing.APPROVER && !approver.id().equals(Approver.APPROVER)) {
            throw new Unfit(approver.id() + " is not the approver");
        }
        return new ApprovalAnswered(
                request.target(),
                approved,
                approver,
                fields.textOr("arguments_sha256"),
                fields.textOr("question"),
                fields.textOr("mode"),
                atMs);
    }

    private static ToolEvent result(String id, ToolParameters fields, long atMs) throws Unfit {
        ToolStatus status = fields.status();
        return switch (status) {
            case TIMEOUT -> new ToolEvent.DeadlinePassed(id, atMs);
            case UNKNOWN -> new ToolEvent.ProcessLost(id, atMs);
            case SUCCESS, ERROR, SANDBOX_VIOLATION ->
                new ResultArrived(
                        id,
                        Ending.valueOf(status.name()),
                        fields.textOr("content_sha256"),
                        fields.textOr("reason"),
                        fields.whole("seen_in"),
                        atMs);
            case CANCELLED, DENIED -> throw new Unfit("no tool comes back " + status.printed());
        };
    }
}
