package dev.parley.agent.tool;

import dev.parley.kernel.tool.ToolCall;

/** A question to a person: may this call run, with exactly these arguments? */
public record PendingApproval(ToolCall call, long expiresAtMs) {}
