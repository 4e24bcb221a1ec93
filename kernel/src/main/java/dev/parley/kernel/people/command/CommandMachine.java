package dev.parley.kernel.people.command;

import dev.parley.kernel.Machine;
import dev.parley.kernel.Step;
import dev.parley.kernel.people.command.CommandEvent.AuthorizationDenied;
import dev.parley.kernel.people.command.CommandEvent.AuthorizationGranted;
import dev.parley.kernel.people.command.CommandEvent.CommandDetected;
import dev.parley.kernel.people.command.CommandEvent.ConfirmationReceived;
import dev.parley.kernel.people.command.CommandEvent.ConfirmationRequired;
import dev.parley.kernel.people.command.CommandEvent.ConfirmationTimedOut;
import dev.parley.kernel.people.command.CommandEvent.ContextChanged;
import dev.parley.kernel.people.command.CommandEvent.Done;
import dev.parley.kernel.people.command.CommandEvent.ExecutionEnded;
import dev.parley.kernel.people.command.CommandEvent.ExecutionStarted;
import dev.parley.kernel.people.command.CommandState.Cancelled;
import dev.parley.kernel.people.command.CommandState.Denied;
import dev.parley.kernel.people.command.CommandState.Executed;
import dev.parley.kernel.people.command.CommandState.Idle;
import dev.parley.kernel.people.command.CommandState.PendingAuthorization;
import dev.parley.kernel.people.command.CommandState.PendingConfirmation;
import dev.parley.kernel.people.command.CommandState.Result;
import dev.parley.kernel.people.command.CommandState.Why;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Command execution (section 3, ruling B3). Whose yes counts is left to the rules. */
public final class CommandMachine implements Machine<CommandState, CommandEvent> {
    public static final String NO_TRANSITION = "people.command.no_transition";

    @Override
    public String name() {
        return "command";
    }

    @Override
    public CommandState initial() {
        return new Idle(null);
    }

    @Override
    public Step<CommandState> step(CommandState state, CommandEvent event) {
        return switch (state) {
            case Idle idle -> fromIdle(idle, event);
            case PendingAuthorization pending -> fromPendingAuthorization(pending, event);
            case PendingConfirmation pending -> fromPendingConfirmation(pending, event);
            case Executed executed -> fromExecuted(executed, event);
            case Denied denied -> whenDone(denied, null, event);
            case Cancelled cancelled -> {
                boolean late = cancelled.why() == Why.TIMEOUT;
                yield whenDone(cancelled, late ? cancelled.order().command() : null, event);
            }
        };
    }

    private Step<CommandState> fromIdle(Idle state, CommandEvent event) {
        return switch (event) {
            case CommandDetected(Order order) -> Step.moved(new PendingAuthorization(order));
            case AuthorizationGranted _ -> refused(state, event);
            case AuthorizationDenied _ -> refused(state, event);
            case ConfirmationRequired _ -> refused(state, event);
            case ConfirmationReceived _ -> refused(state, event);
            case ConfirmationTimedOut _ -> refused(state, event);
            case ExecutionStarted _ -> refused(state, event);
            case ExecutionEnded _ -> refused(state, event);
            case ContextChanged _ -> refused(state, event);
            case Done _ -> refused(state, event);
        };
    }

    private Step<CommandState> fromPendingAuthorization(PendingAuthorization state, CommandEvent event) {
        Order order = state.order();
        return switch (event) {
            case AuthorizationGranted granted
            when isMeant(granted.command(), order) ->
                Step.moved(released(order.confirmed(granted.needsConfirmation())));
            case AuthorizationDenied denied when isMeant(denied.command(), order) -> Step.moved(new Denied(order));
            case ConfirmationRequired _ -> Step.moved(new PendingAuthorization(order.confirmed(true)));
            case AuthorizationGranted _ -> refused(state, event);
            case AuthorizationDenied _ -> refused(state, event);
            case CommandDetected _ -> refused(state, event);
            case ConfirmationReceived _ -> refused(state, event);
            case ConfirmationTimedOut _ -> refused(state, event);
            case ExecutionStarted _ -> refused(state, event);
            case ExecutionEnded _ -> refused(state, event);
            case ContextChanged _ -> refused(state, event);
            case Done _ -> refused(state, event);
        };
    }

    private static CommandState released(Order order) {
        return order.needsConfirmation() ? new PendingConfirmation(order) : new Executed(order, null);
    }

