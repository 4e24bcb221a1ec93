package dev.parley.agent.tool;

import dev.parley.kernel.json.Json;

/** Something a model can ask for. */
public interface Tool {
    ToolSpec spec();

    /**
     * Runs on a virtual thread of its own and is interrupted when it is cancelled or out of time. Whatever it throws
     * becomes the call's error; a {@link SandboxViolation} becomes {@code sandbox_violation}.
     */
    Json run(ToolContext context, Json.Obj arguments) throws Exception;

    /** Whose tool it is, if it is not the house's own; empty otherwise. */
    default String source() {
        return "";
    }
}
