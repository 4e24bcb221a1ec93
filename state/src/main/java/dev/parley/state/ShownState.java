package dev.parley.state;

import dev.parley.kernel.event.AgentEvents.AgentStateChanged;
import dev.parley.kernel.event.Event;
import dev.parley.state.Rule.Mismatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The state of the agent as the client was shown it last; empty while the present runtime has shown none. */
public record ShownState(String state) {
    public static final String LISTENING = "listening";
    public static final String SPEAKING = "speaking";
    private static final List<String> STATES = List.of(LISTENING, "thinking", SPEAKING);

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

        /** The next runtime has a client of its own, which is shown it anew. */
        @Override
        public ShownState takenOver(ShownState before, ConversationState state) {
            return initial();
        }

        @Override
        public List<Rule<?>> rules() {
            return List.of(
                    rule("shown.known", "An agent listens, thinks or speaks.", ShownState::unknown),
                    rule("shown.change", "Only a change of the agent's state is shown.", ShownState::unchanged),
                    rule("shown.first", "An agent listens at first.", ShownState::begunOtherwise),
                    rule("shown.turn", "An agent listens while no turn is open.", ShownState::busyWithoutTurn));
        }
    };

    private static Rule<AgentStateChanged> rule(String id, String sentence, Rule.Check<AgentStateChanged> check) {
        return new Rule<>(id, AgentStateChanged.class, sentence, check);
    }

    private static @Nullable Mismatch unknown(ConversationState before, AgentStateChanged event, Recorded at) {
        return STATES.contains(event.state()) ? null : new Mismatch("one of " + STATES, event.state());
    }

    private static @Nullable Mismatch unchanged(ConversationState before, AgentStateChanged event, Recorded at) {
        String shown = before.shown().state;
        return event.state().equals(shown) ? new Mismatch("another state than " + shown, event.state()) : null;
    }

    private static @Nullable Mismatch begunOtherwise(ConversationState before, AgentStateChanged event, Recorded at) {
        return before.shown().state.isEmpty() && !event.state().equals(LISTENING)
                ? new Mismatch(LISTENING + " first", event.state())
                : null;
    }

    private static @Nullable Mismatch busyWithoutTurn(ConversationState before, AgentStateChanged event, Recorded at) {
        return event.state().equals(LISTENING) || before.turns().open() != 0
                ? null
                : new Mismatch("listening, for no turn is open", event.state());
    }
}
