package dev.parley.agent.tool;

import dev.parley.kernel.json.Json;

/** A tool says that it could not do what was asked; the content goes to the model. */
public final class ToolFailure extends Exception {
    private final transient Json content;

    public ToolFailure(String reason, Json content) {
        super(reason);
        this.content = content;
    }

    public Json content() {
        return content;
    }
}
