package dev.parley.kernel.people.privacy;

import dev.parley.kernel.json.JsonTexts;
import dev.parley.kernel.people.household.House;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /** No more characters than this are guarded beside profiles. */
    static final int CHARS_MAX = 1 << 20;

    /** No more than this stays when something is forgotten, so that not every answer forgets; a model is told of no more. */
    public static final int CHARS_KEPT = 3 * CHARS_MAX / 4;

    private final Discretion discretion = new Discretion(TonePolicy.standard());
    /** With how many characters each has. */
    private final Map<Knowledge, Integer> known = new LinkedHashMap<>();

    private long chars;

    public boolean contains(Knowledge knowledge) {
        return known.containsKey(knowledge);
    }

    /** Everything, the oldest first. */
    public List<Knowledge> all() {
        return List.copyOf(known.keySet());
    }

    public void know(Knowledge knowledge) {
        know(knowledge, Prepared.of(knowledge.value()));
    }

    /** @param ready what was worked out of its value, null for something short */
    public void know(Knowledge knowledge, @Nullable Prepared ready) {
        String text = ready == null ? JsonTexts.of(knowledge.value()) : ready.text();
        if (known.putIfAbsent(knowledge, text.length()) != null) {
            return;
        }
        chars += text.length();
        discretion.learn(knowledge, ready);
        if (known.size() >= KNOWN_MAX + FORGOTTEN_AT_ONCE || chars > CHARS_MAX) {
            forgetOldest();
        }
    }

    /** What tools answered goes first; what people told about themselves goes last. */
    private void forgetOldest() {
        List<Knowledge> order = new ArrayList<>(known.keySet());
        order.sort(Comparator.comparing(each -> each.name().equals(Knowledge.MEMORY)));
        for (Knowledge each : order) {
            if (known.size() <= KNOWN_MAX && chars <= CHARS_KEPT) {
                break;
            }
            chars -= known.getOrDefault(each, 0);
            known.remove(each);
        }
        discretion.keepOnly(known.keySet());
    }

    /** What people told about themselves is not known any more. */
    public void forget() {
        known.entrySet().removeIf(each -> {
            boolean gone = each.getKey().name().equals(Knowledge.MEMORY);
            chars -= gone ? each.getValue() : 0;
            return gone;
        });
        discretion.keepOnly(known.keySet());
    }

    /** What is to be done with this sentence now, or null where it carries nothing that needs to be judged. */
    public @Nullable Judgement judge(House house, String sentence, String listener, LocalDate today) {
        return discretion.judge(house, sentence, listener, today);
    }

    /** What judgements before this listener rest on beside the sentence. */
    public Grounds grounds(House house, String listener, LocalDate today) {
        return discretion.grounds(house, listener, today);
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
