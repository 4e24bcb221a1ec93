package dev.parley.kernel.rune;

/** Who may see a rune. A reader is given a ceiling by the server and sees everything up to it (ruling E3). */
public enum Visibility {
    PUBLIC(0),
    INTERNAL(1),
    SECRET(2);

    private final int code;

    Visibility(int code) {
        this.code = code;
    }

    /** The number that stands for this visibility in the canonical encoding. */
    int code() {
        return code;
    }

    /** Whether a reader with this ceiling may see a rune of the given visibility. */
    public boolean admits(Visibility rune) {
        return rune.compareTo(this) <= 0;
    }

    /** Reads a name in lower case; a name that is not known is secret. */
    public static Visibility named(String name) {
        return switch (name) {
            case "public" -> PUBLIC;
            case "internal" -> INTERNAL;
            default -> SECRET;
        };
    }

    /** The name as programs read it. */
    public String printed() {
        return switch (this) {
            case PUBLIC -> "public";
            case INTERNAL -> "internal";
            case SECRET -> "secret";
        };
    }
}
