package dev.parley.kernel.people.command;

import org.jspecify.annotations.Nullable;

/**
 * The one call that a command is asked for (ruling B17): a yes counts for this call, with these arguments, after this
 * question. A command that nobody calls a tool for is bound to nothing.
 *
 * @param call the id of the call
 * @param arguments the digest of its canonical arguments
 * @param question the digest of the question as the runtime worded it
 */
public record Binding(
        @Nullable String call,
        @Nullable String arguments,
        @Nullable String question) {
    public static final Binding NONE = new Binding(null, null, null);

    public boolean isBound() {
        return call != null;
    }
}
