package dev.parley.agent;

import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Model;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** Answers what it was told to answer, in order, and remembers what it was asked. */
final class ScriptedModel implements Model {
    private final Deque<Reply> replies = new ArrayDeque<>();
    private final List<Prompt> prompts = new ArrayList<>();

    ScriptedModel then(Reply reply) {
        replies.add(reply);
        return this;
    }

    ScriptedModel thenSays(String text) {
        return then(Reply.says(text));
    }

    ScriptedModel thenCalls(String id, String tool, String arguments) {
        return then(Reply.calls(new WantedCall(id, tool, arguments)));
    }

    @Override
    public synchronized Reply reply(Prompt prompt, CancelToken cancel) throws ModelFailure {
        prompts.add(prompt);
        Reply next = replies.poll();
        if (next == null) {
            throw new ModelFailure("the script is over", false);
        }
        return next;
    }

    synchronized List<Prompt> prompts() {
        return List.copyOf(prompts);
    }
}
