package dev.parley.kernel.people.command;

import dev.parley.kernel.people.Rule;
import dev.parley.kernel.people.command.CommandEvent.ConfirmationReceived;
import dev.parley.kernel.people.command.CommandState.Cancelled;
import dev.parley.kernel.people.command.CommandState.Idle;
import dev.parley.kernel.people.command.CommandState.PendingConfirmation;
import dev.parley.kernel.people.command.CommandState.Why;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which confirmation counts, as far as the command alone can tell (ruling B9). */
public final class ConfirmationRules {
    public static final String IDENTITY = "people.confirmation.identity";
    public static final String AGE = "people.confirmation.age";
    public static final String CONTEXT = "people.confirmation.context";
    public static final String EXPIRED = "people.confirmation.expired";
    public static final String OTHER_CALL = "people.confirmation.other_call";
    public static final String OTHER_COMMAND = "people.confirmation.other_command";

    private ConfirmationRules() {}

    public static List<Rule<CommandState, CommandEvent>> all() {
        return List.of(
                rule(IDENTITY, "Only the one who asked confirms.", ConfirmationRules::anotherPerson),
                rule(CONTEXT, "What the context cancelled is not confirmed afterwards.", ConfirmationRules::cancelled),
                rule(EXPIRED, "A confirmation counts only before its timeout.", ConfirmationRules::late),
                rule(OTHER_COMMAND, "A confirmation names the pending command.", ConfirmationRules::anotherCommand),
                new Rule<>(
                        OTHER_CALL,
                        "A yes covers the one call, with the arguments and the question, that it was asked for, once.",
                        ConfirmationRules::anotherCall));
    }

    private static @Nullable String anotherCall(CommandState state, CommandEvent event) {
        if (event instanceof ConfirmationReceived yes) {
            return state instanceof PendingConfirmation pending
                            && !pending.order().binding().equals(yes.binding())
                    ? "it was said to another call"
                    : null;
        }
        if (!(event instanceof CommandEvent.ExecutionStarted start)) {
            return null;
        }
        boolean isReleased = state instanceof CommandState.Executed executed
                && !executed.started()
                && executed.order().binding().equals(start.binding());
        return isReleased ? null : "nothing was released for this call";
    }

    private interface Check {
        @Nullable
        String failure(CommandState state, ConfirmationReceived yes);
    }

    private static Rule<CommandState, CommandEvent> rule(String id, String sentence, Check check) {
        return new Rule<>(
                id,
                sentence,
                (state, event) -> event instanceof ConfirmationReceived yes ? check.failure(state, yes) : null);
    }

    private static @Nullable String anotherPerson(CommandState state, ConfirmationReceived yes) {
        boolean another = state instanceof PendingConfirmation pending
                && (yes.impersonated() || !yes.by().equals(pending.order().by()));
        return another ? "somebody else asked for it" : null;
    }

    private static @Nullable String cancelled(CommandState state, ConfirmationReceived yes) {
        return state instanceof Cancelled cancelled && cancelled.why() != Why.TIMEOUT
                ? "the command was cancelled"
                : null;
    }

    private static @Nullable String late(CommandState state, ConfirmationReceived yes) {
        boolean late = switch (state) {
            case Cancelled cancelled -> cancelled.why() == Why.TIMEOUT;
            case Idle(String expired) -> expired != null && expired.equals(yes.command());
            case CommandState.PendingAuthorization _ -> false;
            case PendingConfirmation _ -> false;
            case CommandState.Executed _ -> false;
            case CommandState.Denied _ -> false;
        };
        return late ? "its time is over" : null;
    }

    private static @Nullable String anotherCommand(CommandState state, ConfirmationReceived yes) {
        return state instanceof PendingConfirmation pending
                        && !pending.order().command().equals(yes.command())
                ? "it does not name the pending command"
                : null;
    }
}
