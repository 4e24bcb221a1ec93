package dev.parley.agent.mcp;

import dev.parley.kernel.json.Json;

/** Puts a server's question to a person. Runs on a thread of its own and may wait. */
@FunctionalInterface
public interface Elicitation {
    Elicitation DECLINE = (_, _, _) -> new Reply.Declined();

    /** What the person said. It goes to the server and nowhere else: it approves no call. */
    sealed interface Reply {
        record Accepted(Json.Obj content) implements Reply {}

        record Declined() implements Reply {}

        record Cancelled() implements Reply {}
    }

    Reply ask(String server, String message, Json.Obj schema);
}
