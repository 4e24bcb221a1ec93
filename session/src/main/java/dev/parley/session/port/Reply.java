package dev.parley.session.port;

import dev.parley.kernel.json.Json;
import java.util.List;

/**
 * What the model answered: something to say, tools to call, both, or nothing.
 *
 * @param says the text to speak, empty for none
 * @param audioMs how long the text takes to speak at normal rate
 * @param interruptible whether voices and typed text may end it (ruling A14)
 */
public record Reply(String says, long audioMs, boolean interruptible, List<ToolRequest> calls, long tokens) {
    public static final Reply EMPTY = new Reply("", 0, true, List.of(), 0);

    public Reply {
        calls = List.copyOf(calls);
    }

    public boolean speaks() {
        return !says.isEmpty();
    }

    public boolean isEmpty() {
        return says.isEmpty() && calls.isEmpty();
    }

    /** The same reply in other words. */
    public Reply saying(String words) {
        return new Reply(words, audioMs, interruptible, calls, tokens);
    }

    /** A tool that the model asks for. */
    public record ToolRequest(String id, String tool, Json.Obj args) {}
}
