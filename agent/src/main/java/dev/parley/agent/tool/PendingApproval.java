package dev.parley.agent.tool;

import dev.parley.kernel.tool.ToolCall;

/**
 * A question to a person: may this call run, with exactly these arguments?
 *
 * @param question the digest that the answer has to name
 */
public record PendingApproval(ToolCall call, String question, long expiresAtMs) {}
