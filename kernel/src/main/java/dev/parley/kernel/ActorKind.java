package dev.parley.kernel;

/** Who is asking, read off the actor's name alone. */
public enum ActorKind {
    USER,
    PLUGIN,
    SYSTEM,
    OPERATOR,
    AGENT;

    /** Looks at the first letter before anything else, because this is asked several times for every decision. */
    public static ActorKind of(String actor) {
        return switch (actor.isEmpty() ? ' ' : actor.charAt(0)) {
            case 'u' -> actor.equals("user") || actor.startsWith("user_") ? USER : AGENT;
            case 'p' -> actor.startsWith("plugin_") ? PLUGIN : AGENT;
            case 's' -> actor.equals("system") ? SYSTEM : AGENT;
            case 'o' -> actor.equals("operator") ? OPERATOR : AGENT;
            default -> AGENT;
        };
    }
}
