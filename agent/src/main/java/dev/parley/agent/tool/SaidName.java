package dev.parley.agent.tool;

import java.util.Locale;

/** The name of a tool as it is said in a question. Two tools of one said name could not be told apart by who is asked. */
public final class SaidName {
    private SaidName() {}

    /** A tool of a server is named {@code server__tool}. */
    public static String of(String tool) {
        int server = tool.indexOf("__");
        return server > 0 && server + 2 < tool.length()
                ? "use " + plain(tool.substring(0, server)) + " to " + plain(tool.substring(server + 2))
                : plain(tool);
    }

    private static String plain(String name) {
        return name.replaceAll("([\\p{Ll}\\p{N}])(\\p{Lu})", "$1 $2")
                .replaceAll("[^\\p{L}\\p{N}]+", " ")
                .strip()
                .toLowerCase(Locale.ROOT);
    }
}
