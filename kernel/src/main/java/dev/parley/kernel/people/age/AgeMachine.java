package dev.parley.kernel.people.age;

import dev.parley.kernel.Machine;
import dev.parley.kernel.Step;
import dev.parley.kernel.people.age.AgeEvent.BirthdateKnown;
import dev.parley.kernel.people.age.AgeEvent.BirthdateUpdated;
import dev.parley.kernel.people.age.AgeEvent.ConfidenceDropped;
import dev.parley.kernel.people.age.AgeEvent.DateTicked;
import dev.parley.kernel.people.age.AgeState.Adult;
import dev.parley.kernel.people.age.AgeState.Child;
import dev.parley.kernel.people.age.AgeState.Teen;
import dev.parley.kernel.people.age.AgeState.Unknown;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Age context derivation (section 1.2, ruling B5). */
public final class AgeMachine implements Machine<AgeState, AgeEvent> {
    public static final String NO_TRANSITION = "people.age.no_transition";

    private static final LocalDate SHOWN_DAY = LocalDate.of(2026, 3, 1);

    private final AgeTable table;

    public AgeMachine() {
        this(AgeTable.DEFAULT);
    }

    public AgeMachine(AgeTable table) {
        this.table = table;
    }

    @Override
    public String name() {
        return "age";
    }

    @Override
    public AgeState initial() {
        return new Unknown(false);
    }

    @Override
    public Step<AgeState> step(AgeState state, AgeEvent event) {
        return switch (event) {
            case BirthdateKnown known -> Step.moved(derived(known.birth(), known.today()));
            case DateTicked tick -> Step.moved(ticked(state, tick));
            case BirthdateUpdated update -> updated(state, update);
            case ConfidenceDropped _ ->
                state instanceof Unknown ? refused(state, event) : Step.moved(new Unknown(true));
        };
    }

    /** An untrusted date says nothing about anybody's age. */
    private AgeState ticked(AgeState state, DateTicked tick) {
        Birth birth = state.birth();
        return birth == null || !tick.trusted() ? state : derived(birth, tick.today());
    }

    private Step<AgeState> updated(AgeState state, BirthdateUpdated update) {
        boolean isDropped = state instanceof Unknown unknown && unknown.dropped();
        return update.approved() && !isDropped
                ? Step.moved(derived(update.birth(), update.today()))
                : refused(state, update);
    }

    private AgeState derived(Birth birth, LocalDate today) {
        return switch (table.classOf(birth, today)) {
            case CHILD -> new Child(birth);
            case TEEN -> new Teen(birth);
            case ADULT -> new Adult(birth);
            case UNKNOWN -> new Unknown(false);
        };
    }

    private Step<AgeState> refused(AgeState state, AgeEvent event) {
        return Step.refused(NO_TRANSITION, "an age that is " + printed(state) + " does not take " + name(event));
    }

    @Override
    public List<AgeEvent> alphabet(AgeState state) {
        List<AgeEvent> all = new ArrayList<>();
        for (int years : new int[] {8, 15, 40}) {
            Birth birth = new Birth(SHOWN_DAY.minusYears(years), null);
            all.add(new BirthdateKnown(birth, SHOWN_DAY, true));
            all.add(new BirthdateUpdated(birth, SHOWN_DAY, true));
        }
        all.add(new BirthdateUpdated(new Birth(SHOWN_DAY.minusYears(40), null), SHOWN_DAY, false));
        Birth birth = state.birth();
        LocalDate born = birth == null ? SHOWN_DAY : birth.date();
        for (int years : new int[] {12, 13, 18}) {
            all.add(new DateTicked(born.plusYears(years), true));
        }
        all.add(new ConfidenceDropped());
        return all;
    }

    @Override
    public String printed(AgeState state) {
        return state.ageClass().name();
    }

    @Override
    public String label(AgeEvent event) {
        return switch (event) {
            case BirthdateKnown known -> name(event) + shown(known.birth(), known.today());
            case DateTicked _ -> name(event);
            case BirthdateUpdated update ->
                update.approved() ? name(event) + shown(update.birth(), update.today()) : name(event) + ", unapproved";
            case ConfidenceDropped _ -> name(event);
        };
    }

    private String shown(Birth birth, LocalDate today) {
        return ", " + table.classOf(birth, today).name().toLowerCase(Locale.ROOT);
    }

    private static String name(AgeEvent event) {
        return switch (event) {
            case BirthdateKnown _ -> "birthdate_known";
            case DateTicked _ -> "date_tick";
            case BirthdateUpdated _ -> "birthdate_updated";
            case ConfidenceDropped _ -> "confidence_drop";
        };
    }
}
