package dev.parley;

import dev.parley.kernel.json.Json;

/** Why the last call of the model came to nothing, as far as its outcome says so. On the conversation's own thread. */
final class ModelFault {
    private String thrown = "";

    /** A call of a provider is over. */
    void ended(Json.Obj call) {
        String outcome = String.valueOf(call.text("outcome"));
        if (outcome.equals("fault")) {
            String message = call.text("pii_message");
            thrown = "the model " + call.text("reason") + (message == null ? "" : ": " + message);
        } else if ("llm".equals(call.text("provider")) && !outcome.equals("success")) {
            thrown = outcome + " of the model: " + call.text("reason");
        }
    }

    String or(String reason) {
        return thrown.isEmpty() ? reason : thrown;
    }
}
