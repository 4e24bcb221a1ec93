package dev.parley.kernel.tool;

import dev.parley.kernel.Machine;
import dev.parley.kernel.Step;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolEvent.ApprovalAnswered;
import dev.parley.kernel.tool.ToolEvent.ApprovalTimedOut;
import dev.parley.kernel.tool.ToolEvent.CallProposed;
import dev.parley.kernel.tool.ToolEvent.CancelRequested;
import dev.parley.kernel.tool.ToolEvent.DeadlinePassed;
import dev.parley.kernel.tool.ToolEvent.DispatchRequested;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided;
import dev.parley.kernel.tool.ToolEvent.ProcessLost;
import dev.parley.kernel.tool.ToolEvent.QuestionHeard;
import dev.parley.kernel.tool.ToolEvent.ResultArrived;
import dev.parley.kernel.tool.ToolEvent.SandboxAdmitted;
import dev.parley.kernel.tool.ToolEvent.SandboxViolated;
import dev.parley.kernel.tool.ToolState.Absent;
import dev.parley.kernel.tool.ToolState.Admitted;
import dev.parley.kernel.tool.ToolState.AwaitingApproval;
import dev.parley.kernel.tool.ToolState.Dispatched;
import dev.parley.kernel.tool.ToolState.Permitted;
import dev.parley.kernel.tool.ToolState.Proposed;
import dev.parley.kernel.tool.ToolState.Settled;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One tool call: proposed, judged by policy, approved if that is asked for, permitted, admitted by the sandbox,
 * dispatched, settled.
 *
 * <p>The table says where an event leads; {@link ToolInvariants} say which of those moves may count. The machine by
 * itself refuses what they forbid; the one that {@link ToolRoom} runs leaves that to the registrar, which names every
 * rule that was broken.
 */
public final class ToolMachine implements Machine<ToolState, ToolEvent> {
    /** The rule by which a minor approves nothing. */
    public static final String MINOR = "tool.approval.minor";

    private static final Absent ABSENT = new Absent();

    private final boolean guarded;
    private final String conversation;

    public ToolMachine() {
        this(true, "");
    }

    private ToolMachine(boolean guarded, String conversation) {
        this.guarded = guarded;
        this.conversation = conversation;
    }

    /** The table alone, for a room that checks the invariants itself. */
    static ToolMachine unguarded(String conversation) {
        return new ToolMachine(false, conversation);
    }

    @Override
    public String name() {
        return "tool";
    }

    @Override
    public ToolState initial() {
        return ABSENT;
    }

    @Override
    public Step<ToolState> step(ToolState state, ToolEvent event) {
        Step<ToolState> step = table(state, event);
        Violation broken = guarded ? ToolInvariants.broken(state, event, step) : null;
        return broken == null ? step : Step.refused(broken.id(), broken.reason());
    }

    private Step<ToolState> table(ToolState state, ToolEvent event) {
        return switch (event) {
            case CallProposed proposed -> propose(state, proposed);
            case PolicyDecided decided -> decide(state, decided);
            case ApprovalAnswered answered -> answer(state, answered);
            case QuestionHeard heard ->
                state instanceof AwaitingApproval open ? Step.moved(open.heard(heard.atMs())) : noRow(state, event);
            case ApprovalTimedOut timedOut -> lapse(state, timedOut);
            case SandboxAdmitted _ ->
                state instanceof Permitted(ToolCall call, ToolTerms terms, Permit permit)
                        ? Step.moved(new Admitted(call, terms, permit))
                        : noRow(state, event);
            case SandboxViolated violated ->
                state instanceof Permitted permitted
                        ? settle(permitted.call(), ToolStatus.SANDBOX_VIOLATION, violated.violation(), event)
                        : noRow(state, event);
            case DispatchRequested requested -> dispatch(state, requested);
            case ResultArrived arrived -> result(state, arrived);
            case DeadlinePassed passed -> deadline(state, passed);
            case CancelRequested cancelled -> cancel(state, cancelled);
            case ProcessLost lost -> lose(state, lost);
        };
    }

