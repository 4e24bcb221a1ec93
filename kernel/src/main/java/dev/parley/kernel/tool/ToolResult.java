package dev.parley.kernel.tool;

import dev.parley.kernel.event.ToolEvents.ToolSettled;
import dev.parley.kernel.json.Json;

/**
 * The one result of a call. The content is data for the model; nothing in it can approve, confirm or permit. The room
 * itself never sees it: there it is null, and it is added when the result is recorded and handed out.
 */
public record ToolResult(String callId, String tool, ToolStatus status, Json content, String reason, long atMs) {
    /** The event that records it. */
    public ToolSettled settled() {
        return new ToolSettled(callId, tool, status.printed(), content, reason);
    }
}
