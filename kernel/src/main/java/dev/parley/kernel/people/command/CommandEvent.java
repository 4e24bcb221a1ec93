package dev.parley.kernel.people.command;

import dev.parley.kernel.people.command.CommandState.Result;
import org.jspecify.annotations.Nullable;

/** What bears on a command. A command that an event names must be the one in question. */
public sealed interface CommandEvent {
    record CommandDetected(Order order) implements CommandEvent {}

    record AuthorizationGranted(@Nullable String command, boolean needsConfirmation) implements CommandEvent {}

    record AuthorizationDenied(@Nullable String command) implements CommandEvent {}

    /** Marks the command and moves nothing (ruling B3). */
    record ConfirmationRequired() implements CommandEvent {}

    /**
     * Somebody said yes.
     *
     * @param impersonated whether the one who sent it is known to be another person than {@code by}
     */
    record ConfirmationReceived(@Nullable String command, String by, boolean impersonated) implements CommandEvent {}

    record ConfirmationTimedOut() implements CommandEvent {}

    record ExecutionEnded(@Nullable String command, Result result) implements CommandEvent {}

    /** The situation is another one; a spoken no is one with the reason {@code declined}. */
    record ContextChanged(boolean declined) implements CommandEvent {}

    record Done() implements CommandEvent {}
}
