package dev.parley.kernel.people.privacy;

import dev.parley.kernel.people.addressing.AddressingState;
import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.household.Facts;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.mode.Mode;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

/**
 * Everything that a judgement rests on beside its sentence. While two of these are equal the same sentence is judged the same,
 * so that what was judged once is not looked through again.
 *
 * @param known a number that changes whenever something becomes known or is forgotten beside the profiles
 */
public record Grounds(
        String listener, LocalDate today, Mode mode, Map<String, Boolean> detected, List<Resident> people, long known) {

    /** One person of the house, as far as a judgement looks at them. */
    public record Resident(
            String id, AgeClass age, boolean isConfirmed, boolean shares, AddressingState addressing, Facts facts) {
        static Resident of(Person person) {
            return new Resident(
                    person.id(),
                    person.ageClass(),
                    person.isConfirmed(),
                    person.consent().covers(Discretion.SHARING),
                    person.addressing(),
                    person.facts());
        }
    }

    static Grounds of(House house, String listener, LocalDate today, long known) {
        return new Grounds(
                listener,
                today,
                house.mode(),
                Map.copyOf(house.modeState().company().detected()),
                house.people().values().stream().map(Resident::of).toList(),
                known);
    }

    /** Names nobody and nothing that is known. */
    @Override
    public String toString() {
        return "the grounds of a judgement";
    }
}
