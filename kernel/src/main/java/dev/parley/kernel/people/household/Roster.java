package dev.parley.kernel.people.household;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The people of a house by id, in the order in which they were added. A house has few people, so they are looked through. */
final class Roster extends AbstractMap<String, Person> {
    static final Roster EMPTY = new Roster(new Person[0]);

    private final Person[] people;

    private Roster(Person[] people) {
        this.people = people;
    }

    static Roster of(Map<String, Person> people) {
        return people instanceof Roster roster
                ? roster
                : new Roster(people.values().toArray(new Person[0]));
    }

    /** With this person in place of the one of that id, or at the end. */
    Roster with(Person person) {
        for (int i = 0; i < people.length; i++) {
            if (people[i].id().equals(person.id())) {
                Person[] next = people.clone();
                next[i] = person;
                return new Roster(next);
            }
        }
        Person[] next = new Person[people.length + 1];
        System.arraycopy(people, 0, next, 0, people.length);
        next[people.length] = person;
        return new Roster(next);
    }

    @Override
    public @Nullable Person get(@Nullable Object id) {
        for (Person person : people) {
            if (person.id().equals(id)) {
                return person;
            }
        }
        return null;
    }

    @Override
    public List<Person> values() {
        return List.of(people);
    }

    @Override
    public Set<Entry<String, Person>> entrySet() {
        return new AbstractSet<>() {
            @Override
            public Iterator<Entry<String, Person>> iterator() {
                return values().stream()
                        .map(person -> Map.entry(person.id(), person))
                        .iterator();
            }

            @Override
            public int size() {
                return people.length;
            }
        };
    }
}
