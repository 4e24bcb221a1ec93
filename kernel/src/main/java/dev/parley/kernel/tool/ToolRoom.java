package dev.parley.kernel.tool;

import dev.parley.kernel.ActorKind;
import dev.parley.kernel.Alongside;
import dev.parley.kernel.Attestation;
import dev.parley.kernel.Case;
import dev.parley.kernel.Effect;
import dev.parley.kernel.Invariant;
import dev.parley.kernel.Level;
import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.Room;
import dev.parley.kernel.Step;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.View;
import dev.parley.kernel.Violation;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.ToolEvents.ToolDispatched;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided;
import dev.parley.kernel.tool.ToolEvent.PolicyDecided.Ruling;
import dev.parley.kernel.tool.ToolEvent.ResultArrived;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tool machine as the registrar runs it. A call that nobody has mentioned is absent. */
public final class ToolRoom implements Room<ToolCase, ToolEvent> {
    public static final String NAME = "tool";

    /** The rule that refuses a step which only the runtime may take. */
    public static final String PROVENANCE = "tool.provenance";

    /** The rule that refuses a world-changing call of a tainted turn for which nobody was asked (ruling E10). */
    public static final String TAINT = "tool.taint.unasked";

    /** The rule that refuses personal data for an address outside the house for which nobody was asked. */
    public static final String DISCLOSURE = "tool.disclosure.unasked";

    private final ToolMachine machine;
    private final String conversation;
    private final Taint taint;

    /** For how long what a tool answered makes world-changing calls ask for a yes (ruling E10). */
    public enum Taint {
        OFF("off"),
        /** For the turn that is told. Enough where no model reads answers of earlier turns. */
        TURN("ask"),
        /** For the rest of the conversation, because a model is told of it again in every turn. */
        LASTING("lasting");

        private final String printed;

        Taint(String printed) {
            this.printed = printed;
        }

        private static Taint of(@Nullable String printed) {
            for (Taint each : values()) {
                if (each.printed.equals(printed)) {
                    return each;
                }
            }
            return OFF;
        }
    }

    private ToolRoom(String conversation, Taint taint) {
        this.machine = ToolMachine.unguarded(conversation);
        this.conversation = conversation;
        this.taint = taint;
    }

    /** The room of a conversation; an approval counts in no other. */
    public static ToolRoom of(String conversation) {
        return new ToolRoom(conversation, Taint.OFF);
    }

    /** The same where world-changing calls need a yes once something from outside was seen. */
    public ToolRoom asking(Taint value) {
        return new ToolRoom(conversation, value);
    }

    /** The room as its conversation recorded that it was opened. */
    public static ToolRoom opened(Json.Obj settings) {
        String conversation = settings.text("conversation");
        return new ToolRoom(conversation == null ? "" : conversation, Taint.of(settings.text("taint")));
    }

    @Override
    public ToolRoom reopened(Json.Obj settings) {
        return opened(settings);
    }

