package dev.parley.session.people;

import dev.parley.kernel.Request;
import dev.parley.kernel.event.EventCatalogue;
import dev.parley.kernel.event.VerdictEvents.HouseholdDecided;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.rune.Rune;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Those who speak in a conversation: the people for whom its connection speaks, and whoever else is heard there by name. One of
 * them alone is the speaker and no company. Where they are several all of them are here, whoever of them speaks (ruling B6).
 */
final class Attendance {
    /** Why somebody is no company any more who has not left: they are the one who speaks. */
    private static final String SPEAKER = "speaker";

    private static final String MODE = "mode";
    private static final String DETECTED = "participant_detected";
    private static final String LEFT = "participant_left";

    private final Asking house;
    private final Supplier<House> present;
    private final Set<String> voices = new LinkedHashSet<>();
    private String alone = "";

    /** Tells the mode machine, by system. */
    interface Asking {
        void ask(String target, String action, Json.Obj parameters);
    }

    Attendance(Asking house, Supplier<House> present) {
        this.house = house;
        this.present = present;
    }

    /** The connection speaks for these people, whose identities are confirmed. */
    void begin(List<String> people) {
        expect(people);
        if (people.size() > 1) {
            notice();
        } else {
            alone = String.join("", people);
        }
    }

    /** The same in a conversation that is taken up: who is here is recorded. */
    void takeUp(List<String> people, List<Rune> recorded) {
        expect(people);
        alone = people.size() == 1 ? people.getFirst() : "";
        for (Rune rune : recorded) {
            if (EventCatalogue.is(rune, HouseholdDecided.class)
                    && EventCatalogue.read(rune) instanceof HouseholdDecided verdict
                    && verdict.decided().isAllowed()) {
                Json.Obj given = verdict.parameters();
                if (given != null) {
                    follow(verdict.decided().action(), given);
                }
            }
        }
    }

    private void expect(List<String> people) {
        voices.addAll(people);
    }

    private void follow(String action, Json.Obj given) {
        String person = String.valueOf(given.text("person"));
        if (action.equals(LEFT) && SPEAKER.equals(given.text("reason"))) {
            alone = person;
        } else if (action.equals(DETECTED) && voices.contains(person)) {
            alone = "";
        }
    }

    /**
     * Somebody is heard under this name.
     *
     * @param proven whether that is what one of the voices has turned out to be, and nobody else's
     */
    void spoke(String person, boolean proven) {
        if (person.isEmpty() || proven || voices.isEmpty() || person.equals(alone) || isHere(person)) {
            return;
        }
        voices.add(person);
        notice();
    }

    /** Everybody who speaks here is company to the others. */
    private void notice() {
        alone = "";
        for (String each : List.copyOf(voices)) {
            String other = other(each);
            if (!isHere(each) && other != null) {
                Person known = present.get().person(each);
                boolean confirmed = known != null && known.isConfirmed();
                house.ask(other, DETECTED, Json.Obj.EMPTY.with("person", each).with("known", confirmed));
            }
        }
    }

    /** To whom this person is company. Where nobody else lives the others are strangers, and that is company enough. */
    private @Nullable String other(String person) {
        return present.get().people().keySet().stream()
                .filter(each -> !each.equals(person))
                .max(Comparator.comparing(voices::contains))
                .orElse(null);
    }

    /** The last one who is left is who speaks, and who came back finds that one here. */
    void decided(Request request, boolean isAllowed) {
        if (!isAllowed || !MODE.equals(request.machine())) {
            return;
        }
        if (request.action().equals(DETECTED)
                && !alone.isEmpty()
                && voices.contains(String.valueOf(request.parameters().text("person")))
                && !alone.equals(request.parameters().text("person"))) {
            String left = alone;
            alone = "";
            spoke(left, false);
        } else if (request.action().equals(LEFT) && alone.isEmpty()) {
            List<String> here = voices.stream().filter(this::isHere).toList();
            if (here.size() == 1) {
                alone = here.getFirst();
                house.ask(alone, LEFT, Json.Obj.EMPTY.with("person", alone).with("reason", SPEAKER));
            }
        }
    }

    private boolean isHere(String person) {
        return present.get().modeState().company().detected().containsKey(person);
    }
}
