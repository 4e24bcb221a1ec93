package dev.parley.agent.tool;

import dev.parley.kernel.json.Json;
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
}
