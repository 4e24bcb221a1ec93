package dev.parley.kernel.people;

import dev.parley.kernel.ActorKind;
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

    /** The person whom the request names or whose voice it is, or null where it is nobody in particular. */
    public static @Nullable String named(Request request) {
        String by = by(request);
        return by == null ? voice(request) : by;
    }

    /** The person whom the request says to speak for, in either form of their name, or null where it says nothing. */
    public static @Nullable String by(Request request) {
        String by = request.parameters().text("by");
        if (by == null || by.isEmpty()) {
            return null;
        }
        return stripped(by);
    }

    /**
     * Whose voice it really is: the person behind {@code user_ana}, or an actor that is nobody but itself. The runtime
     * and the unnamed user have no voice of their own: they bring what the person said whom the request names.
     */
    public static @Nullable String voice(Request request) {
        return switch (request.actorKind()) {
            case SYSTEM -> null;
            case USER -> person(request.actor());
            case PLUGIN, OPERATOR, AGENT -> request.actor();
        };
    }

    /** The person behind an actor such as {@code user_ana}, or null where the actor is nobody in particular. */
    public static @Nullable String person(String actor) {
        return actor.startsWith(USER) && actor.length() > USER.length() ? actor.substring(USER.length()) : null;
    }

    /** Whether two names, in either form, are of one person. */
    public static boolean isSame(String one, String other) {
        return stripped(one).equals(stripped(other));
    }

    private static String stripped(String name) {
        String person = person(name);
        return person == null ? name : person;
    }

    /** Whether the voice is not the one it claims to be. */
    public static boolean isImpersonated(Request request) {
        String voice = voice(request);
        return voice != null && !voice.equals(of(request));
    }

    /** Whether the runtime itself vouches for what the request says. */
    public static boolean isVouchedFor(Request request) {
        return request.actorKind() == ActorKind.SYSTEM;
    }
}
