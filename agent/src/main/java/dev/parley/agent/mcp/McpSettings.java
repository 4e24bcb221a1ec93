package dev.parley.agent.mcp;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * How a server is used.
 *
 * @param name stands before the names of its tools
 * @param directory where a local server runs
 * @param trustHints whether its read-only hints count; without that every tool of it is destructive
 * @param pathArguments names of arguments that are paths, in any of its tools
 * @param addressArguments names of arguments that are addresses, in any of its tools
 */
public record McpSettings(
        String name,
        Path directory,
        boolean trustHints,
        List<String> pathArguments,
        List<String> addressArguments,
        Duration requestTimeout,
        Elicitation elicitation) {
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    public McpSettings {
        pathArguments = List.copyOf(pathArguments);
        addressArguments = List.copyOf(addressArguments);
    }

    /** A server nobody vouches for: all its tools are destructive, and its questions are declined. */
    public static McpSettings untrusted(String name, Path directory) {
        return new McpSettings(
                name,
                directory,
                false,
                List.of("path", "paths", "source", "destination"),
                List.of("url", "uri"),
                PATIENCE,
                Elicitation.DECLINE);
    }

    /** With no argument that is judged as a path or an address: the server itself keeps to its places. */
    public McpSettings unjudged() {
        return new McpSettings(name, directory, trustHints, List.of(), List.of(), requestTimeout, elicitation);
    }

    public McpSettings trustingHints() {
        return new McpSettings(name, directory, true, pathArguments, addressArguments, requestTimeout, elicitation);
    }

    public McpSettings asking(Elicitation people) {
        return new McpSettings(name, directory, trustHints, pathArguments, addressArguments, requestTimeout, people);
    }
}
