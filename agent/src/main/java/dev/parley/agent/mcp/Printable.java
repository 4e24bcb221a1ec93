package dev.parley.agent.mcp;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Text of a server as one line that people can be shown: no control, invisible, direction or unassigned characters. */
final class Printable {
    private static final Pattern UNSHOWN = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]+");

    private Printable() {}

    static String text(@Nullable String given) {
        return given == null ? "" : UNSHOWN.matcher(given).replaceAll(" ");
    }
}
