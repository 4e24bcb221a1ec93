package dev.parley.session.port;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.tool.ArgumentsDigest;
import dev.parley.kernel.tool.ToolCall;

/**
 * A call of a tool that may be a command of the house, as a yes is bound to it (ruling B17).
 *
 * @param arguments the digest of the canonical arguments
 * @param question the digest of the question as the runtime words it
 */
public record CommandCall(String id, String tool, String arguments, String question) {

    public static CommandCall of(ToolCall made, String question) {
        return new CommandCall(
                made.callId(), made.tool(), made.argumentsSha256(), ArgumentsDigest.of(Json.of(question)));
    }

    /** What a request about this call says of it. */
    public Json.Obj bound(Json.Obj parameters) {
        return parameters.with("call", id).with("arguments", arguments).with("question", question);
    }
}
