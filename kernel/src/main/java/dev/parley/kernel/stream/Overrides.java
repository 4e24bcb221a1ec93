package dev.parley.kernel.stream;

import dev.parley.kernel.ActorKind;
import dev.parley.kernel.Alongside;
import dev.parley.kernel.View;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Which overrides count for a stream, and what an act on them changes (ruling A12). */
final class Overrides {
    private Overrides() {}

    /** Whether an override is active for this stream. */
    static boolean isActive(View<Subject> view, Stream stream) {
        return inForce(view, stream) != null;
    }

    /** The override that holds for this stream, its session's first. Nothing holds in a session that has ended. */
    static @Nullable AccessibilityState inForce(View<Subject> view, Stream stream) {
        Session session = session(view, stream);
        if (session.ended() || session.override() != null) {
            return session.ended() ? null : session.override();
        }
        return view.state(Keys.USERS) instanceof UserOverrides users
                ? users.forStreamOf(stream.charter().user())
                : null;
    }

    /** Whether one is active that this actor, counting as the stream's user, may change. */
    static boolean areChangeable(View<Subject> view, Stream stream, String actor) {
        Session session = session(view, stream);
        return !session.ended() && (session.override() != null || users(view).of(holder(stream, actor)) != null);
    }

    static boolean isUserOf(@Nullable String user, String actor) {
        return ActorKind.of(actor) == ActorKind.USER && (user == null || user.equals(actor));
    }

    static Session session(View<Subject> view, Stream stream) {
        if (view.state(stream.charter().sessionKey()) instanceof Session session) {
            return session;
        }
        throw new IllegalStateException("stream " + stream.name() + " has no session");
    }

    private static UserOverrides users(View<Subject> view) {
        return view.state(Keys.USERS) instanceof UserOverrides users ? users : UserOverrides.NONE;
    }

    /** Whose user-scoped override an act on this stream is about. */
    private static String holder(Stream stream, String actor) {
        String user = stream.charter().user();
        return user == null ? actor : user;
    }

    static List<Alongside<Subject>> enabled(
            View<Subject> view, Stream stream, String actor, AccessibilityState override) {
        return List.of(placed(view, stream, actor, override));
    }

    private static Alongside<Subject> placed(
            View<Subject> view, Stream stream, String actor, AccessibilityState override) {
        return switch (override.scope()) {
            case SESSION -> new Alongside<>(session(view, stream).with(override));
            case USER -> new Alongside<>(users(view).with(holder(stream, actor), override));
        };
    }

    /** The session's override is changed before the user's, where both are active. A new scope moves it. */
    static List<Alongside<Subject>> updated(
            View<Subject> view, Stream stream, String actor, StreamEvent.UpdateOverride.Changes changes) {
        AccessibilityState ofSession = session(view, stream).override();
        AccessibilityState present = ofSession != null ? ofSession : users(view).of(holder(stream, actor));
        if (present == null) {
            return List.of();
        }
        AccessibilityState next = present.with(changes);
        if (next.scope() == present.scope()) {
            return List.of(placed(view, stream, actor, next));
        }
        List<Alongside<Subject>> moved = new ArrayList<>();
        moved.add(
                present.scope() == Scope.SESSION
                        ? new Alongside<>(session(view, stream).with(null))
                        : new Alongside<>(users(view).with(holder(stream, actor), null)));
        moved.add(placed(view, stream, actor, next));
        return moved;
    }

    /** Ends the session's override and the user's own. */
    static List<Alongside<Subject>> disabled(View<Subject> view, Stream stream, String actor) {
        List<Alongside<Subject>> ended = new ArrayList<>();
        Session session = session(view, stream);
        if (session.override() != null) {
            ended.add(new Alongside<>(session.with(null)));
        }
        UserOverrides users = users(view);
        String holder = holder(stream, actor);
        if (users.of(holder) != null) {
            ended.add(new Alongside<>(users.with(holder, null)));
        }
        return ended;
    }
}
