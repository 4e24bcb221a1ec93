package dev.parley.kernel.people.household;

import java.time.Duration;

/** A state in which the house does not stay for ever, with the event that ends it (ruling B10). */
public enum Wait {
    /** An identity that is probable, ambiguous or rejected. A confirmed one waits for nothing (ruling B1). */
    IDENTITY("identity", Duration.ofSeconds(30), "identity", "timeout"),
    /** A confirmed person who spoke and is silent. */
    SILENCE("silence", Duration.ofSeconds(20), "identity", "silence_timeout"),
    /** A command that nobody has authorised or denied (ruling B3). */
    AUTHORIZATION("authorization", Duration.ofSeconds(5), "command", "authorization_denied"),
    /** A command that waits for a yes. */
    CONFIRMATION("confirmation", Duration.ofSeconds(30), "command", "confirmation_timeout"),
    /** A profile update that waits for a yes. */
    PROFILE("profile", Duration.ofSeconds(60), "profile", "timeout"),
    /** A loan that waits for the yes of the one who lends. */
    DELEGATION_CONFIRMATION("delegation_confirmation", Duration.ofSeconds(30), "delegation", "timeout"),
    /** A loan that is active (ruling B14). */
    DELEGATION("delegation", Duration.ofHours(1), "delegation", "timeout"),
    /** A consent that was asked for. */
    CONSENT("consent", Duration.ofSeconds(30), "consent", "timeout");

    private final String field;
    private final Duration usual;
    private final String machine;
    private final String action;

    Wait(String field, Duration usual, String machine, String action) {
        this.field = field;
        this.usual = usual;
        this.machine = machine;
        this.action = action;
    }

    /** Its name in a configuration. */
    public String field() {
        return field;
    }

    /** How long it lasts where nobody says otherwise. */
    public Duration usual() {
        return usual;
    }

    /** The machine that its event is for. */
    public String machine() {
        return machine;
    }

    /** The event that ends it. */
    public String action() {
        return action;
    }
}
