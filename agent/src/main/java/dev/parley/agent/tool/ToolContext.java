package dev.parley.agent.tool;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.tool.ToolCall;
import java.util.function.Consumer;

/** What a running tool may know: its call, until when it has time, and whether it is still wanted. */
public record ToolContext(ToolCall call, long deadlineMs, CancelToken cancel, Consumer<Json> progress) {
    public void report(Json made) {
        progress.accept(made);
    }
}
