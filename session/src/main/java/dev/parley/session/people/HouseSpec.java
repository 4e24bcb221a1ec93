package dev.parley.session.people;

import dev.parley.kernel.people.Role;
import dev.parley.kernel.people.household.Catalogue;
import dev.parley.kernel.people.household.Timeouts;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

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

    /** Those to whom the house belongs. */
    public List<String> owners() {
        return residents.stream()
                .filter(resident -> resident.role().equals(Role.OWNER.name()))
                .map(Resident::id)
                .toList();
    }

    /** The PINs of those who have one, by person. */
    Map<String, String> pins() {
        Map<String, String> pins = new HashMap<>();
        for (Resident resident : residents) {
            if (resident.pin() != null) {
                pins.put(resident.id(), resident.pin());
            }
        }
        return pins;
    }

    /** With this person, a guest if nobody knows them, confirmed or not. */
    public HouseSpec visitedBy(String person, boolean confirmed) {
        return confirming(person, confirmed ? Set.of(person) : Set.of());
    }

    /** With these people confirmed and nobody else; those whom nobody knows, and an unknown speaker, are guests. */
    public HouseSpec confirming(String speaker, Set<String> confirmed) {
        List<Resident> all = new ArrayList<>();
        residents.forEach(resident -> all.add(resident.confirmed(confirmed.contains(resident.id()))));
        Set<String> guests = new TreeSet<>(confirmed);
        guests.add(speaker);
        guests.removeAll(names());
        guests.remove("");
        guests.forEach(guest -> all.add(new Resident(guest, "GUEST", null, confirmed.contains(guest))));
        return new HouseSpec(all, catalogue, timeouts);
    }

    public HouseSpec with(Catalogue other) {
        return new HouseSpec(residents, other, timeouts);
    }

    public HouseSpec with(Timeouts other) {
        return new HouseSpec(residents, catalogue, other);
    }
}
