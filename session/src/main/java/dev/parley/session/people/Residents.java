package dev.parley.session.people;

import dev.parley.kernel.Verdict;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.household.Place;
import dev.parley.kernel.people.privacy.Knowledge;
import dev.parley.kernel.people.privacy.Sensitivity;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Who lives in the house of a conversation, as its spec has them, and how they move in. */
record Residents(List<Resident> all, Asking house, Confidences confidences, Function<String, @Nullable Person> people) {

    /** Asks the household by system. */
    interface Asking {
        Verdict<Place> ask(@Nullable String machine, String target, String action, Json.Obj parameters);
    }

    void moveIn() {
        all.forEach(this::moveIn);
    }

    /** Those who are not there yet move in. */
    void comeLater() {
        all.stream().filter(resident -> people.apply(resident.id()) == null).forEach(this::moveIn);
    }

    /** Those whose identity the program has confirmed, because the connection speaks for them. */
    List<String> recognised() {
        return all.stream().filter(Resident::confirmed).map(Resident::id).toList();
    }

    private void moveIn(Resident resident) {
        if (people.apply(resident.id()) == null) {
            house.ask(null, resident.id(), "person_added", resident.described());
        }
        for (String memory : resident.memories()) {
            confidences.learn(Knowledge.ofMemory(resident.id(), Sensitivity.SENSITIVE, memory));
        }
        if (resident.confirmed()) {
            Json.Obj person = Json.Obj.EMPTY.with("person", resident.id());
            house.ask("identity", resident.id(), "explicit_identity_claim", person);
            house.ask("identity", resident.id(), "validation_success", person);
        }
    }
}
