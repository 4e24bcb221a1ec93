package dev.parley.state;

import dev.parley.kernel.event.AgentEvents.AgentStateChanged;
import dev.parley.state.Rule.Mismatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What holds of the state that the client is shown in every record. */
final class ShownStateRules {
    static final List<Rule<?>> ALL = List.of(
            rule("shown.known", "An agent listens, thinks or speaks.", ShownStateRules::unknown),
            rule("shown.change", "Only a change of the agent's state is shown.", ShownStateRules::unchanged),
            rule("shown.first", "An agent listens at first.", ShownStateRules::begunOtherwise),
            rule("shown.turn", "An agent listens while no turn is open.", ShownStateRules::busyWithoutTurn));

    private ShownStateRules() {}

    private static Rule<AgentStateChanged> rule(String id, String sentence, Rule.Check<AgentStateChanged> check) {
        return new Rule<>(id, AgentStateChanged.class, sentence, check);
    }

    private static @Nullable Mismatch unknown(StateView before, AgentStateChanged event, Recorded at) {
        return ShownState.STATES.contains(event.state())
                ? null
                : new Mismatch("one of " + ShownState.STATES, event.state());
    }

    private static @Nullable Mismatch unchanged(StateView before, AgentStateChanged event, Recorded at) {
        String shown = before.shown().state();
        return event.state().equals(shown) ? new Mismatch("another state than " + shown, event.state()) : null;
    }

    private static @Nullable Mismatch begunOtherwise(StateView before, AgentStateChanged event, Recorded at) {
        return before.shown().state().isEmpty() && !event.state().equals(ShownState.LISTENING)
                ? new Mismatch(ShownState.LISTENING + " first", event.state())
                : null;
    }

    private static @Nullable Mismatch busyWithoutTurn(StateView before, AgentStateChanged event, Recorded at) {
        return event.state().equals(ShownState.LISTENING) || before.turns().open() != 0
                ? null
                : new Mismatch("listening, for no turn is open", event.state());
    }
}
