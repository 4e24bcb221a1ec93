package dev.parley;

import dev.parley.provider.guard.GuardedProvider;
import dev.parley.session.SessionHost;
import dev.parley.session.people.Understanding;
import dev.parley.session.port.ToolShelf;

/** Makes whoever answers in a conversation. Called once for each, where the conversation runs. */
@FunctionalInterface
public interface AgentSource {
    Agent open(Conversation conversation, SessionHost.Place place);

    /**
     * Whoever answers.
     *
     * @param model with its circuit, which conversations may share
     * @param understanding what is taken from words before the model is asked
     */
    record Agent(GuardedProvider model, ToolShelf tools, Understanding understanding) {}
}
