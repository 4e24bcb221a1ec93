package dev.parley.state;

import dev.parley.kernel.event.AgentEvents.AgentStateChanged;
import dev.parley.kernel.event.Event;
import java.util.List;

/** The state of the agent as the client was shown it last; empty while the present runtime has shown none. */
public record ShownState(String state) {
    public static final String LISTENING = "listening";
    public static final String SPEAKING = "speaking";
    static final List<String> STATES = List.of(LISTENING, "thinking", SPEAKING);

    static final Slice<ShownState> SLICE = new Slice<>() {
        @Override
        public ShownState initial() {
            return new ShownState("");
        }

        @Override
        public List<Class<? extends Event>> changedBy() {
            return List.of(AgentStateChanged.class);
        }

        @Override
        public ShownState apply(ShownState before, Recorded event) {
            return event.event() instanceof AgentStateChanged(String now) ? new ShownState(now) : before;
        }

        // The next runtime has a client of its own, which is shown it anew.
        @Override
        public ShownState takenOver(ShownState before, long lastTurn) {
            return initial();
        }
    };
}
