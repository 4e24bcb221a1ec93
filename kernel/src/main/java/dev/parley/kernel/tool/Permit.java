package dev.parley.kernel.tool;

/**
 * Leave to run one call once: bound to the tool, the digest of the arguments, the epoch, the company in which it was
 * given, the question that was answered with yes (empty if nobody was asked) and a moment after which it is void. Its id
 * derives from all of them, so that a replay mints the same one (ruling B17).
 */
public record Permit(
        String permitId,
        String callId,
        String tool,
        String argumentsSha256,
        long epoch,
        String mode,
        String question,
        long expiresAtMs) {

    static Permit forCall(ToolCall call, String mode, String question, long expiresAtMs) {
        String bound = String.join(
                "\n",
                call.callId(),
                call.tool(),
                call.argumentsSha256(),
                Long.toString(call.epoch()),
                mode,
                question,
                Long.toString(expiresAtMs));
        String id = "token_" + ArgumentsDigest.ofText(bound).substring(0, 24);
        return new Permit(
                id, call.callId(), call.tool(), call.argumentsSha256(), call.epoch(), mode, question, expiresAtMs);
    }
}
