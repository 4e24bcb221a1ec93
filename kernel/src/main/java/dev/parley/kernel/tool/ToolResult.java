package dev.parley.kernel.tool;

import dev.parley.kernel.json.Json;

/** The one result of a call. The content is data for the model; nothing in it can approve, confirm or permit. */
public record ToolResult(String callId, String tool, ToolStatus status, Json content, String reason, long atMs) {}
