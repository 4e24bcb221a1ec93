package dev.parley.agent.tool;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.tool.ToolCall;
import java.net.InetSocketAddress;
import java.util.function.Consumer;

/** What a running tool may know: its call, until when it has time, whether it is still wanted, and where it may connect to. */
public record ToolContext(
        ToolCall call, long deadlineMs, CancelToken cancel, Consumer<Json> progress, CallSandbox sandbox) {
    /** Outside a sandbox, from where nothing is reached. */
    public ToolContext(ToolCall call, long deadlineMs, CancelToken cancel, Consumer<Json> progress) {
        this(call, deadlineMs, cancel, progress, CallSandbox.CLOSED);
    }

    /** Where to connect to for this address, as it is judged now; a tool that resolves the name itself goes unjudged. */
    public InetSocketAddress reach(String url) throws SandboxViolation {
        return sandbox.reach(url);
    }

    public void report(Json made) {
        progress.accept(made);
    }
}
