package dev.parley.kernel.people.greeting;

import dev.parley.kernel.Machine;
import dev.parley.kernel.Step;
import java.time.LocalDate;
import java.util.List;

/** Birthday greetings (section 6, ruling B12). Whether one may be spoken is decided by the household's rules. */
public final class GreetingMachine implements Machine<GreetingState, GreetingDue> {
    private static final LocalDate SHOWN_DAY = LocalDate.of(2026, 5, 1);

    @Override
    public String name() {
        return "greeting";
    }

    @Override
    public GreetingState initial() {
        return new GreetingState.NotGreeted();
    }

    @Override
    public Step<GreetingState> step(GreetingState state, GreetingDue event) {
        return Step.moved(state.greetedOn(event.today()));
    }

    @Override
    public List<GreetingDue> alphabet(GreetingState state) {
        return List.of(new GreetingDue(SHOWN_DAY));
    }

    @Override
    public String printed(GreetingState state) {
        return switch (state) {
            case GreetingState.NotGreeted _ -> "NOT_GREETED";
            case GreetingState.Greeted _ -> "GREETED";
        };
    }

    @Override
    public String label(GreetingDue event) {
        return "birthday_greeting";
    }
}