    /** What {@link #opened} needs to open the same room again. */
    @Override
    public Json.Obj settings() {
        return Json.Obj.EMPTY.with("conversation", conversation).with("taint", taint.printed);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Reading<ToolEvent> read(Request request) {
        return ToolRequests.read(request);
    }

    @Override
    public ToolCase unmentioned(String subject) {
        return new ToolCase.Call(subject, 0, false, machine.initial());
    }

    @Override
    public Step<ToolCase> step(View<ToolCase> view, @Nullable ToolCase present, ToolEvent event, Request request) {
        ToolCase.Call call = present instanceof ToolCase.Call known
                ? known
                : new ToolCase.Call(request.target(), 0, false, machine.initial());
        return switch (machine.step(call.state(), event)) {
            case Step.Moved<ToolState>(ToolState next, var effects) ->
                new Step.Moved<>(moved(view, call, event, next), withTaint(view, call, event, effects));
            case Step.Refused<ToolState>(String rule, String reason) -> Step.refused(rule, reason);
        };
    }

    private ToolCase moved(View<ToolCase> view, ToolCase.Call call, ToolEvent event, ToolState next) {
        if (call.state() instanceof ToolState.Absent && event instanceof ToolEvent.CallProposed proposed) {
            boolean tainted = !proposed.sources().isEmpty()
                    || ToolCase.Tainted.isSeen(view, proposed.turn())
                    || (taint == Taint.LASTING && ToolCase.Lasting.isSeen(view));
            return new ToolCase.Call(call.id(), proposed.turn(), tainted, next);
        }
        return call.at(next);
    }

    /** What a tool answered comes from outside the house: the turn that is told is tainted from now on (ruling E10). */
    private List<? extends Effect> withTaint(
            View<ToolCase> view, ToolCase.Call call, ToolEvent event, List<? extends Effect> effects) {
        if (!(event instanceof ResultArrived arrived) || !arrived.tells()) {
            return effects;
        }
        long turn = arrived.seenIn() == 0 ? call.turn() : arrived.seenIn();
        List<Effect> more = new ArrayList<>(effects);
        if (!ToolCase.Tainted.isSeen(view, turn)) {
            more.add(new Alongside<ToolCase>(new ToolCase.Tainted(turn)));
        }
        if (taint == Taint.LASTING && isFromElsewhere(call.state()) && !ToolCase.Lasting.isSeen(view)) {
            more.add(new Alongside<ToolCase>(new ToolCase.Lasting()));
        }
        return List.copyOf(more);
    }

    /** What only acts says how that went; what also reads may say anything that somebody wrote. */
    private static boolean isFromElsewhere(ToolState state) {
        return !(state instanceof ToolState.Dispatched running
                && running.terms().safety() == ToolSafety.WRITE);
    }

    @Override
    public List<Invariant<Case<ToolCase, ToolEvent>>> catalogue() {
        List<Invariant<Case<ToolCase, ToolEvent>>> all = new ArrayList<>();
        for (Invariant<ToolInvariants.Move> invariant : ToolInvariants.ALL) {
            all.add(new Invariant<>(
                    invariant.id(), invariant.level(), invariant.sentence(), c -> failure(invariant, c)));
        }
        all.add(new Invariant<>(
                PROVENANCE,
                Level.REJECT,
                "Only the runtime permits, asks, admits, dispatches, lets a question lapse and reports a result.",
                ToolRoom::provenance));
        all.add(new Invariant<>(
                TAINT,
                Level.REJECT,
                "In a turn that has seen something from outside the house, what changes the world needs a yes.",
                this::taint));
        all.add(new Invariant<>(
                DISCLOSURE,
                Level.REJECT,
                "Personal data leaves the house only with a yes.",
                c -> c.event() instanceof PolicyDecided decided
                                && decided.ruling() == Ruling.ALLOW
                                && decided.discloses()
                        ? "call " + decided.callId() + " sends personal data out and nobody was asked"
                        : null));
        return List.copyOf(all);
    }

    private static @Nullable String failure(
            Invariant<ToolInvariants.Move> invariant, Case<ToolCase, ToolEvent> decided) {
        return decided.step() instanceof Step.Moved<ToolCase> moved && decided.present() instanceof ToolCase.Call call
                ? invariant.check().failure(new ToolInvariants.Move(call.state(), decided.event(), moved))
                : null;
    }

    /** That a call was dispatched, and its one result; what it returned is added by the recorder. */
    @Override
    public List<Event> emits(Attestation attestation, List<? extends Effect> effects) {
        if (effects.isEmpty()) {
            return List.of();
        }
        List<Event> all = new ArrayList<>();
        for (Effect effect : effects) {
            if (effect instanceof ToolEffect.RunTool(ToolCall call, Permit _, long _)) {
                all.add(new ToolDispatched(call.callId(), call.tool()));
            } else if (effect instanceof ToolEffect.DeliverResult(ToolResult result)) {
                if (result.status() == ToolStatus.SANDBOX_VIOLATION) {
                    Invariant<?> broken = ToolInvariants.SANDBOX;
                    all.add(new Violation(broken.id(), broken.level(), result.reason()).event());
                }
                all.add(result.settled());
            }
        }
        return all;
    }

    /** In a halted conversation no call begins or goes on to its dispatch; what runs is cancelled or reports. */
    @Override
    public boolean endsOnly(ToolEvent event) {
        return switch (event) {
            case ToolEvent.CallProposed _ -> false;
            case PolicyDecided _ -> false;
            case ToolEvent.SandboxAdmitted _ -> false;
            case ToolEvent.DispatchRequested _ -> false;
            case ToolEvent.ApprovalAnswered answered -> !answered.approved();
            case ToolEvent.QuestionHeard _ -> true;
            case ToolEvent.ApprovalTimedOut _ -> true;
            case ToolEvent.CancelRequested _ -> true;
            case ToolEvent.SandboxViolated _ -> true;
            case ResultArrived _ -> true;
            case ToolEvent.DeadlinePassed _ -> true;
            case ToolEvent.ProcessLost _ -> true;
        };
    }

    private static @Nullable String provenance(Case<ToolCase, ToolEvent> decided) {
        boolean anybody = switch (decided.event()) {
            case ToolEvent.CallProposed _, ToolEvent.ApprovalAnswered _, ToolEvent.CancelRequested _ -> true;
            case PolicyDecided _ -> false;
            case ToolEvent.QuestionHeard _ -> false;
            case ToolEvent.ApprovalTimedOut _ -> false;
            case ToolEvent.SandboxAdmitted _ -> false;
            case ToolEvent.SandboxViolated _ -> false;
            case ToolEvent.DispatchRequested _ -> false;
            case ResultArrived _ -> false;
            case ToolEvent.DeadlinePassed _ -> false;
            case ToolEvent.ProcessLost _ -> false;
        };
        Request request = decided.request();
        return anybody || request.actorKind() == ActorKind.SYSTEM
                ? null
                : request.actor() + " is not the runtime and may not ask for " + request.action();
    }

    private @Nullable String taint(Case<ToolCase, ToolEvent> decided) {
        boolean unasked = taint != Taint.OFF
                && decided.present() instanceof ToolCase.Call call
                && call.tainted()
                && decided.event() instanceof PolicyDecided policy
                && policy.ruling() == Ruling.ALLOW
                && policy.terms().safety().changesTheWorld();
        return unasked ? "the turn has seen something from outside the house and nobody was asked" : null;
    }

    /** What a turn has seen is never let go of: a later call of it would find the turn untainted. */
    @Override
    public boolean isOver(ToolCase subject) {
        return subject instanceof ToolCase.Call call && !call.state().open();
    }

    @Override
    public Json printed(View<ToolCase> view, Verdict<ToolCase> verdict) {
        return switch (verdict.state()) {
            case ToolCase.Call call -> Json.of(machine.printed(call.state()));
            case ToolCase.Tainted _, ToolCase.Lasting _ -> Json.of("Tainted");
            case null -> Json.Null.NULL;
        };
    }
}
