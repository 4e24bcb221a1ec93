package dev.parley;

import dev.parley.kernel.port.CancelToken;
import dev.parley.kernel.port.Model;
import java.util.Map;

/** The models of several agents as one: whoever has the floor answers with their own. */
record AgentModels(Model others, Map<String, Model> own) implements Model {
    AgentModels {
        own = Map.copyOf(own);
    }

    @Override
    public Reply reply(Prompt prompt, CancelToken cancel) throws ModelFailure {
        return of(prompt).reply(prompt, cancel);
    }

    @Override
    public Reply reply(Prompt prompt, CancelToken cancel, Draft draft) throws ModelFailure {
        return of(prompt).reply(prompt, cancel, draft);
    }

    private Model of(Prompt prompt) {
        return own.getOrDefault(prompt.agent(), others);
    }
}
