package dev.parley.session.people;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Person;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What the house waits to hear from people: the question that was put last, and those that an earlier process has left open. Its
 * callers hold the lock of the household.
 */
final class HouseQuestions {
    private final HouseTalk.Asking house;
    private final Supplier<House> present;
    private final ProfileUpdates updates;
    private @Nullable HouseQuestion last;
    /** The question that was asked once more. */
    private @Nullable HouseQuestion repeated;

    HouseQuestions(HouseTalk.Asking house, Supplier<House> present, ProfileUpdates updates) {
        this.house = house;
        this.present = present;
        this.updates = updates;
    }

    void put(HouseQuestion question) {
        last = question;
        repeated = null;
    }

    void answered() {
        last = null;
        repeated = null;
    }

    /** The question that this person is to answer: the last one, or one that an earlier process has left open. */
    @Nullable
    HouseQuestion open(String by) {
        HouseQuestion asked = last;
        if (asked != null && asked.of().equals(by)) {
            return asked.isPending(present.get()) ? asked : null;
        }
        for (Person person : present.get().people().values()) {
            for (HouseQuestion each : HouseQuestion.about(person)) {
                if (each.of().equals(by) && each.isPending(present.get())) {
                    return each;
                }
            }
        }
        return null;
    }

    /** What this person, who hesitates, is asked once more, within the same time; null if nothing is, or it has been. */
    @Nullable
    Heard again(String by) {
        HouseQuestion open = open(by);
        if (open == null || open.equals(repeated)) {
            return null;
        }
        last = open;
        repeated = open;
        return open.asked(present.get());
    }

    /** A sentence that is no answer drops the question. Returns what its person is told then; null if none was theirs. */
    @Nullable
    String leave(String by) {
        HouseQuestion open = last;
        answered();
        return open != null && open.of().equals(by) && open.isPending(present.get()) ? dropped(open) : null;
    }

    /** What only an adult can say yes to is not left open to anybody else: whatever they answered, it would not count. */
    void dropUnanswerable() {
        HouseQuestion open = last;
        Person person = open == null ? null : present.get().person(open.of());
        boolean isVain = person != null && person.ageClass() != AgeClass.ADULT;
        if (open != null && isVain && open.machine().equals("consent") && open.isPending(present.get())) {
            answered();
            dropped(open);
        }
    }

    /** What somebody was asked before this process and has not answered, worded to be asked again (ruling E8). */
    List<String> unanswered() {
        House now = present.get();
        return now.people().values().stream()
                .flatMap(person -> HouseQuestion.about(person).stream())
                .filter(asked -> asked.isPending(now))
                .map(asked -> asked.again(now))
                .toList();
    }

    private String dropped(HouseQuestion open) {
        house.ask(SessionHousehold.SYSTEM, open.machine(), open.target(), "timeout", Json.Obj.EMPTY);
        updates.settle(open.target());
        return open.left();
    }
}
