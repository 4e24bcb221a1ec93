package dev.parley.app.config;

/**
 * What a server writes to standard error.
 *
 * @param format how a line looks
 * @param requests whether every request is a line
 */
public record LogSpec(Format format, boolean requests) {
    public static final LogSpec DEFAULT = new LogSpec(Format.TEXT, false);

    /** How a line looks. */
    public enum Format {
        /** For people. */
        TEXT,
        /** A JSON object, for programs. */
        JSON
    }
}