    /** The same call again changes nothing and runs nothing; the same id with another wish is refused. */
    private static Step<ToolState> propose(ToolState state, CallProposed event) {
        ToolCall made = state.made();
        if (made == null) {
            return Step.moved(new Proposed(event.call()));
        }
        return made.sameAs(event.call())
                ? Step.moved(state)
                : Step.refused(
                        "tool.call.conflict",
                        "call id " + event.callId() + " already stands for another tool or arguments");
    }

    private Step<ToolState> decide(ToolState state, PolicyDecided event) {
        if (state instanceof AwaitingApproval awaiting && event.ruling() == PolicyDecided.Ruling.ASK) {
            return askAgain(awaiting, event);
        }
        if (!(state instanceof Proposed(ToolCall call))) {
            return noRow(state, event);
        }
        return switch (event.ruling()) {
            case ALLOW -> Step.moved(permitted(call, event.terms(), event.mode(), "", event.atMs()));
            case ASK -> ask(call, event);
            case DENY -> settle(call, ToolStatus.DENIED, event.reason(), event);
        };
    }

    /** Another company is another question, and an answer to the first one no longer counts (ruling B17). */
    private Step<ToolState> askAgain(AwaitingApproval awaiting, PolicyDecided event) {
        return awaiting.mode().equals(event.mode())
                ? Step.refused("tool.approval.asked", "the question is asked already")
                : ask(awaiting.call(), event);
    }

    private Step<ToolState> ask(ToolCall call, PolicyDecided event) {
        long unheardMs = event.words().isEmpty() ? 0 : ToolTerms.UNHEARD_MS;
        long expiresAtMs = event.atMs() + event.terms().approvalTimeoutMs() + unheardMs;
        String question = question(call, event);
        return new Step.Moved<>(
                new AwaitingApproval(call, event.terms(), event.mode(), question, event.atMs(), expiresAtMs),
                List.of(new ToolEffect.AskApproval(call, question, expiresAtMs)));
    }

    private String question(ToolCall call, PolicyDecided event) {
        Json.Obj asked = Json.Obj.EMPTY
                .with("conversation", conversation)
                .with("call", call.callId())
                .with("tool", call.tool())
                .with("arguments_sha256", call.argumentsSha256())
                .with("mode", event.mode())
                .with("asked_at_ms", event.atMs());
        return ArgumentsDigest.of(event.words().isEmpty() ? asked : asked.with("words", event.words()));
    }

    private static Permitted permitted(ToolCall call, ToolTerms terms, String mode, String question, long atMs) {
        return new Permitted(call, terms, Permit.forCall(call, mode, question, atMs + terms.permitTtlMs()));
    }

    private static Step<ToolState> answer(ToolState state, ApprovalAnswered event) {
        if (!(state instanceof AwaitingApproval awaiting)) {
            return Step.refused("tool.approval.none_pending", "no approval is pending for call " + event.callId());
        }
        Approver approver = event.approver();
        Step<ToolState> objection = event.approved() ? objection(approver, awaiting.mode()) : null;
        if (objection != null) {
            return objection;
        }
        if (!event.argumentsSha256().equals(awaiting.call().argumentsSha256())) {
            return Step.refused("tool.approval.other_arguments", "the answer was given to other arguments");
        }
        if (event.atMs() > awaiting.expiresAtMs()) {
            return Step.refused("tool.approval.expired", "the answer came after the question had lapsed");
        }
        if (event.approved() && !event.mode().equals(awaiting.mode())) {
            return Step.refused("tool.approval.other_company", "the company has changed since the question was asked");
        }
        if (!event.question().equals(awaiting.question())) {
            return Step.refused("tool.approval.other_question", "the answer was given to another question");
        }
        if (event.approved()) {
            return new Step.Moved<>(
                    permitted(awaiting.call(), awaiting.terms(), awaiting.mode(), awaiting.question(), event.atMs()),
                    List.of(new ToolEffect.CloseApproval(event.callId(), ApprovalOutcome.APPROVED)));
        }
        return closed(awaiting, ApprovalOutcome.DENIED, ToolStatus.DENIED, "denied by " + approver.id(), event);
    }

