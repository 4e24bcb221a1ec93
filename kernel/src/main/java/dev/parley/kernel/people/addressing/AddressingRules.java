package dev.parley.kernel.people.addressing;

import dev.parley.kernel.people.Rule;
import java.util.List;

/** The guards of an address. */
public final class AddressingRules {
    public static final String ASKED = "people.addressing.asked";

    private AddressingRules() {}

    public static List<Rule<AddressingState, AddressingEvent>> all() {
        return List.of(new Rule<>(
                ASKED,
                "A person is asked at most once how to address them.",
                (state, event) -> event instanceof AddressingEvent.QuestionAsked && state.asked()
                        ? "the question was asked already; the neutral form serves until the person answers"
                        : null));
    }
}
