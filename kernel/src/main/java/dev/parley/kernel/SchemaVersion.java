package dev.parley.kernel;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The version of the state model, which is frozen, and which other versions it can read (ruling A13). */
public final class SchemaVersion {
    public static final String REGISTRAR_SCHEMA_VERSION = "2.9.0";
    public static final boolean STATE_SCHEMA_FROZEN = true;

    private static final Pattern FORM = Pattern.compile("(\\d{1,9})\\.(\\d{1,9})\\.(\\d{1,9})");
    private static final int MAJOR = 2;
    private static final int OLDEST_MINOR = 6;

    private SchemaVersion() {}

    /**
     * Whether a record of that version can be read here.
     *
     * @throws IllegalArgumentException if it is not three numbers with dots between them
     */
    public static boolean checkCompatibility(String version) {
        Matcher matcher = FORM.matcher(version);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + version + "' is not a version: three numbers with dots between them are, such as 2.9.0");
        }
        return Integer.parseInt(matcher.group(1)) == MAJOR && Integer.parseInt(matcher.group(2)) >= OLDEST_MINOR;
    }
}
