package dev.parley.kernel.people.privacy;

import dev.parley.kernel.people.household.House;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a conversation knows about people beside their profiles, and what may be said of all that before whom. The runtime judges
 * by it what it is about to say, and a replay judges the same again: what is known is in the record.
 */
public final class KnownFacts {
    /** The command after which what people told about themselves is not known any more. */
    public static final String FORGET = "delete_all_data";

    /**
     * So much is guarded beside profiles. A model is told of fewer entries than this, so whatever it can repeat is among the
     * newest.
     */
    public static final int KNOWN_MAX = 1_024;

    private static final int FORGOTTEN_AT_ONCE = 128;

    private Discretion discretion = new Discretion(TonePolicy.standard());
    private final Set<Knowledge> known = new LinkedHashSet<>();

    public boolean contains(Knowledge knowledge) {
        return known.contains(knowledge);
    }

    /** Everything, the oldest first. */
    public List<Knowledge> all() {
        return List.copyOf(known);
    }

    public void know(Knowledge knowledge) {
        if (known.add(knowledge)) {
            discretion.learn(knowledge);
        }
        if (known.size() >= KNOWN_MAX + FORGOTTEN_AT_ONCE) {
            forgetOldest();
        }
    }

    /** What tools answered goes first; what people told about themselves goes last. */
    private void forgetOldest() {
        List<Knowledge> order = new ArrayList<>(known);
        order.sort(Comparator.comparing(each -> each.name().equals(Knowledge.MEMORY)));
        order.subList(0, known.size() - KNOWN_MAX).forEach(known::remove);
        learnAnew();
    }

    /** What people told about themselves is not known any more. */
    public void forget() {
        known.removeIf(each -> each.name().equals(Knowledge.MEMORY));
        learnAnew();
    }

    private void learnAnew() {
        discretion = new Discretion(TonePolicy.standard());
        known.forEach(discretion::learn);
    }

    /** What is to be done with this sentence now, or null where it carries nothing that needs to be judged. */
    public @Nullable Judgement judge(House house, String sentence, String listener, LocalDate today) {
        return discretion.judge(house, sentence, listener, today);
    }

    /** Whose facts this text carries. */
    public Set<String> owners(House house, String text, LocalDate today) {
        return discretion.owners(house, text, today);
    }

    /** How to speak to this listener now. */
    public TonePolicy.Tone tone(House house, String listener) {
        return discretion.tone(house, listener);
    }
}
