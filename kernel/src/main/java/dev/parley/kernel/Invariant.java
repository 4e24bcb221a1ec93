package dev.parley.kernel;

import org.jspecify.annotations.Nullable;

/**
 * A rule that must hold, as a named object. The same catalogue runs at admission, at replay and in simulation.
 *
 * @param id stable and dotted; used in code, log, documents and tests alike
 * @param sentence what holds, in one sentence
 * @param check a pure function
 */
public record Invariant<C>(String id, Level level, String sentence, Check<? super C> check) {

    /** Answers null where the rule holds, else one sentence saying why it does not. */
    @FunctionalInterface
    public interface Check<C> {
        @Nullable
        String failure(C subject);
    }
}
