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
     * @param binding the call to which it is said
     */
    record ConfirmationReceived(@Nullable String command, String by, boolean impersonated, Binding binding)
            implements CommandEvent {
        public ConfirmationReceived(@Nullable String command, String by, boolean impersonated) {
            this(command, by, impersonated, Binding.NONE);
        }
    }

    record ConfirmationTimedOut() implements CommandEvent {}

    /** A released call is about to be dispatched; what was released for another call, or dispatched before, is not. */
    record ExecutionStarted(@Nullable String command, Binding binding) implements CommandEvent {}

    record ExecutionEnded(@Nullable String command, Result result) implements CommandEvent {}

    /** The situation is another one; a spoken no is one with the reason {@code declined}. */
    record ContextChanged(boolean declined) implements CommandEvent {}

    record Done() implements CommandEvent {}
}
