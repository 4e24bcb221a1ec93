package dev.parley.kernel.tool;

import dev.parley.kernel.json.Json;

/** What was asked for: which tool, with exactly which arguments, under which lease epoch. */
public record ToolCall(String callId, String tool, Json.Obj arguments, String argumentsSha256, long epoch) {

    public static ToolCall of(String callId, String tool, Json.Obj arguments, long epoch) {
        return new ToolCall(callId, tool, arguments, ArgumentsDigest.of(arguments), epoch);
    }

    /** Stands in for the call of a result that nobody called for. */
    static ToolCall neverMade(String callId) {
        return of(callId, "", Json.Obj.EMPTY, 0);
    }

    /** The call once it is over: its digest is enough to recognise it, so that its arguments are not kept. */
    ToolCall over() {
        return new ToolCall(callId, tool, Json.Obj.EMPTY, argumentsSha256, epoch);
    }

    /** The same wish again, whatever the spelling of its arguments. */
    public boolean sameAs(ToolCall other) {
        return callId.equals(other.callId) && tool.equals(other.tool) && argumentsSha256.equals(other.argumentsSha256);
    }
}
