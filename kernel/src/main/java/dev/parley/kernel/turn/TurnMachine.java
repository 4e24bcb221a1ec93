package dev.parley.kernel.turn;

import dev.parley.kernel.Machine;
import dev.parley.kernel.Step;
import dev.parley.kernel.turn.TurnSignal.NotOpened;
import dev.parley.kernel.turn.TurnState.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The turn machine. Epochs are judged by {@link TurnRoom}'s invariant; here they are only carried along. */
public final class TurnMachine implements Machine<TurnState, TurnSignal> {
    /** The rule that refuses a signal for which the present state has no row. */
    public static final String NO_TRANSITION = "turn.no_transition";

    public static final String CANCELLED = "cancelled";
    public static final String AUTHORITY_LOSS = "authority_loss";

    @Override
    public String name() {
        return "turn";
    }

    @Override
    public TurnState initial() {
        return new TurnState.Idle(TurnState.NO_EPOCH);
    }

    @Override
    public Step<TurnState> step(TurnState state, TurnSignal signal) {
        long epoch =
                signal instanceof TurnSignal.TurnOpenProposed ? Math.max(state.epoch(), signal.epoch()) : state.epoch();
        return switch (state) {
            case TurnState.Idle _ -> fromIdle(signal, epoch);
            case TurnState.Opening _ -> fromOpening(signal, epoch);
            case TurnState.Active _ -> fromActive(signal, epoch);
            case TurnState.Terminal terminal -> fromTerminal(terminal, signal, epoch);
            case TurnState.Closed _ -> refused(state, signal);
        };
    }

    private Step<TurnState> fromIdle(TurnSignal signal, long epoch) {
        return switch (signal) {
            case TurnSignal.TurnOpenProposed _ -> Step.moved(new TurnState.Opening(epoch));
            case TurnSignal.TurnOpened _ -> refused(new TurnState.Idle(epoch), signal);
            case NotOpened _ -> refused(new TurnState.Idle(epoch), signal);
            case TurnSignal.Committed _ -> refused(new TurnState.Idle(epoch), signal);
            case TurnSignal.Aborted _ -> refused(new TurnState.Idle(epoch), signal);
            case TurnSignal.Closed _ -> refused(new TurnState.Idle(epoch), signal);
            case TurnSignal.Cancelled _ -> refused(new TurnState.Idle(epoch), signal);
            case TurnSignal.AuthorityLost _ -> refused(new TurnState.Idle(epoch), signal);
        };
    }

    private Step<TurnState> fromOpening(TurnSignal signal, long epoch) {
        return switch (signal) {
            case TurnSignal.TurnOpened _ -> Step.moved(new TurnState.Active(epoch));
            case NotOpened _, TurnSignal.Cancelled _ -> Step.moved(new TurnState.Idle(epoch));
            case TurnSignal.TurnOpenProposed _ -> refused(new TurnState.Opening(epoch), signal);
            case TurnSignal.Committed _ -> refused(new TurnState.Opening(epoch), signal);
            case TurnSignal.Aborted _ -> refused(new TurnState.Opening(epoch), signal);
            case TurnSignal.Closed _ -> refused(new TurnState.Opening(epoch), signal);
            case TurnSignal.AuthorityLost _ -> refused(new TurnState.Opening(epoch), signal);
        };
    }

    private Step<TurnState> fromActive(TurnSignal signal, long epoch) {
        return switch (signal) {
            case TurnSignal.Committed commit -> ended(epoch, Outcome.COMMIT, commit.reason());
            case TurnSignal.Aborted abort -> ended(epoch, Outcome.ABORT, abort.reason());
            case TurnSignal.Cancelled _ -> ended(epoch, Outcome.ABORT, CANCELLED);
            case TurnSignal.AuthorityLost _ -> ended(epoch, Outcome.ABORT, AUTHORITY_LOSS);
            case TurnSignal.TurnOpenProposed _, TurnSignal.TurnOpened _, NotOpened _, TurnSignal.Closed _ ->
                refused(new TurnState.Active(epoch), signal);
        };
    }

    private Step<TurnState> fromTerminal(TurnState.Terminal terminal, TurnSignal signal, long epoch) {
        return switch (signal) {
            case TurnSignal.Closed _ -> Step.moved(new TurnState.Closed(epoch, terminal.outcome(), terminal.reason()));
            case TurnSignal.TurnOpenProposed _ -> refused(terminal, signal);
            case TurnSignal.TurnOpened _ -> refused(terminal, signal);
            case NotOpened _ -> refused(terminal, signal);
            case TurnSignal.Committed _ -> refused(terminal, signal);
            case TurnSignal.Aborted _ -> refused(terminal, signal);
            case TurnSignal.Cancelled _ -> refused(terminal, signal);
            case TurnSignal.AuthorityLost _ -> refused(terminal, signal);
        };
    }

    private static Step<TurnState> ended(long epoch, Outcome outcome, String reason) {
        return Step.moved(new TurnState.Terminal(epoch, outcome, reason));
    }

    private Step<TurnState> refused(TurnState state, TurnSignal signal) {
        return Step.refused(NO_TRANSITION, "a turn that is " + state.printed() + " does not take " + label(signal));
    }

    @Override
    public List<TurnSignal> alphabet(TurnState state) {
        List<TurnSignal> all = new ArrayList<>();
        all.add(new TurnSignal.TurnOpenProposed(TurnState.NO_EPOCH));
        all.add(new TurnSignal.TurnOpened(TurnState.NO_EPOCH));
        for (NotOpened.Why why : NotOpened.Why.values()) {
            all.add(new NotOpened(why, TurnState.NO_EPOCH));
        }
        all.add(new TurnSignal.Committed("completed", TurnState.NO_EPOCH));
        all.add(new TurnSignal.Aborted("interrupted", TurnState.NO_EPOCH));
        all.add(new TurnSignal.Cancelled(TurnState.NO_EPOCH));
        all.add(new TurnSignal.AuthorityLost(TurnState.NO_EPOCH));
        all.add(new TurnSignal.Closed(TurnState.NO_EPOCH));
        return all;
    }

    @Override
    public String printed(TurnState state) {
        return state.printed();
    }

    @Override
    public String label(TurnSignal signal) {
        return switch (signal) {
            case TurnSignal.TurnOpenProposed _ -> "turn_open_proposed";
            case TurnSignal.TurnOpened _ -> "turn_open";
            case NotOpened notOpened -> notOpened.why().name().toLowerCase(Locale.ROOT);
            case TurnSignal.Committed _ -> "commit";
            case TurnSignal.Aborted _ -> "abort";
            case TurnSignal.Closed _ -> "close";
            case TurnSignal.Cancelled _ -> "cancel";
            case TurnSignal.AuthorityLost _ -> "authority_loss";
        };
    }
}
