package dev.parley.kernel.people.addressing;

import dev.parley.kernel.Machine;
import dev.parley.kernel.Step;
import dev.parley.kernel.people.Band;
import dev.parley.kernel.people.Bands;
import dev.parley.kernel.people.addressing.AddressingEvent.PreferenceInferred;
import dev.parley.kernel.people.addressing.AddressingEvent.PreferenceStated;
import dev.parley.kernel.people.addressing.AddressingEvent.QuestionAsked;
import dev.parley.kernel.people.addressing.AddressingEvent.SignalsConflicted;
import dev.parley.kernel.people.addressing.AddressingState.Confirmed;
import dev.parley.kernel.people.addressing.AddressingState.Inferred;
import dev.parley.kernel.people.addressing.AddressingState.Unknown;
import java.math.BigDecimal;
import java.util.List;

/** Addressing resolution (section 1.1, ruling B11). */
public final class AddressingMachine implements Machine<AddressingState, AddressingEvent> {
    public static final String NO_TRANSITION = "people.addressing.no_transition";

    private final Bands bands;

    public AddressingMachine() {
        this(Bands.DEFAULT);
    }

    public AddressingMachine(Bands bands) {
        this.bands = bands;
    }

    @Override
    public String name() {
        return "addressing";
    }

    @Override
    public AddressingState initial() {
        return new Unknown(false);
    }

    @Override
    public Step<AddressingState> step(AddressingState state, AddressingEvent event) {
        return switch (event) {
            case PreferenceStated(Form wish) -> Step.moved(new Confirmed(state.asked(), stated(state, wish)));
            case PreferenceInferred inferred -> inferred(state, inferred);
            case SignalsConflicted _ ->
                state instanceof Inferred ? Step.moved(new Unknown(state.asked())) : refused(state, event);
            case QuestionAsked _ -> Step.moved(asked(state));
        };
    }

    /** A later wish replaces what it names and keeps the rest; a guess never lives on in a wish. */
    private static Form stated(AddressingState state, Form wish) {
        return state instanceof Confirmed confirmed ? wish.over(confirmed.wish()) : wish;
    }

    private Step<AddressingState> inferred(AddressingState state, PreferenceInferred event) {
        if (bands.of(event.confidence()) != Band.HIGH) {
            return Step.moved(state);
        }
        return state instanceof Unknown
                ? Step.moved(new Inferred(state.asked(), event.guess()))
                : refused(state, event);
    }

    private static AddressingState asked(AddressingState state) {
        return switch (state) {
            case Unknown _ -> new Unknown(true);
            case Inferred inferred -> new Inferred(true, inferred.guess());
            case Confirmed confirmed -> new Confirmed(true, confirmed.wish());
        };
    }

    private Step<AddressingState> refused(AddressingState state, AddressingEvent event) {
        return Step.refused(NO_TRANSITION, "an address that is " + printed(state) + " does not take " + label(event));
    }

    @Override
    public List<AddressingEvent> alphabet(AddressingState state) {
        return List.of(
                new PreferenceStated(new Form("Ana", null)),
                new PreferenceInferred(new BigDecimal("0.7"), Form.NEUTRAL),
                new PreferenceInferred(new BigDecimal("0.9"), Form.NEUTRAL),
                new SignalsConflicted(),
                new QuestionAsked());
    }

    @Override
    public String printed(AddressingState state) {
        return switch (state) {
            case Unknown _ -> "UNKNOWN";
            case Inferred _ -> "INFERRED";
            case Confirmed _ -> "CONFIRMED";
        };
    }

    @Override
    public String label(AddressingEvent event) {
        return switch (event) {
            case PreferenceStated _ -> "explicit_preference";
            case PreferenceInferred inferred ->
                bands.of(inferred.confidence()) == Band.HIGH ? "inferred_signal, high" : "inferred_signal below high";
            case SignalsConflicted _ -> "conflicting_signal";
            case QuestionAsked _ -> "ask";
        };
    }
}
