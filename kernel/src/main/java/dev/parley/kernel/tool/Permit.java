package dev.parley.kernel.tool;

/**
 * Leave to run one call once: bound to the tool, the digest of the arguments, the epoch and a moment after which it is
 * void. Its id derives from all of them, so that a replay mints the same one.
 */
public record Permit(
        String permitId, String callId, String tool, String argumentsSha256, long epoch, long expiresAtMs) {

    static Permit forCall(ToolCall call, long expiresAtMs) {
        String bound = call.callId()
                + '\n'
                + call.tool()
                + '\n'
                + call.argumentsSha256()
                + '\n'
                + call.epoch()
                + '\n'
                + expiresAtMs;
        String id = "token_" + ArgumentsDigest.ofText(bound).substring(0, 24);
        return new Permit(id, call.callId(), call.tool(), call.argumentsSha256(), call.epoch(), expiresAtMs);
    }
}
