package dev.parley.kernel.people.household;

import dev.parley.kernel.Registered;
import dev.parley.kernel.View;

/**
 * A person's place in the house, or the house itself. Each person has a line of states of their own, so that nobody is
 * added twice or addressed before; all lines share one house.
 */
public record Place(String id, House house) implements Registered {
    /** The id of the house itself; no request can name it. */
    static final String WHOLE = "\u0000house";

    /** Whether this is the house itself. */
    public boolean isWhole() {
        return id.equals(WHOLE);
    }

    static House house(View<Place> view) {
        Place whole = view.state(WHOLE);
        return whole == null ? House.EMPTY : whole.house();
    }

    /** The person whose place this is. Every place but the whole is registered together with its person. */
    Person person() {
        Person person = house.person(id);
        if (person == null) {
            throw new IllegalStateException(id + " has a place and is not in the house");
        }
        return person;
    }
}
