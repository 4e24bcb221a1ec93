package dev.parley.agent.tool;

import dev.parley.kernel.event.ToolEvents.WorkspaceCheckpointed;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ToolCall;
import java.io.IOException;
import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/** Judges a permitted call before it is dispatched (INV-TOOL-SANDBOX). */
@FunctionalInterface
public interface CallSandbox {
    /** Admits everything that names neither a path nor an address, and nothing else. */
    CallSandbox CLOSED = (spec, arguments) ->
            spec.pathArguments().isEmpty() && spec.addressArguments().isEmpty()
                    ? null
                    : "no workspace and no network are configured";

    /** What is wrong with the call, or null. */
    @Nullable
    String violation(ToolSpec spec, Json.Obj arguments);

    /**
     * Where a connection to this address goes, judged at this moment: a name is resolved once, and whoever connects does so
     * to what is returned. Each redirect is another address.
     */
    default InetSocketAddress reach(String url) throws SandboxViolation {
        throw new SandboxViolation("no network is configured");
    }

    /** Whether something is kept before a call of this tool may change it. */
    default boolean keeps(ToolSpec spec) {
        return false;
    }

    /** Keeps it, and returns the event that records this. */
    default WorkspaceCheckpointed keep(ToolCall call) throws IOException {
        throw new IllegalStateException("Nothing is kept before " + call.tool() + ".");
    }
}
