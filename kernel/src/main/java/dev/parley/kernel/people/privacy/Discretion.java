package dev.parley.kernel.people.privacy;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.addressing.AddressingState;
import dev.parley.kernel.people.addressing.Form;
import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.privacy.PrivacyGuard.Say;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a sentence before it is spoken: which facts of whom it carries, and whether its topics are for who listens. It
 * asks {@link PrivacyGuard} for every fact, and the strictest answer holds for the sentence.
 */
public final class Discretion {
    /** The purpose of a consent that lets a fact be heard by others. */
    public static final String SHARING = "sharing";

    private final TonePolicy tones;

    public Discretion(TonePolicy tones) {
        this.tones = tones;
    }

    /**
     * What is to be done with this sentence now, or null where it carries nothing that needs to be judged.
     *
     * @param learned what the house knows beside the profiles
     * @param listener to whom it is said; somebody unknown counts as a child
     */
    public @Nullable Judgement judge(House house, List<Fact> learned, String sentence, String listener) {
        List<String> carries = new ArrayList<>();
        Say strictest = Say.SAY;
        for (Fact fact : facts(house, learned)) {
            if (Phrase.isIn(sentence, fact.text())) {
                carries.add(fact.toString());
                Say say = PrivacyGuard.decide(disclosure(house, fact, listener));
                strictest = say.compareTo(strictest) > 0 ? say : strictest;
            }
        }
        Person person = house.person(listener);
        AgeClass age = person == null ? AgeClass.UNKNOWN : person.ageClass();
        for (String topic : tones.toneFor(age).topicsWithheld()) {
            if (Phrase.isIn(sentence, topic)) {
                return new Judgement(Say.WITHHOLD, List.of("topic." + topic), "the topic is not for " + age);
            }
        }
        return carries.isEmpty() ? null : new Judgement(strictest, carries, "the mode is " + house.mode());
    }

    private static List<Fact> facts(House house, List<Fact> learned) {
        List<Fact> all = new ArrayList<>(learned);
        for (Person person : house.people().values()) {
            person.facts().values().forEach((field, value) -> {
                Sensitivity sensitivity = Sensitivity.of(field);
                Phrase.forms(value).forEach(text -> all.add(new Fact(person.id(), field, sensitivity, text)));
            });
            if (person.addressing() instanceof AddressingState.Confirmed(boolean _, Form form)
                    && form.name() != null
                    && !form.name().equalsIgnoreCase(person.id())) {
                all.add(new Fact(person.id(), "addressing", Sensitivity.SENSITIVE, form.name()));
            }
        }
        return all;
    }

    private static Disclosure disclosure(House house, Fact fact, String listener) {
        Person owner = house.person(fact.owner());
        Person hearer = house.person(listener);
        return new Disclosure(
                fact.owner(),
                owner == null ? AgeClass.UNKNOWN : owner.ageClass(),
                fact.sensitivity(),
                listener,
                hearer != null && hearer.isConfirmed(),
                house.mode(),
                Set.copyOf(house.modeState().company().detected().keySet()),
                owner != null && owner.consent().covers(SHARING));
    }

    /** What a tool told somebody about themself: every text in its answer. */
    public static List<Fact> told(String owner, String tool, Json answer) {
        return Phrase.texts(answer).stream()
                .map(text -> new Fact(owner, tool, Sensitivity.PERSONAL, text))
                .toList();
    }
}
