package dev.parley.sim.run;

import dev.parley.kernel.Level;
import dev.parley.kernel.Violation;
import dev.parley.session.port.People;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.Scenario.Person;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** The people of the script. */
final class ScriptedPeople implements People {
    private static final int ADULT_YEARS = 18;

    private final Scenario scenario;

    ScriptedPeople(Scenario scenario) {
        this.scenario = scenario;
    }

    @Override
    public @Nullable Violation objectionToApproval(String id) {
        Person person = scenario.people().stream()
                .filter(candidate -> candidate.id().equals(id))
                .findFirst()
                .orElse(null);
        if (person == null || !person.confirmed()) {
            return new Violation("people.confirmation.identity", Level.REJECT, "'" + id + "' is not confirmed");
        }
        LocalDate born = person.birthdate();
        LocalDate today = scenario.start().atOffset(ZoneOffset.UTC).toLocalDate();
        if (born == null || Period.between(born, today).getYears() < ADULT_YEARS) {
            return new Violation("people.confirmation.age", Level.REJECT, "'" + id + "' is not known to be an adult");
        }
        return null;
    }
}
