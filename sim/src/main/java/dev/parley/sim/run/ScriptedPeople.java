package dev.parley.sim.run;

import dev.parley.kernel.tool.Approver;
import dev.parley.session.port.People;
import dev.parley.sim.script.Scenario;
import dev.parley.sim.script.Scenario.Person;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneOffset;

/** The people of the script. */
final class ScriptedPeople implements People {
    private static final int ADULT_YEARS = 18;

    private final Scenario scenario;

    ScriptedPeople(Scenario scenario) {
        this.scenario = scenario;
    }

    @Override
    public Approver approver(String id) {
        Person person = scenario.people().stream()
                .filter(candidate -> candidate.id().equals(id))
                .findFirst()
                .orElse(null);
        if (person == null || !person.confirmed()) {
            return new Approver(id, Approver.Standing.UNCONFIRMED);
        }
        LocalDate born = person.birthdate();
        LocalDate today = scenario.start().atOffset(ZoneOffset.UTC).toLocalDate();
        boolean adult = born != null && Period.between(born, today).getYears() >= ADULT_YEARS;
        return new Approver(id, adult ? Approver.Standing.CONFIRMED_ADULT : Approver.Standing.MINOR);
    }
}
