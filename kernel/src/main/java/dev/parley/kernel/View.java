package dev.parley.kernel;

import org.jspecify.annotations.Nullable;

/** The registered states, for reading only. */
public interface View<S> {
    @Nullable
    S state(String subject);

    /** The newest version of a subject, or null if it is not registered. */
    default @Nullable StateId newest(String subject) {
        return state(subject) == null ? null : new StateId(subject, 1);
    }

    /** Whether that conversation stands halted (ruling X4). */
    default boolean isHalted(String scope) {
        return false;
    }
}
