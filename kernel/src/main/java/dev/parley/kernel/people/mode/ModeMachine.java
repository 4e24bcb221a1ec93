package dev.parley.kernel.people.mode;

import dev.parley.kernel.Machine;
import dev.parley.kernel.Step;
import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.mode.ModeEvent.AloneStated;
import dev.parley.kernel.people.mode.ModeEvent.ArrivalStated;
import dev.parley.kernel.people.mode.ModeEvent.IdentityConfirmed;
import dev.parley.kernel.people.mode.ModeEvent.IdentityUnknown;
import dev.parley.kernel.people.mode.ModeEvent.ParticipantDetected;
import dev.parley.kernel.people.mode.ModeEvent.ParticipantLeft;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Conversation mode (section 2, ruling B6). */
public final class ModeMachine implements Machine<ModeState, ModeEvent> {
    public static final String NO_TRANSITION = "people.mode.no_transition";

    @Override
    public String name() {
        return "mode";
    }

    @Override
    public ModeState initial() {
        return new ModeState.Private();
    }

    @Override
    public Step<ModeState> step(ModeState state, ModeEvent event) {
        Company company = state.company();
        Company next = switch (event) {
            case ParticipantDetected(String person, boolean known) -> company.with(person, known);
            case ParticipantLeft(String person) -> left(company, person);
            case ArrivalStated _ -> company.announced(company.announced() + 1);
            case AloneStated alone -> ModeRules.counts(alone, company) ? company.announced(0) : null;
            case IdentityConfirmed(String person) -> confirmed(company, person);
            case IdentityUnknown(String person) -> doubted(company, person);
        };
        return next == null ? refused(state, event) : Step.moved(ModeState.of(next));
    }

    /** Who left without a name is the announced one, else the unnamed stranger, else the only one there was. */
    private static @Nullable Company left(Company company, @Nullable String person) {
        if (person != null) {
            return company.has(person) ? company.without(person) : null;
        }
        if (company.announced() > 0) {
            return company.announced(company.announced() - 1);
        }
        if (company.has(Company.STRANGER)) {
            return company.without(Company.STRANGER);
        }
        return company.detected().size() == 1 ? Company.NOBODY : null;
    }

    /**
     * Someone unknown turns out to be this person. A participant with a name is confirmed by that name alone; a nameless
     * one may turn out to be anybody who is not there yet, if they are the only one unknown.
     */
    private static @Nullable Company confirmed(Company company, @Nullable String person) {
        if (person != null && company.has(person)) {
            return company.isKnown(person) ? null : company.with(person, true);
        }
        List<String> unknown = company.unknown();
        if (unknown.size() + company.announced() != 1) {
            return null;
        }
        if (person == null) {
            return unknown.isEmpty() ? null : company.with(unknown.getFirst(), true);
        }
        boolean isNameless = unknown.isEmpty() || unknown.getFirst().equals(Company.STRANGER);
        return isNameless ? company.announced(0).without(Company.STRANGER).with(person, true) : null;
    }

    /** A doubt without a name falls on everybody. */
    private static @Nullable Company doubted(Company company, @Nullable String person) {
        if (person == null) {
            return company.detected().containsValue(true) ? company.doubted() : null;
        }
        return company.isKnown(person) ? company.with(person, false) : null;
    }

    private Step<ModeState> refused(ModeState state, ModeEvent event) {
        return Step.refused(
                NO_TRANSITION, "a mode that is " + printed(state) + " does not take " + label(event) + " now");
    }

    @Override
    public List<ModeEvent> alphabet(ModeState state) {
        List<ModeEvent> all = new ArrayList<>(List.of(
                new ParticipantDetected("ben", true),
                new ParticipantDetected("x1", false),
                new ParticipantLeft("ben"),
                new ParticipantLeft("x1"),
                new ParticipantLeft(null),
                new AloneStated(true, AgeClass.ADULT),
                new IdentityConfirmed("x1"),
                new IdentityConfirmed("ben"),
                new IdentityUnknown("ben")));
        if (state.company().announced() == 0) {
            all.add(new ArrivalStated());
        }
        return all;
    }

    @Override
    public String printed(ModeState state) {
        return state.mode().name();
    }

    @Override
    public String label(ModeEvent event) {
        return switch (event) {
            case ParticipantDetected(String _, boolean known) ->
                known ? "participant_detected, known" : "participant_detected, unknown";
            case ParticipantLeft _ -> "participant_left";
            case ArrivalStated _ -> "someone arrived";
            case AloneStated _ -> "we are alone";
            case IdentityConfirmed _ -> "identity_confirmed";
            case IdentityUnknown _ -> "identity_unknown";
        };
    }
}
