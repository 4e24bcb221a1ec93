package dev.parley.kernel.stream;

/**
 * The ids under which streams, sessions and users' overrides are registered. A stream keeps its own name unless that
 * name would fall into another key space, so the common case builds no string.
 */
final class Keys {
    /** Where all user-scoped overrides are registered. */
    static final String USERS = "users of this house";

    private static final String STREAM = "stream ";
    private static final String SESSION = "session ";

    private Keys() {}

    static String stream(String name) {
        boolean taken = name.startsWith(SESSION) || name.startsWith(STREAM) || name.equals(USERS);
        return taken ? STREAM + name : name;
    }

    /** A request that names no session stays one that names none. */
    static String session(String name) {
        return name.isEmpty() ? name : SESSION + name;
    }
}
