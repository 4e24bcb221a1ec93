package dev.parley.kernel.stream;

/** How far an override reaches (stream model 5.2). */
public enum Scope {
    /** Every stream of the session. */
    SESSION("session"),
    /** Every stream of the user, in all sessions, present and later. */
    USER("user");

    private final String code;

    Scope(String code) {
        this.code = code;
    }

    public String code() {
        return code;
    }
}
