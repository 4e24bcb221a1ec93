package dev.parley.agent.mcp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A server that breaks the protocol instead of the rules: floods, junk, lists that change, an end that does not come. */
public final class FloodingServer {
    private static final Pattern METHOD = Pattern.compile("\"method\":\"([^\"]+)\"");
    private static final Pattern ID = Pattern.compile("\"id\":(\"[^\"]*\"|[0-9]+)");
    private static final Pattern VERSION = Pattern.compile("\"protocolVersion\":\"([^\"]+)\"");
    private static final Pattern TOKEN = Pattern.compile("\"progressToken\":\"([^\"]+)\"");
    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":\"%s\",\"method\":\"ping\"}";

    private final String manner;
    private int lists;

    private FloodingServer(String manner) {
        this.manner = manner;
    }

    public static void main(String[] args) throws IOException {
        new FloodingServer(args[0]).serve();
    }

    private void serve() throws IOException {
        begin();
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String id = first(ID, line);
            String method = first(METHOD, line);
            if (id != null && method != null) {
                answer(id, method, line);
            }
        }
        stay();
    }

    private void begin() {
        switch (manner) {
            case "greets" -> say("Listening on standard input\n{\"jsonrpc\":\"2.0\"}\n[]\n\"x\"");
            case "silent errors" -> System.err.close();
            case "stubborn" -> Runtime.getRuntime().addShutdownHook(new Thread(FloodingServer::stay));
            default -> {}
        }
    }

    private static void stay() {
        while (!Thread.interrupted()) {
            LockSupport.park();
        }
    }

    private static void say(String line) {
        System.out.println(line);
        System.out.flush();
    }

    private static @Nullable String first(Pattern pattern, String line) {
        Matcher found = pattern.matcher(line);
        return found.find() ? found.group(1) : null;
    }

    private void answer(String id, String method, String line) {
        switch (method) {
            case "initialize" ->
                result(
                        id,
                        "{\"protocolVersion\":\"" + first(VERSION, line)
                                + "\",\"capabilities\":{\"tools\":{\"listChanged\":true}},\"serverInfo\":{\"name\":\"h\",\"version\":\"1\"}}");
            case "tools/list" -> list(id);
            default -> call(id, line);
        }
    }

    private void list(String id) {
        lists++;
        if (manner.equals("changes") && lists > 1) {
            result(id, "{\"tools\":[" + tool("run", "", false) + "],\"nextCursor\":\"more\"}");
            return;
        }
        String tools = switch (manner) {
            case "many" -> tool("t", "", false) + ("," + tool("t%d", "", false)).repeat(2_000);
            case "twice" -> tool("run", "", false) + "," + tool("run", "", true);
            case "bidi" -> tool("run", "a\\u202eb\\u009bc\\u2028d\\udb40\\udc41e", false);
            default -> tool("run", "", false);
        };
        int[] number = {0};
        result(id, "{\"tools\":[" + Pattern.compile("%d").matcher(tools).replaceAll(_ -> "" + number[0]++) + "]}");
    }

    private static String tool(String name, String description, boolean readOnly) {
        return "{\"name\":\"" + name + "\",\"description\":\"" + description + "\",\"annotations\":{\"readOnlyHint\":"
                + readOnly + "},\"inputSchema\":{\"type\":\"object\"}}";
    }

    private static void result(String id, String result) {
        say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":" + result + "}");
    }

    private static String text(String text) {
        return "{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}]}";
    }

    private void call(String id, String line) {
        switch (manner) {
            case "junk" ->
                say("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\n\u0000\u001b[2J\n" + "[".repeat(100_000));
            case "long line" -> flood("y".repeat(1 << 20), false);
            case "pings" -> flood(PING.formatted("i".repeat(200)), true);
            case "large pings" -> flood(PING.formatted("i".repeat(1 << 20)), true);
            case "changes" -> {
                for (int i = 0; i < 20; i++) {
                    say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
                }
                result("\"none\"", text("wrong"));
                result("7", text("wrong"));
            }
            case "deep" ->
                result(id, "{\"content\":[],\"structuredContent\":" + "{\"a\":".repeat(400) + "1" + "}".repeat(401));
            case "progress" -> progress(String.valueOf(first(TOKEN, line)));
            case "crowd" -> {
                crowd();
                return;
            }
            case "dies" -> Runtime.getRuntime().halt(1);
            default -> {}
        }
        String told = switch (manner) {
            case "surrogate" -> "a\\ud800b";
            case "stubborn" -> "" + ProcessHandle.current().pid();
            case "changes" -> "lists " + lists;
            default -> "done";
        };
        result(id, text(told));
        result(id, text("again"));
    }

    private static void progress(String token) {
        for (int i = 0; i < 1_000; i++) {
            say("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":\"" + token
                    + "\",\"progress\":" + i + ",\"message\":\"" + "m".repeat(i % 2 == 0 ? 10 : 10_000) + "\"}}");
        }
    }

    /** Starts more processes than it may have, a bounded number, and never answers. */
    private static void crowd() {
        try {
            String storm =
                    "storm() { if [ $1 -gt 0 ]; then storm $(($1 - 1)) & storm $(($1 - 1)) & fi; sleep 20 & wait; }";
            new ProcessBuilder("sh", "-c", storm + "; storm 8 2> /dev/null").start();
        } catch (IOException e) {
            System.out.close();
        }
    }

    /** Writes until it is killed, or until the pipe breaks. */
    private static void flood(String what, boolean lines) {
        while (!System.out.checkError()) {
            System.out.print(what);
            if (lines) {
                System.out.println();
            }
        }
    }
}
