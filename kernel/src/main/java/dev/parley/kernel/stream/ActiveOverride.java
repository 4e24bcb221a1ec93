package dev.parley.kernel.stream;

import dev.parley.kernel.View;
import org.jspecify.annotations.Nullable;

/** The override that governs what a stream says, for whoever makes its audio. */
public final class ActiveOverride {
    private ActiveOverride() {}

    /** The session's override, else its user's, else the first of any user; null where none counts. */
    public static @Nullable AccessibilityState of(View<Subject> view, String streamName) {
        return view.state(Keys.stream(streamName)) instanceof Stream stream ? Overrides.inForce(view, stream) : null;
    }

    /** The user-scoped override of this user, or null. */
    public static @Nullable AccessibilityState ofUser(View<Subject> view, String user) {
        return view.state(Keys.USERS) instanceof UserOverrides users ? users.of(user) : null;
    }
}
