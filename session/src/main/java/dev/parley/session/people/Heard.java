package dev.parley.session.people;

import dev.parley.kernel.Verdict;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.Place;
import java.util.ArrayList;
import java.util.List;

/**
 * Something that a person's last words were to a machine of the house, and what came of it.
 *
 * @param target whom it was about
 * @param reason why it was refused; empty if it was not
 */
public record Heard(
        String machine, String action, String target, Json.Obj parameters, boolean isAllowed, String reason) {
    /** What followed from it counts: where that broke a rule it was refused. */
    static Heard of(String machine, String action, String target, Json.Obj parameters, Verdict<Place> verdict) {
        List<Violation> broken = new ArrayList<>(verdict.violations());
        verdict.followed().forEach(next -> broken.addAll(next.violations()));
        boolean isAllowed = verdict.isAllowed() && broken.isEmpty();
        String why = broken.isEmpty() ? verdict.reason() : broken.getFirst().reason();
        return new Heard(machine, action, target, parameters, isAllowed, isAllowed ? "" : why);
    }
}
