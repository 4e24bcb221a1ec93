package dev.parley.kernel.people.household;

import dev.parley.kernel.people.command.CommandState;
import org.jspecify.annotations.Nullable;

/**
 * The command of one call: each call has a command machine of its own, so that one yes never serves two (ruling B17).
 *
 * @param asked how things stood when it was asked for, until it is dispatched or over
 */
public record CalledCommand(CommandState state, @Nullable Circumstances asked) {}