    /**
     * Saying no needs no standing: whoever objects, the call does not run.
     *
     * @param company empty where nobody lives, and only there whoever runs the house answers (ruling B15)
     */
    private static @Nullable Step<ToolState> objection(Approver approver, String company) {
        return switch (approver.standing()) {
            case CONFIRMED_ADULT, APPROVER -> null;
            case OPERATOR ->
                company.isEmpty()
                        ? null
                        : Step.refused("tool.approval.household", "people live here, and one of them has to approve");
            case OTHER_ROLE ->
                Step.refused("tool.approval.role", "the role of " + approver.id() + " does not open this command");
            case MINOR -> Step.refused(MINOR, approver.id() + " is a minor and approves nothing");
            case UNCONFIRMED -> Step.refused("tool.approval.unconfirmed", approver.id() + " is not confirmed");
            case NOT_A_PERSON -> Step.refused("tool.approval.not_a_person", approver.id() + " is not a person");
        };
    }

    private static Step<ToolState> lapse(ToolState state, ApprovalTimedOut event) {
        if (!(state instanceof AwaitingApproval awaiting)) {
            return noRow(state, event);
        }
        return event.atMs() < awaiting.expiresAtMs()
                ? Step.refused("tool.approval.not_due", "the question may still be answered")
                : closed(awaiting, ApprovalOutcome.EXPIRED, ToolStatus.DENIED, "nobody approved in time", event);
    }

    private static Step<ToolState> closed(
            AwaitingApproval awaiting, ApprovalOutcome outcome, ToolStatus status, String reason, ToolEvent event) {
        return settle(
                awaiting.call(),
                status,
                reason,
                event,
                new ToolEffect.CloseApproval(awaiting.call().callId(), outcome));
    }

    private static Step<ToolState> dispatch(ToolState state, DispatchRequested event) {
        return switch (state) {
            case Admitted admitted -> spend(admitted, event);
            case AwaitingApproval awaiting ->
                run(
                        awaiting.call(),
                        awaiting.terms(),
                        Permit.forCall(awaiting.call(), awaiting.mode(), "", event.atMs()),
                        event);
            case Permitted permitted -> run(permitted.call(), permitted.terms(), permitted.permit(), event);
            case Dispatched _ -> Step.refused("tool.permit.used", "the permit of this call is spent");
            case Settled _ -> Step.refused("tool.call.settled", "the call has its result");
            case Absent _, Proposed _ -> noRow(state, event);
        };
    }

    /** A wrong permit is refused; the right one that has lost its force ends the call, for no other will come. */
    private static Step<ToolState> spend(Admitted admitted, DispatchRequested event) {
        Permit permit = admitted.permit();
        if (!permit.permitId().equals(event.permitId())) {
            return Step.refused("tool.permit.other", "the permit presented is not the one of this call");
        }
        if (!permit.argumentsSha256().equals(event.argumentsSha256())) {
            return Step.refused("tool.permit.other_arguments", "the permit is for other arguments");
        }
        if (event.epoch() != permit.epoch()) {
            return settle(admitted.call(), ToolStatus.DENIED, "the permit is of another epoch", event);
        }
        if (!event.mode().equals(permit.mode())) {
            return settle(admitted.call(), ToolStatus.DENIED, "the company has changed since it was permitted", event);
        }
        if (event.atMs() >= permit.expiresAtMs()) {
            return settle(admitted.call(), ToolStatus.DENIED, "the permit has expired", event);
        }
        return run(admitted.call(), admitted.terms(), permit, event);
    }

    private static Step<ToolState> run(ToolCall call, ToolTerms terms, Permit permit, DispatchRequested event) {
        long deadlineMs = event.atMs() + terms.timeoutMs();
        return new Step.Moved<>(
                new Dispatched(call, terms, event.atMs(), deadlineMs),
                List.of(new ToolEffect.RunTool(call, permit, deadlineMs)));
    }

