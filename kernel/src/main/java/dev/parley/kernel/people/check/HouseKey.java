package dev.parley.kernel.people.check;

import dev.parley.kernel.people.age.AgeState;
import dev.parley.kernel.people.command.CommandState;
import dev.parley.kernel.people.command.Order;
import dev.parley.kernel.people.consent.ConsentState;
import dev.parley.kernel.people.delegation.Loan;
import dev.parley.kernel.people.household.Circumstances;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.identity.Evidence;
import dev.parley.kernel.people.identity.IdentityState;
import dev.parley.kernel.people.profile.Update;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Two houses with the same key behave alike. The key leaves out what no rule and no machine reads again, and names each
 * person relative to themself, so that twins who have changed places are one house. How many arrivals were announced does
 * not matter as long as they can only be taken back together.
 */
final class HouseKey {
    private HouseKey() {}

    static String of(House house, List<String> twins) {
        StringBuilder key = new StringBuilder(128);
        key.append(house.modeState().company().detected())
                .append(house.modeState().company().announced() > 0);
        key.append('@').append(house.trustedDate());
        List<String> alike = new ArrayList<>();
        for (Person person : house.people().values()) {
            if (twins.contains(person.id())) {
                alike.add(person(person));
            } else {
                key.append('#').append(person(person));
            }
        }
        Collections.sort(alike);
        return key.append(alike).toString();
    }

    private static String person(Person person) {
        StringBuilder key = new StringBuilder(96);
        identity(person, key);
        key.append('|').append(person.addressing().getClass().getSimpleName());
        key.append(person.addressing().asked());
        key.append('|').append(person.ageClass());
        if (person.age() instanceof AgeState.Unknown unknown) {
            key.append(unknown.dropped());
        }
        key.append('|').append(person.facts());
        key.append('|').append(person.profile().getClass().getSimpleName());
        Update update = person.profile().update();
        if (update != null) {
            key.append(update.field()).append(own(update.by(), person)).append(update.age());
        }
        command(person, key);
        Loan loan = person.delegation().loan();
        key.append('|').append(person.delegation().getClass().getSimpleName());
        key.append(loan == null ? "" : loan.group() + own(loan.by(), person));
        consent(person.consent(), key);
        return key.append('|').append(person.greeting()).toString();
    }

    private static String own(String name, Person person) {
        return name.equals(person.id()) ? "self" : "other";
    }

    private static void identity(Person person, StringBuilder key) {
        key.append(person.identity().getClass().getSimpleName());
        switch (person.identity()) {
            case IdentityState.Probable(Evidence evidence) -> evidence(evidence, person, key);
            case IdentityState.Ambiguous(Evidence evidence) -> evidence(evidence, person, key);
            case IdentityState.Unknown(Evidence elsewhere) -> evidence(elsewhere, person, key);
            case IdentityState.Confirmed _, IdentityState.ConfirmedActive _, IdentityState.Rejected _ ->
                key.append('.');
        }
    }

    private static void evidence(Evidence evidence, Person person, StringBuilder key) {
        evidence.candidates()
                .forEach((name, sources) -> key.append(own(name, person)).append(sources.keySet()));
    }

    private static void command(Person person, StringBuilder key) {
        key.append('|').append(person.command().getClass().getSimpleName());
        Order order = person.command().order();
        if (order != null) {
            key.append(order.command()).append(own(order.by(), person)).append(order.needsConfirmation());
        }
        if (person.command() instanceof CommandState.Executed executed) {
            key.append(executed.result() != null);
        }
        Circumstances asked = person.asked();
        if (asked != null) {
            key.append(asked.mode()).append(asked.age());
        }
    }

    private static void consent(ConsentState consent, StringBuilder key) {
        key.append('|').append(consent.getClass().getSimpleName());
        switch (consent) {
            case ConsentState.Pending(String purpose) -> key.append(purpose);
            case ConsentState.Granted(String purpose, String _) -> key.append(purpose);
            case ConsentState.None _, ConsentState.Expired _, ConsentState.Revoked _ -> key.append('.');
        }
    }
}
