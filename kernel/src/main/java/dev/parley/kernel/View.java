package dev.parley.kernel;

import org.jspecify.annotations.Nullable;

/** The registered states, for reading only. */
public interface View<S> {
    @Nullable
    S state(String subject);

    /** Whether that conversation stands halted (ruling X4). */
    default boolean isHalted(String scope) {
        return false;
    }
}
