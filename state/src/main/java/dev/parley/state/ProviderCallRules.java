package dev.parley.state;

import dev.parley.kernel.event.PipelineEvents.ProviderCallEnded;
import dev.parley.kernel.event.PipelineEvents.ProviderCalled;
import dev.parley.state.Rule.Mismatch;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What holds of the provider calls in every record. */
final class ProviderCallRules {
    static final List<Rule<?>> ALL = List.of(
            new Rule<>(
                    "providers.new_call",
                    ProviderCalled.class,
                    "Provider calls are numbered upwards under one lease.",
                    ProviderCallRules::calledAgain),
            new Rule<>(
                    "providers.one_outcome",
                    ProviderCallEnded.class,
                    "A provider call ends once, after it was made.",
                    ProviderCallRules::endedAgain),
            new Rule<>(
                    "providers.own_turn",
                    ProviderCallEnded.class,
                    "A provider call ends in its turn, and one that was made before its turn in the newest turn.",
                    ProviderCallRules::endedElsewhere));

    private ProviderCallRules() {}

    private static @Nullable Mismatch calledAgain(StateView state, ProviderCalled called, Recorded at) {
        ProviderCalls before = state.providers();
        long call = called.attempt().call();
        return call > before.last() ? null : second(at, call);
    }

    private static @Nullable Mismatch endedAgain(StateView state, ProviderCallEnded ended, Recorded at) {
        ProviderCalls before = state.providers();
        long call = ended.attempt().call();
        return before.isOpen(call) || before.mayBeFromBefore(call) ? null : second(at, call);
    }

    private static Mismatch second(Recorded at, long call) {
        return new Mismatch("one " + at.rune().kind() + " of call " + call, "a second one");
    }

    private static @Nullable Mismatch endedElsewhere(StateView state, ProviderCallEnded ended, Recorded at) {
        long asked = state.providers().turn(ended.attempt().call());
        // Whether that turn was opened is not the question here: no event may be of one that was not.
        boolean isAdopted = asked == 0 && at.turn() >= state.lastTurn();
        return asked == at.turn() || isAdopted
                ? null
                : new Mismatch(
                        asked == 0 ? "no turn" : "turn " + asked, at.rune().kind() + " in turn " + at.turn());
    }
}
