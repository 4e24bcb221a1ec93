package dev.parley.kernel.people.privacy;

import dev.parley.kernel.people.age.AgeClass;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** How the house speaks to each age class, as data. UNKNOWN has no row of its own: it gets the child's (ruling B5). */
public final class TonePolicy {
    /** How to speak, and about what. */
    public record Tone(String manner, int sentenceWordsMax, Set<String> topicsWithheld) {
        public Tone {
            topicsWithheld = Collections.unmodifiableSet(new TreeSet<>(topicsWithheld));
        }

        /** What a model is told before it answers. */
        public String inWords() {
            String topics =
                    topicsWithheld.isEmpty() ? "" : " Do not talk about " + String.join(", ", topicsWithheld) + ".";
            return "Speak in a way that is " + manner + ", in sentences of at most " + sentenceWordsMax + " words."
                    + topics;
        }
    }

    private final Map<AgeClass, Tone> tones = new EnumMap<>(AgeClass.class);

    /** @throws IllegalArgumentException unless there is a tone for children, teens and adults and for nobody else */
    public TonePolicy(Map<AgeClass, Tone> tones) {
        if (!tones.keySet().equals(Set.of(AgeClass.CHILD, AgeClass.TEEN, AgeClass.ADULT))) {
            throw new IllegalArgumentException(
                    "a policy has a tone for CHILD, TEEN and ADULT; UNKNOWN takes the child's");
        }
        this.tones.putAll(tones);
    }

    /** What a house does that has no policy of its own. */
    public static TonePolicy standard() {
        return new TonePolicy(Map.of(
                AgeClass.CHILD,
                        new Tone("simple and gentle", 12, Set.of("violence", "sex", "drugs", "gambling", "purchases")),
                AgeClass.TEEN, new Tone("plain and respectful", 20, Set.of("sex", "drugs", "gambling", "purchases")),
                AgeClass.ADULT, new Tone("plain", 30, Set.of())));
    }

    public Tone toneFor(AgeClass age) {
        Tone tone = tones.get(age == AgeClass.UNKNOWN ? AgeClass.CHILD : age);
        if (tone == null) {
            throw new IllegalStateException("no tone for " + age);
        }
        return tone;
    }
}
