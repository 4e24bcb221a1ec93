package dev.parley.kernel;

/** Who is asking, read off the actor's name alone. */
public enum ActorKind {
    USER,
    PLUGIN,
    SYSTEM,
    OPERATOR,
    AGENT;

    public static ActorKind of(String actor) {
        if (actor.equals("user") || actor.startsWith("user_")) {
            return USER;
        }
        if (actor.startsWith("plugin_")) {
            return PLUGIN;
        }
        return switch (actor) {
            case "system" -> SYSTEM;
            case "operator" -> OPERATOR;
            default -> AGENT;
        };
    }
}
