package dev.parley.kernel.people;

import org.jspecify.annotations.Nullable;

/**
 * A guard of one machine, as data: the same rule holds where the machine is driven alone and in the household.
 *
 * @param id stable and dotted
 * @param sentence what holds
 */
public record Rule<S, E>(String id, String sentence, Check<S, E> check) {

    /** Answers null where the rule holds, else one sentence saying why it does not. */
    @FunctionalInterface
    public interface Check<S, E> {
        @Nullable
        String failure(S state, E event);
    }
}
