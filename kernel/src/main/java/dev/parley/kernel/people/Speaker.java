package dev.parley.kernel.people;

import dev.parley.kernel.Request;
import org.jspecify.annotations.Nullable;

/** Who speaks in a request: the person it names, else the person its actor is, else the actor itself. */
public final class Speaker {
    private static final String USER = "user_";

    private Speaker() {}

    public static String of(Request request) {
        String named = named(request);
        return named == null ? request.actor() : named;
    }

    /** The person whom the request names or whom its actor is, or null where it is nobody in particular. */
    public static @Nullable String named(Request request) {
        String by = request.parameters().text("by");
        return by == null || by.isEmpty() ? person(request.actor()) : by;
    }

    /** The person behind an actor such as {@code user_ana}, or null where the actor is nobody in particular. */
    public static @Nullable String person(String actor) {
        return actor.startsWith(USER) && actor.length() > USER.length() ? actor.substring(USER.length()) : null;
    }

    /** Whether the actor is a person other than the one it speaks for. */
    public static boolean isImpersonated(Request request) {
        String person = person(request.actor());
        return person != null && !person.equals(of(request));
    }
}
