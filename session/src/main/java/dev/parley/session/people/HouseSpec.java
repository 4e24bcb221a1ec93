package dev.parley.session.people;

import dev.parley.kernel.people.household.Catalogue;
import dev.parley.kernel.people.household.Timeouts;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** Who lives in a house, what may be done there, and how long it waits for people. */
public record HouseSpec(List<Resident> residents, Catalogue catalogue, Timeouts timeouts) {
    public HouseSpec {
        residents = List.copyOf(residents);
    }

    public static HouseSpec of(List<Resident> residents) {
        return new HouseSpec(residents, Catalogue.standard(), Timeouts.DEFAULTS);
    }

    /** The house that nobody has configured. */
    public static HouseSpec standard() {
        return new HouseSpec(
                List.of(
                        new Resident("ana", "OWNER", LocalDate.of(1980, 5, 1), false),
                        new Resident("ben", "OPERATOR", LocalDate.of(1985, 9, 12), false),
                        new Resident("chris", "GUEST", LocalDate.of(2011, 2, 3), false),
                        new Resident("dora", "GUEST", LocalDate.of(2018, 6, 21), false)),
                CatalogueReader.standard(),
                Timeouts.DEFAULTS);
    }

    public List<String> names() {
        return residents.stream().map(Resident::id).toList();
    }

    /** With this person, a guest if nobody knows them, confirmed or not. */
    public HouseSpec visitedBy(String person, boolean confirmed) {
        List<Resident> all = new ArrayList<>();
        residents.forEach(resident -> all.add(resident.confirmed(resident.id().equals(person) && confirmed)));
        if (!names().contains(person)) {
            all.add(new Resident(person, "GUEST", null, confirmed));
        }
        return new HouseSpec(all, catalogue, timeouts);
    }

    public HouseSpec with(Catalogue other) {
        return new HouseSpec(residents, other, timeouts);
    }

    public HouseSpec with(Timeouts other) {
        return new HouseSpec(residents, catalogue, other);
    }
}
