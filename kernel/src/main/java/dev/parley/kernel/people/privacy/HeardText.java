package dev.parley.kernel.people.privacy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A text as it was heard, and what was found in it before. It is looked through again for what has become known since alone. */
final class HeardText {
    /** For more facts at once the text is cut into its words, which is quicker than looking through it for each. */
    private static final int FACTS_AT_ONCE = 128;

    private final Phrase.Heard heard;
    /** What it carries of each person's profile. */
    private final Map<String, Found> profiles = new HashMap<>();

    private @Nullable Found learned;

    /**
     * What was found.
     *
     * @param in what it was held against
     * @param size how many facts that had
     */
    private record Found(Object in, int size, List<Fact> facts) {}

    HeardText(Phrase.Heard heard) {
        this.heard = heard;
    }

    Phrase.Heard heard() {
        return heard;
    }

    /** The facts of this index that the text carries; facts are added to it and never taken away. */
    List<Fact> carried(FactIndex index) {
        Found before = learned;
        int size = index.size();
        if (heard.isLong()) {
            return index.carriedBy(heard);
        }
        List<Fact> facts;
        if (before != null && before.in == index && size - before.size <= FACTS_AT_ONCE) {
            facts = new ArrayList<>(before.facts);
            facts.addAll(index.carriedSince(heard, before.size));
        } else {
            facts = index.carriedBy(heard);
        }
        learned = new Found(index, size, List.copyOf(facts));
        return facts;
    }

    /**
     * The facts of this profile that the text carries.
     *
     * @param profile the same object while it says the same
     */
    @SuppressWarnings(
            "ReferenceEquality") // an equal profile is the same object, and comparing its values would cost more
    List<Fact> carried(String person, Object profile, Supplier<List<Fact>> looked) {
        Found before = profiles.get(person);
        if (before != null && before.in == profile) {
            return before.facts;
        }
        List<Fact> facts = List.copyOf(looked.get());
        profiles.put(person, new Found(profile, 0, facts));
        return facts;
    }
}
