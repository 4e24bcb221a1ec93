package dev.parley.kernel.people.addressing;

/** What is known of a person's wish, and whether they were asked for it. */
public sealed interface AddressingState {
    boolean asked();

    record Unknown(boolean asked) implements AddressingState {}

    record Inferred(boolean asked, Form guess) implements AddressingState {}

    record Confirmed(boolean asked, Form wish) implements AddressingState {}

    /** How to speak to the person now. */
    default Form form() {
        return switch (this) {
            case Unknown _ -> Form.NEUTRAL;
            case Inferred inferred -> inferred.guess();
            case Confirmed confirmed -> confirmed.wish();
        };
    }
}
