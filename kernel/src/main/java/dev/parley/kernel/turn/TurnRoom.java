package dev.parley.kernel.turn;

import dev.parley.kernel.Attestation;
import dev.parley.kernel.Case;
import dev.parley.kernel.Decision;
import dev.parley.kernel.Effect;
import dev.parley.kernel.Invariant;
import dev.parley.kernel.Level;
import dev.parley.kernel.Metadata;
import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.Room;
import dev.parley.kernel.Step;
import dev.parley.kernel.Verdict;
import dev.parley.kernel.View;
import dev.parley.kernel.event.Event;
import dev.parley.kernel.event.TurnEvents;
import dev.parley.kernel.event.TurnEvents.TurnClosed;
import dev.parley.kernel.event.TurnEvents.TurnCompleted;
import dev.parley.kernel.event.TurnEvents.TurnDrained;
import dev.parley.kernel.event.TurnEvents.TurnFailed;
import dev.parley.kernel.event.TurnEvents.TurnInterrupted;
import dev.parley.kernel.event.TurnEvents.TurnProposed;
import dev.parley.kernel.event.TurnEvents.TurnStarted;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.turn.TurnSignal.NotOpened;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The turn machine as the registrar runs it. A turn that nobody has mentioned is idle. */
public final class TurnRoom implements Room<RegisteredTurn, TurnSignal> {
    /** The rule that refuses a sender whose lease is older than the one the turn was proposed under (ruling D7). */
    public static final String STALE_EPOCH = "turn.stale_epoch";

    private static final String EPOCH = "epoch";
    private static final String REASON = "reason";
    private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

    private final TurnMachine machine = new TurnMachine();

    @Override
    public String name() {
        return machine.name();
    }

    @Override
    public Reading<TurnSignal> read(Request request) {
        long epoch = TurnState.NO_EPOCH;
        if (request.parameters().has(EPOCH)) {
            BigDecimal given = request.parameters().number(EPOCH);
            if (given == null
                    || given.signum() < 0
                    || given.stripTrailingZeros().scale() > 0
                    || given.compareTo(MOST) > 0) {
                return Reading.malformed("epoch must be a whole number from 0 on");
            }
            epoch = given.longValue();
        }
        if (request.parameters().has(REASON) && request.parameters().text(REASON) == null) {
            return Reading.malformed("reason must be a text");
        }
        TurnSignal signal = signal(request, epoch);
        return signal == null
                ? Reading.malformed("'" + request.action() + "' is not a signal of a turn")
                : Reading.understood(signal);
    }

    private static @Nullable TurnSignal signal(Request request, long epoch) {
        return switch (request.action()) {
            case "turn_open_proposed" -> new TurnSignal.TurnOpenProposed(epoch);
            case "turn_open" -> new TurnSignal.TurnOpened(epoch);
            case "reject" -> new NotOpened(NotOpened.Why.REJECT, epoch);
            case "defer" -> new NotOpened(NotOpened.Why.DEFER, epoch);
            case "stale_epoch_reject" -> new NotOpened(NotOpened.Why.STALE_EPOCH_REJECT, epoch);
            case "deauthorized_drain" -> new NotOpened(NotOpened.Why.DEAUTHORIZED_DRAIN, epoch);
            case "commit" -> new TurnSignal.Committed(reason(request, "completed"), epoch);
            case "abort" -> new TurnSignal.Aborted(reason(request, "cancelled"), epoch);
            case "close" -> new TurnSignal.Closed(epoch);
            case "cancel" -> new TurnSignal.Cancelled(epoch);
            case "authority_loss" -> new TurnSignal.AuthorityLost(epoch);
            default -> null;
        };
    }

    private static String reason(Request request, String otherwise) {
        String reason = request.parameters().text(REASON);
        return reason == null ? otherwise : reason;
    }

    @Override
    public RegisteredTurn unmentioned(String subject) {
        return new RegisteredTurn(subject, machine.initial());
    }

    @Override
    public Step<RegisteredTurn> step(
            View<RegisteredTurn> view, @Nullable RegisteredTurn present, TurnSignal event, Request request) {
        RegisteredTurn turn = present == null ? unmentioned(request.target()) : present;
        return switch (machine.step(turn.state(), event)) {
            case Step.Moved<TurnState>(TurnState next, var effects) ->
                new Step.Moved<>(new RegisteredTurn(turn.id(), next), effects);
            case Step.Refused<TurnState>(String rule, String reason) -> Step.refused(rule, reason);
        };
    }

