package dev.parley.kernel.people.privacy;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.addressing.AddressingState;
import dev.parley.kernel.people.addressing.Form;
import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.mode.Mode;
import dev.parley.kernel.people.privacy.PrivacyGuard.Say;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a sentence before it is spoken: which facts of whom it carries, and whether its topics are for who listens. It
 * asks {@link PrivacyGuard} for every fact, and the strictest answer holds for the sentence. A fact is the same to it
 * whether a profile, a memory or a tool has it.
 */
public final class Discretion {
    /** The purpose of a consent that lets a fact be heard by others. */
    public static final String SHARING = "sharing";

    private final TonePolicy tones;
    private final Set<Guarded> learned = new LinkedHashSet<>();
    /** What the profiles say, by whose it is; kept until somebody's changes, because many sentences are held against it. */
    private final Map<String, Profiled> profiles = new HashMap<>();

    private record Guarded(Fact fact, Phrase.Sought words) {
        static List<Guarded> of(List<Fact> facts) {
            return facts.stream()
                    .map(fact -> new Guarded(fact, Phrase.Sought.of(fact.text())))
                    .toList();
        }
    }

    private record Profiled(
            Map<String, Json> values, AddressingState addressing, LocalDate today, List<Guarded> guarded) {
        boolean isOf(Person person, LocalDate day) {
            return values.equals(person.facts().values())
                    && addressing.equals(person.addressing())
                    && today.equals(day);
        }
    }

    public Discretion(TonePolicy tones) {
        this.tones = tones;
    }

    /** Takes in what the house knows beside its profiles. What anybody may hear needs no looking at. */
    public void learn(Knowledge knowledge) {
        if (knowledge.sensitivity() != Sensitivity.PUBLIC) {
            learned.addAll(Guarded.of(knowledge.facts()));
        }
    }

    /**
     * What is to be done with this sentence now, or null where it carries nothing that needs to be judged.
     *
     * @param listener to whom it is said; somebody unknown counts as a child
     * @param today the date by which people are as old as they are
     */
    public @Nullable Judgement judge(House house, String sentence, String listener, LocalDate today) {
        Phrase.Heard heard = Phrase.Heard.of(sentence);
        for (String topic : tone(house, listener).topicsWithheld()) {
            if (heard.has(topic)) {
                return new Judgement(Say.WITHHOLD, List.of("topic." + topic), "the topic is not for everyone here");
            }
        }
        Set<String> carries = new LinkedHashSet<>();
        Say strictest = Say.SAY;
        for (Fact fact : carried(house, heard, today)) {
            carries.add(fact.toString());
            Say say = PrivacyGuard.decide(disclosure(house, fact, listener));
            strictest = say.compareTo(strictest) > 0 ? say : strictest;
        }
        return carries.isEmpty() ? null : new Judgement(strictest, List.copyOf(carries), "the mode is " + house.mode());
    }

    /** Whose facts this text carries. */
    public Set<String> owners(House house, String text, LocalDate today) {
        Set<String> owners = new LinkedHashSet<>();
        carried(house, Phrase.Heard.of(text), today).forEach(fact -> owners.add(fact.owner()));
        return owners;
    }

    private List<Fact> carried(House house, Phrase.Heard text, LocalDate today) {
        List<Fact> carried = new ArrayList<>();
        collect(learned, text, carried);
        for (Person person : house.people().values()) {
            Profiled profile = profiles.get(person.id());
            if (profile == null || !profile.isOf(person, today)) {
                profile = new Profiled(person.facts().values(), person.addressing(), today, profile(person, today));
                profiles.put(person.id(), profile);
            }
            collect(profile.guarded(), text, carried);
        }
        return carried;
    }

    private static List<Guarded> profile(Person person, LocalDate today) {
        List<Fact> facts = new ArrayList<>();
        person.facts()
                .values()
                .forEach((field, value) -> facts.addAll(
                        Knowledge.ofProfile(person.id(), field, value).facts()));
        if (person.facts().values().get(Knowledge.BIRTHDATE) instanceof Json.Str(String date)) {
            facts.addAll(Knowledge.ofAge(person.id(), date, today));
        }
        if (person.addressing() instanceof AddressingState.Confirmed(boolean _, Form form) && form.name() != null) {
            Json name = Json.of(form.name());
            facts.addAll(new Knowledge(person.id(), "addressing", Sensitivity.SENSITIVE, name).facts());
        }
        return Guarded.of(facts);
    }

    private static void collect(Collection<Guarded> guarded, Phrase.Heard text, List<Fact> carried) {
        for (Guarded each : guarded) {
            if (text.has(each.words())) {
                carried.add(each.fact());
            }
        }
    }

    /** How to speak to this listener now: as to the youngest who hears it, and as to a child where nobody knows. */
    public TonePolicy.Tone tone(House house, String listener) {
        AgeClass youngest = house.mode() == Mode.SHARED_UNVERIFIED ? AgeClass.UNKNOWN : age(house, listener);
        for (String present : house.modeState().company().detected().keySet()) {
            AgeClass age = age(house, present);
            youngest = age.compareTo(youngest) < 0 ? age : youngest;
        }
        return tones.toneFor(youngest);
    }

    private static AgeClass age(House house, String id) {
        Person person = house.person(id);
        return person == null ? AgeClass.UNKNOWN : person.ageClass();
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
}