    private static Step<ToolState> result(ToolState state, ResultArrived event) {
        return switch (state) {
            case Dispatched dispatched ->
                event.atMs() >= dispatched.deadlineMs()
                        ? Step.refused("tool.result.late", "the result came after the deadline")
                        : settled(dispatched.call(), event);
            case Settled settled -> settled(settled.call(), event);
            case Absent _ -> settled(ToolCall.neverMade(event.callId()), event);
            case Proposed _, AwaitingApproval _, Permitted _, Admitted _ ->
                Step.refused("tool.result.not_running", "the call does not run and can have no result");
        };
    }

    private static Step<ToolState> settled(ToolCall call, ResultArrived event) {
        ToolResult result = new ToolResult(
                call.callId(), call.tool(), event.ending().status(), Json.Null.NULL, event.reason(), event.atMs());
        return new Step.Moved<>(new Settled(call.over(), result), List.of(new ToolEffect.DeliverResult(result)));
    }

    private static Step<ToolState> deadline(ToolState state, DeadlinePassed event) {
        if (!(state instanceof Dispatched dispatched)) {
            return noRow(state, event);
        }
        return event.atMs() < dispatched.deadlineMs()
                ? Step.refused("tool.deadline.not_due", "the call still has time")
                : settle(
                        dispatched.call(),
                        ToolStatus.TIMEOUT,
                        "no result within " + dispatched.terms().timeoutMs() + " ms",
                        event,
                        new ToolEffect.StopTool(event.callId()));
    }

    private static Step<ToolState> cancel(ToolState state, CancelRequested event) {
        return switch (state) {
            case Absent _ -> noRow(state, event);
            case Proposed(ToolCall call) -> settle(call, ToolStatus.CANCELLED, event.reason(), event);
            case AwaitingApproval awaiting ->
                closed(awaiting, ApprovalOutcome.CANCELLED, ToolStatus.CANCELLED, event.reason(), event);
            case Permitted permitted -> settle(permitted.call(), ToolStatus.CANCELLED, event.reason(), event);
            case Admitted admitted -> settle(admitted.call(), ToolStatus.CANCELLED, event.reason(), event);
            case Dispatched dispatched ->
                settle(
                        dispatched.call(),
                        ToolStatus.CANCELLED,
                        event.reason(),
                        event,
                        new ToolEffect.StopTool(event.callId()));
            case Settled _ -> Step.refused("tool.call.settled", "the call has its result");
        };
    }

    /** What had not been dispatched has not run and stays where it was: a pending approval survives a restart. */
    private static Step<ToolState> lose(ToolState state, ProcessLost event) {
        return state instanceof Dispatched dispatched
                ? settle(
                        dispatched.call(),
                        ToolStatus.UNKNOWN,
                        "the process was lost after dispatch; it may have run",
                        event)
                : noRow(state, event);
    }

    private static Step<ToolState> settle(
            ToolCall call, ToolStatus status, String reason, ToolEvent event, ToolEffect... before) {
        ToolResult result = new ToolResult(call.callId(), call.tool(), status, Json.Null.NULL, reason, event.atMs());
        List<ToolEffect> effects = new ArrayList<>(List.of(before));
        effects.add(new ToolEffect.DeliverResult(result));
        return new Step.Moved<>(new Settled(call.over(), result), List.copyOf(effects));
    }

    private static Step<ToolState> noRow(ToolState state, ToolEvent event) {
        return Step.refused(
                "tool.no_transition",
                event.getClass().getSimpleName() + " has no row in "
                        + state.getClass().getSimpleName());
    }

    @Override
    public List<ToolEvent> alphabet(ToolState state) {
        return ToolAlphabet.of(state);
    }

    @Override
    public String printed(ToolState state) {
        return state.getClass().getSimpleName();
    }

    @Override
    public String label(ToolEvent event) {
        return ToolAlphabet.label(event);
    }
}
