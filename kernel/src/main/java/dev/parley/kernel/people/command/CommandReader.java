package dev.parley.kernel.people.command;

import dev.parley.kernel.Reading;
import dev.parley.kernel.Request;
import dev.parley.kernel.people.Parameters;
import dev.parley.kernel.people.Speaker;
import dev.parley.kernel.people.command.CommandState.Result;
import org.jspecify.annotations.Nullable;

/** Reads requests as events of a command. */
public final class CommandReader {
    private CommandReader() {}

    public static Reading<CommandEvent> read(Request request) {
        Parameters parameters = new Parameters(request);
        return parameters.reading(event(request, parameters), "command");
    }

    private static @Nullable CommandEvent event(Request request, Parameters parameters) {
        parameters.text("by");
        parameters.text("reason");
        boolean confirm = parameters.flag("requires_confirmation", false);
        Binding binding = binding(parameters);
        return switch (request.action()) {
            case "command_detected" ->
                new CommandEvent.CommandDetected(
                        new Order(parameters.requiredText("command"), Speaker.of(request), confirm, binding));
            case "authorization_granted" -> new CommandEvent.AuthorizationGranted(parameters.text("command"), confirm);
            case "authorization_denied" -> new CommandEvent.AuthorizationDenied(parameters.text("command"));
            case "confirmation_required" -> new CommandEvent.ConfirmationRequired();
            case "confirmation_received" ->
                new CommandEvent.ConfirmationReceived(
                        parameters.text("command"), Speaker.of(request), Speaker.isImpersonated(request), binding);
            case "execution_started" -> started(parameters, binding);
            case "confirmation_timeout" -> new CommandEvent.ConfirmationTimedOut();
            case "execution_success" -> new CommandEvent.ExecutionEnded(parameters.text("command"), Result.SUCCESS);
            case "execution_failure" -> new CommandEvent.ExecutionEnded(parameters.text("command"), Result.FAILURE);
            case "context_changed" -> new CommandEvent.ContextChanged("declined".equals(parameters.text("reason")));
            case "done" -> new CommandEvent.Done();
            default -> null;
        };
    }

    /** A digest without the call that it belongs to binds nothing. */
    private static Binding binding(Parameters parameters) {
        Binding binding =
                new Binding(parameters.text("call"), parameters.text("arguments"), parameters.text("question"));
        if (!binding.isBound() && !binding.equals(Binding.NONE)) {
            parameters.mistake("call is missing");
        }
        return binding;
    }

    private static CommandEvent started(Parameters parameters, Binding binding) {
        parameters.requiredText("call");
        return new CommandEvent.ExecutionStarted(parameters.text("command"), binding);
    }
}
