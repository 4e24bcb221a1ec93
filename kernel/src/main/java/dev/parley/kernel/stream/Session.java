package dev.parley.kernel.stream;

import org.jspecify.annotations.Nullable;

/**
 * A session as it is registered. It begins with its first stream, and its user is that stream's.
 *
 * @param user null where every user counts as its user
 * @param override the override that counts for all its streams, or null
 */
public record Session(
        String id,
        String name,
        @Nullable String user,
        boolean ended,
        @Nullable AccessibilityState override) implements Subject {

    static Session begun(Charter charter) {
        return new Session(charter.sessionKey(), charter.session(), charter.user(), false, null);
    }

    Session closed() {
        return new Session(id, name, user, true, override);
    }

    Session with(@Nullable AccessibilityState next) {
        return new Session(id, name, user, ended, next);
    }
}
