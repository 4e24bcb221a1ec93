package dev.parley;

import dev.parley.kernel.event.PipelineEvents.ProviderCallEnded;

/** Why the last call of the model came to nothing, as far as its outcome says so. On the conversation's own thread. */
final class ModelFault {
    private String thrown = "";

    /** A call of a provider is over. */
    void ended(ProviderCallEnded call) {
        String outcome = call.outcome();
        if (outcome.equals("fault")) {
            String message = call.piiMessage();
            thrown = "the model " + call.reason() + (message == null ? "" : ": " + message);
        } else if (call.attempt().provider().equals("llm") && !outcome.equals("success")) {
            thrown = outcome + " of the model: " + call.reason();
        }
    }

    String or(String reason) {
        return thrown.isEmpty() ? reason : thrown;
    }
}