    @Override
    public List<Invariant<Case<RegisteredTurn, TurnSignal>>> catalogue() {
        return List.of(
                new Invariant<>(
                        STALE_EPOCH,
                        Level.REJECT,
                        "Nobody acts on a turn under a lease older than the one it was proposed under.",
                        TurnRoom::staleness),
                new Invariant<>(
                        TurnMachine.NO_TRANSITION,
                        Level.REJECT,
                        "A turn takes only the signals of its present state.",
                        c -> c.step() instanceof Step.Refused<RegisteredTurn>(String _, String reason)
                                ? reason
                                : null));
    }

    private static @Nullable String staleness(Case<RegisteredTurn, TurnSignal> c) {
        RegisteredTurn present = c.present();
        long newest = present == null ? TurnState.NO_EPOCH : present.state().epoch();
        long epoch = c.event().epoch();
        boolean stale = epoch != TurnState.NO_EPOCH && epoch < newest;
        return stale ? "epoch " + epoch + " is older than " + newest : null;
    }

    /** In a halted conversation no turn begins, and one that is open ends. */
    @Override
    public boolean endsOnly(TurnSignal signal) {
        return switch (signal) {
            case TurnSignal.TurnOpenProposed _, TurnSignal.TurnOpened _ -> false;
            case NotOpened _ -> true;
            case TurnSignal.Committed _ -> true;
            case TurnSignal.Aborted _ -> true;
            case TurnSignal.Closed _ -> true;
            case TurnSignal.Cancelled _ -> true;
            case TurnSignal.AuthorityLost _ -> true;
        };
    }

    /** How a turn ended, where this verdict ends or closes it. */
    @Override
    public Metadata metadata(Case<RegisteredTurn, TurnSignal> decided, Decision decision) {
        RegisteredTurn next = decided.next();
        if (decision != Decision.ALLOWED || next == null) {
            return Metadata.NONE;
        }
        return switch (next.state()) {
            case TurnState.Terminal terminal -> ended(terminal.outcome(), terminal.reason());
            case TurnState.Closed closed -> ended(closed.outcome(), closed.reason());
            case TurnState.Idle _, TurnState.Opening _, TurnState.Active _ -> Metadata.NONE;
        };
    }

    private static Metadata ended(TurnState.Outcome outcome, String reason) {
        return new Metadata(Json.Obj.EMPTY
                .with("outcome", outcome.name().toLowerCase(Locale.ROOT))
                .with(REASON, reason));
    }

    /** Every signal that the machine takes shows as an event of the turn (ruling X8). */
    @Override
    public List<Event> emits(Attestation attestation, List<? extends Effect> effects) {
        return attestation.decision() == Decision.ALLOWED
                ? List.of(event(attestation.request(), attestation.id(), null))
                : List.of();
    }

    /** The same event where the process was lost before it was recorded: it names the epoch of the decision. */
    public static TurnEvents late(Request decided) {
        BigDecimal epoch = decided.parameters().number(EPOCH);
        return event(decided, null, epoch == null ? null : epoch.longValue());
    }

    private static TurnEvents event(Request decided, @Nullable String attestation, @Nullable Long epoch) {
        String signal = decided.action();
        String reason = text(decided, REASON);
        boolean byPerson = reason.equals("interrupted") || reason.equals("cancelled");
        return switch (signal) {
            case "turn_open_proposed" -> new TurnProposed(attestation, epoch);
            case "turn_open" -> new TurnStarted(text(decided, "plan"), attestation, epoch);
            case "commit" -> new TurnCompleted(reason, attestation, epoch);
            case "abort" ->
                byPerson ? new TurnInterrupted(reason, attestation, epoch) : new TurnFailed(reason, attestation, epoch);
            case "close" -> new TurnClosed(attestation, epoch);
            default -> new TurnDrained(signal, attestation, epoch);
        };
    }

    private static String text(Request decided, String key) {
        String text = decided.parameters().text(key);
        return text == null ? "" : text;
    }

    @Override
    public boolean isOver(RegisteredTurn turn) {
        return turn.state() instanceof TurnState.Closed;
    }

    @Override
    public Json printed(View<RegisteredTurn> view, Verdict<RegisteredTurn> verdict) {
        RegisteredTurn turn = verdict.state();
        return turn == null ? Json.Null.NULL : Json.of(turn.state().printed());
    }
}
