package dev.parley.session.speak;

/** Who ends speech before its time. */
public sealed interface Cut {
    /** Somebody took the floor or asked for silence. */
    record ByPerson(String person) implements Cut {}

    /** The runtime ended the turn. */
    record BySystem() implements Cut {}

    /** An agent interrupted it, and the room has stopped it. */
    record Already() implements Cut {}

    /** No provider was left. */
    record ByFailure() implements Cut {}

    /** Who ends the speech of a turn that is aborted for this reason. */
    static Cut of(String reason, String person) {
        return switch (reason) {
            case "interrupted", "cancelled" -> new ByPerson(person);
            case "provider_error", "provider_timeout" -> new ByFailure();
            default -> new BySystem();
        };
    }
}