    private Step<CommandState> fromPendingConfirmation(PendingConfirmation state, CommandEvent event) {
        Order order = state.order();
        return switch (event) {
            case ConfirmationReceived _ -> Step.moved(new Executed(order, null));
            case ConfirmationTimedOut _ -> Step.moved(new Cancelled(order, Why.TIMEOUT));
            case ContextChanged(boolean declined) ->
                Step.moved(new Cancelled(order, declined ? Why.DECLINED : Why.CONTEXT));
            case ConfirmationRequired _ -> Step.moved(state);
            case CommandDetected _ -> refused(state, event);
            case AuthorizationGranted _ -> refused(state, event);
            case AuthorizationDenied _ -> refused(state, event);
            case ExecutionStarted _ -> refused(state, event);
            case ExecutionEnded _ -> refused(state, event);
            case Done _ -> refused(state, event);
        };
    }

    private Step<CommandState> fromExecuted(Executed state, CommandEvent event) {
        return switch (event) {
            case ExecutionEnded ended
            when state.result() == null && isMeant(ended.command(), state.order()) ->
                Step.moved(new Executed(state.order(), ended.result(), state.started()));
            case ExecutionStarted start
            when state.result() == null
                    && !state.started()
                    && start.binding().isBound()
                    && isMeant(start.command(), state.order()) -> Step.moved(new Executed(state.order(), null, true));
            case ConfirmationTimedOut _
            when state.isUnusedYes() -> Step.moved(new Cancelled(state.order(), Why.TIMEOUT));
            case ContextChanged _ when state.isUnusedYes() -> Step.moved(new Cancelled(state.order(), Why.CONTEXT));
            case Done _ when state.result() != null -> Step.moved(new Idle(null));
            case ExecutionStarted _ -> refused(state, event);
            case ExecutionEnded _ -> refused(state, event);
            case Done _ -> refused(state, event);
            case CommandDetected _ -> refused(state, event);
            case AuthorizationGranted _ -> refused(state, event);
            case AuthorizationDenied _ -> refused(state, event);
            case ConfirmationRequired _ -> refused(state, event);
            case ConfirmationReceived _ -> refused(state, event);
            case ConfirmationTimedOut _ -> refused(state, event);
            case ContextChanged _ -> refused(state, event);
        };
    }

    private Step<CommandState> whenDone(CommandState state, @Nullable String expired, CommandEvent event) {
        return switch (event) {
            case Done _ -> Step.moved(new Idle(expired));
            case CommandDetected _ -> refused(state, event);
            case AuthorizationGranted _ -> refused(state, event);
            case AuthorizationDenied _ -> refused(state, event);
            case ConfirmationRequired _ -> refused(state, event);
            case ConfirmationReceived _ -> refused(state, event);
            case ConfirmationTimedOut _ -> refused(state, event);
            case ExecutionStarted _ -> refused(state, event);
            case ExecutionEnded _ -> refused(state, event);
            case ContextChanged _ -> refused(state, event);
        };
    }

    private static boolean isMeant(@Nullable String named, Order order) {
        return named == null || named.equals(order.command());
    }

    private Step<CommandState> refused(CommandState state, CommandEvent event) {
        return Step.refused(NO_TRANSITION, "a command that is " + printed(state) + " does not take " + name(event));
    }

    @Override
    public List<CommandEvent> alphabet(CommandState state) {
        return List.of(
                new CommandDetected(new Order("open_garage", "ana", false)),
                new AuthorizationGranted(null, false),
                new AuthorizationGranted(null, true),
                new AuthorizationDenied(null),
                new ConfirmationRequired(),
                new ConfirmationReceived("open_garage", "ana", false),
                new ConfirmationTimedOut(),
                new ContextChanged(false),
                new ExecutionEnded(null, Result.SUCCESS),
                new ExecutionEnded(null, Result.FAILURE),
                new Done());
    }

    @Override
    public String printed(CommandState state) {
        return switch (state) {
            case Idle _ -> "IDLE";
            case PendingAuthorization _ -> "PENDING_AUTHORIZATION";
            case PendingConfirmation _ -> "PENDING_CONFIRMATION";
            case Executed _ -> "EXECUTED";
            case Denied _ -> "DENIED";
            case Cancelled _ -> "CANCELLED";
        };
    }

    @Override
    public String label(CommandEvent event) {
        return event instanceof AuthorizationGranted granted
                ? name(event) + (granted.needsConfirmation() ? ", requires confirmation" : ", immediate")
                : name(event);
    }

    private static String name(CommandEvent event) {
        return switch (event) {
            case CommandDetected _ -> "command_detected";
            case AuthorizationGranted _ -> "authorization_granted";
            case AuthorizationDenied _ -> "authorization_denied";
            case ConfirmationRequired _ -> "confirmation_required";
            case ConfirmationReceived _ -> "confirmation_received";
            case ConfirmationTimedOut _ -> "confirmation_timeout";
            case ExecutionStarted _ -> "execution_started";
            case ExecutionEnded ended -> ended.result() == Result.SUCCESS ? "execution_success" : "execution_failure";
            case ContextChanged _ -> "context_changed";
            case Done _ -> "done";
        };
    }
}
