package dev.parley.kernel;

import java.util.ArrayList;
import java.util.List;

/** Invariants in the order in which they run. All of them run; an array, because they run for every decision. */
final class Catalogue<C> {
    private final List<Invariant<C>> invariants;
    private final Invariant.Check<? super C>[] checks;

    @SuppressWarnings({"unchecked", "rawtypes"}) // an array cannot name what its elements check
    Catalogue(List<Invariant<C>> invariants) {
        this.invariants = List.copyOf(invariants);
        this.checks = this.invariants.stream().map(Invariant::check).toArray(Invariant.Check[]::new);
    }

    List<Invariant<C>> invariants() {
        return invariants;
    }

    /** The violations of every invariant that does not hold, in order. */
    List<Violation> broken(C subject) {
        List<Violation> broken = List.of();
        for (int i = 0; i < checks.length; i++) {
            String failure = checks[i].failure(subject);
            if (failure != null) {
                Invariant<C> invariant = invariants.get(i);
                broken = plus(broken, new Violation(invariant.id(), invariant.level(), failure));
            }
        }
        return broken;
    }

    static List<Violation> plus(List<Violation> broken, Violation violation) {
        List<Violation> longer = new ArrayList<>(broken);
        longer.add(violation);
        return List.copyOf(longer);
    }
}
