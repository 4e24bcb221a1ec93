package dev.parley.app.config;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A small MCP server over standard streams: it counts notes, and keeps one in a file. A note that begins with "slow" is kept, and
 * nobody is ever told so.
 */
public final class NotesServer {
    private static final Pattern METHOD = Pattern.compile("\"method\":\"([^\"]+)\"");
    private static final Pattern ID = Pattern.compile("\"id\":(\"[^\"]*\"|[0-9]+)");
    private static final Pattern VERSION = Pattern.compile("\"protocolVersion\":\"([^\"]+)\"");
    private static final Pattern NOTE = Pattern.compile("\"note\":\"([^\"]*)\"");

    private static final String ADDED =
            "{\"type\":\"object\",\"properties\":{\"note\":{\"type\":\"string\"}},\"required\":[\"note\"]}";

    private static final String LOWERED =
            "{\"type\":\"object\",\"properties\":{\"room\":{\"enum\":[\"kitchen\",\"living_room\"]},"
                    + "\"percent\":{\"type\":\"integer\",\"minimum\":10,\"maximum\":20}},\"required\":[\"room\",\"percent\"]}";

    private static final Pattern LOWER = Pattern.compile("\"arguments\":\\{\"percent\":([0-9]+),\"room\":\"([^\"]+)\"");

    private NotesServer() {}

    public static void main(String[] args) throws IOException {
        Path notes = Path.of(args[0]);
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String id = first(ID, line);
            String method = first(METHOD, line);
            if (id != null && method != null) {
                String answer =
                        "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result(method, line, notes) + "}";
                if (String.valueOf(first(NOTE, line)).startsWith("slow")) {
                    continue;
                }
                System.out.println(answer);
                System.out.flush();
            }
        }
    }

    private static @Nullable String first(Pattern pattern, String line) {
        Matcher found = pattern.matcher(line);
        return found.find() ? found.group(1) : null;
    }

    private static String result(String method, String line, Path notes) throws IOException {
        return switch (method) {
            case "initialize" ->
                "{\"protocolVersion\":\"" + first(VERSION, line)
                        + "\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"notes\",\"version\":\"1\"}}";
            case "tools/list" ->
                "{\"tools\":[" + tool("count", "true", "{\"type\":\"object\"}") + "," + tool("add", "false", ADDED)
                        + "," + tool("keep", "false", ADDED) + "," + tool("lower", "false", LOWERED) + "]}";
            default -> "{\"content\":[{\"type\":\"text\",\"text\":\"" + called(line, notes) + "\"}]}";
        };
    }

    private static String tool(String name, String reads, String schema) {
        return "{\"name\":\"" + name + "\",\"description\":\"Notes.\",\"annotations\":{\"readOnlyHint\":" + reads
                + "},\"inputSchema\":" + schema + "}";
    }

    private static String called(String line, Path notes) throws IOException {
        Matcher lowered = LOWER.matcher(line);
        if (lowered.find()) {
            Files.writeString(notes, lowered.group(2) + " " + lowered.group(1) + "\n", StandardOpenOption.CREATE);
            return "The blinds are lower.";
        }
        String note = first(NOTE, line);
        if (note != null) {
            Files.writeString(notes, note + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
        return (Files.exists(notes) ? Files.readAllLines(notes).size() : 0) + " notes";
    }
}
