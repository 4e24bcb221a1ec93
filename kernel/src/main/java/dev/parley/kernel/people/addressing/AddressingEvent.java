package dev.parley.kernel.people.addressing;

import java.math.BigDecimal;

/** What bears on how a person is addressed. */
public sealed interface AddressingEvent {
    record PreferenceStated(Form wish) implements AddressingEvent {}

    record PreferenceInferred(BigDecimal confidence, Form guess) implements AddressingEvent {}

    record SignalsConflicted() implements AddressingEvent {}

    /** The person is asked how they want to be addressed. */
    record QuestionAsked() implements AddressingEvent {}
}
