package dev.parley.kernel.people.privacy;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.addressing.AddressingState;
import dev.parley.kernel.people.addressing.Form;
import dev.parley.kernel.people.age.AgeClass;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.household.Person;
import dev.parley.kernel.people.mode.Mode;
import dev.parley.kernel.people.privacy.FactIndex.Guarded;
import dev.parley.kernel.people.privacy.PrivacyGuard.Say;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Looks at a sentence before it is spoken: which facts of whom it carries, and whether its topics are for who listens. It
 * asks {@link PrivacyGuard} for every fact, and the strictest answer holds for the sentence. A fact is the same to it
 * whether a profile, a memory or a tool has it.
 */
final class Discretion {
    /** The purpose of a consent that lets a fact be heard by others. */
    public static final String SHARING = "sharing";

    /** A text of no more characters is heard again more quickly than it is looked up. */
    private static final int HEARD_QUICKLY_MAX = 200;

    /** So many characters stay heard: a whole history at its longest, and what tools answered in it. */
    private static final long HEARD_CHARS_MAX = 4L * KnownFacts.CHARS_MAX;

    private final TonePolicy tones;
    private FactIndex learned = new FactIndex();
    /** What takes long to look through is let go of by itself. */
    private final SequencedMap<Knowledge, FactIndex> longAnswers = new LinkedHashMap<>();
    /** What the profiles say, by whose it is; kept until somebody's changes, because many sentences are held against it. */
    private final Map<String, Profiled> profiles = new HashMap<>();

    /**
     * What was said and what a tool answered is looked at again when what may be told of it changes; the one that was looked
     * at last is the newest.
     */
    private final SequencedMap<String, HeardText> texts = new LinkedHashMap<>(16, 0.75f, true);

    private long chars;
    /** Changes whenever something becomes known or is forgotten beside the profiles. */
    private long changes;

    private record Profiled(
            Map<String, Json> values,
            AddressingState addressing,
            LocalDate today,
            List<Guarded> guarded,
            FactIndex index) {
        boolean isOf(Person person, LocalDate day) {
            return values.equals(person.facts().values())
                    && addressing.equals(person.addressing())
                    && today.equals(day);
        }
    }

    public Discretion(TonePolicy tones) {
        this.tones = tones;
    }

    /**
     * Takes in what the house knows beside its profiles. What anybody may hear needs no looking at.
     *
     * @param ready what was worked out of it, null for something short
     */
    void learn(Knowledge knowledge, @Nullable Prepared ready) {
        if (knowledge.sensitivity() == Sensitivity.PUBLIC) {
            return;
        }
        changes++;
        if (ready == null) {
            Guarded.of(knowledge.facts()).forEach(learned::add);
        } else {
            longAnswers.put(knowledge, ready.index());
            keep(ready.text(), new HeardText(ready.heard()));
        }
    }

    /** Lets go of everything that is not among these any more. */
    void keepOnly(Collection<Knowledge> known) {
        changes++;
        longAnswers.keySet().retainAll(known);
        learned = new FactIndex();
        for (Knowledge each : known) {
            if (!longAnswers.containsKey(each) && each.sensitivity() != Sensitivity.PUBLIC) {
                Guarded.of(each.facts()).forEach(learned::add);
            }
        }
    }

    /**
     * What is to be done with this sentence now, or null where it carries nothing that needs to be judged.
     *
     * @param listener to whom it is said; somebody unknown counts as a child
     * @param today the date by which people are as old as they are
     */
    public @Nullable Judgement judge(House house, String sentence, String listener, LocalDate today) {
        HeardText heard = heard(sentence);
        for (String topic : tone(house, listener).topicsWithheld()) {
            if (heard.heard().has(topic)) {
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

    /** What judgements before this listener rest on beside the sentence. */
    Grounds grounds(House house, String listener, LocalDate today) {
        return Grounds.of(house, listener, today, changes);
    }

    /** Whose facts this text carries. */
    public Set<String> owners(House house, String text, LocalDate today) {
        Set<String> owners = new LinkedHashSet<>();
        carried(house, heard(text), today).forEach(fact -> owners.add(fact.owner()));
        return owners;
    }

    private HeardText heard(String text) {
        if (text.length() <= HEARD_QUICKLY_MAX) {
            return new HeardText(Phrase.Heard.of(text));
        }
        HeardText known = texts.get(text);
        HeardText heard = known == null ? new HeardText(Phrase.Heard.of(text)) : known;
        if (known == null) {
            keep(text, heard);
        }
        return heard;
    }

    private void keep(String text, HeardText heard) {
        chars += texts.put(text, heard) == null ? text.length() : 0;
        while (chars > HEARD_CHARS_MAX && texts.size() > 1) {
            chars -= texts.pollFirstEntry().getKey().length();
        }
    }

    private List<Fact> carried(House house, HeardText known, LocalDate today) {
        Phrase.Heard text = known.heard();
        List<Fact> carried = new ArrayList<>(known.carried(learned));
        longAnswers.forEach((knowledge, index) -> {
            for (Fact fact : index.carriedBy(text, knowledge.owner())) {
                carried.add(new Fact(knowledge.owner(), knowledge.name(), knowledge.sensitivity(), fact.text()));
            }
        });
        for (Person person : house.people().values()) {
            Profiled profile = profiles.get(person.id());
            if (profile == null || !profile.isOf(person, today)) {
                profile = profiled(person, today);
                profiles.put(person.id(), profile);
            }
            Profiled present = profile;
            carried.addAll(known.carried(
                    person.id(),
                    present,
                    () -> text.isLong() ? present.index().carriedBy(text) : carried(present.guarded(), text)));
        }
        text.forgetRuns();
        return carried;
    }

    private static Profiled profiled(Person person, LocalDate today) {
        List<Guarded> guarded = profile(person, today);
        FactIndex index = new FactIndex();
        guarded.forEach(index::add);
        return new Profiled(person.facts().values(), person.addressing(), today, guarded, index);
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

    private static List<Fact> carried(Collection<Guarded> guarded, Phrase.Heard text) {
        return guarded.stream()
                .filter(each -> text.has(each.words()))
                .map(Guarded::fact)
                .toList();
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
