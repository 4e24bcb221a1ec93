package dev.parley.session.people;

import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.privacy.Discretion;
import dev.parley.kernel.people.privacy.Judgement;
import dev.parley.kernel.people.privacy.Knowledge;
import dev.parley.kernel.people.privacy.Sensitivity;
import dev.parley.kernel.people.privacy.TonePolicy;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a house knows about its people beside their profiles, and what may be said of all that before whom. Nothing that is
 * not known here is handed to a model as known, so the guard knows whatever a model can repeat.
 */
final class Confidences {
    /** The kind of a rune that says that something has become known. */
    static final String LEARNED = "knowledge.learned";

    /**
     * So much is guarded beside profiles. A model is told of fewer entries than this ({@code Prompts}), so whatever it can
     * repeat is among the newest.
     */
    static final int KNOWN_MAX = 1_024;

    private static final int FORGOTTEN_AT_ONCE = 128;

    private Discretion discretion = new Discretion(TonePolicy.standard());
    private final Set<Knowledge> known = new LinkedHashSet<>();
    private final Consumer<Knowledge> record;

    /** @param record writes down what becomes known, before anything follows from it */
    Confidences(Consumer<Knowledge> record) {
        this.record = record;
    }

    /** The rune that says that this has become known. */
    static RuneDraft learned(String conversation, Knowledge knowledge) {
        return RuneDraft.of(conversation, LEARNED, knowledge.toJson()).withVisibility(Visibility.INTERNAL);
    }

    /** Something has become known now. What anybody may hear is not kept. */
    void learn(Knowledge knowledge) {
        if (knowledge.sensitivity() != Sensitivity.PUBLIC && !known.contains(knowledge)) {
            record.accept(knowledge);
            know(knowledge);
        }
    }

    /** Something stands in the conversation's log already. */
    void know(Knowledge knowledge) {
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
        discretion = new Discretion(TonePolicy.standard());
        known.forEach(discretion::learn);
    }

    /** What people told about themselves is not known any more. */
    void forget() {
        known.removeIf(each -> each.name().equals(Knowledge.MEMORY));
        discretion = new Discretion(TonePolicy.standard());
        known.forEach(discretion::learn);
    }

    /** Knows again what was known when these runes were written. */
    void takeUp(List<Rune> recorded) {
        for (Rune rune : recorded) {
            Knowledge knowledge =
                    rune.kind().equals(LEARNED) ? Knowledge.read(rune.payload()) : MemoryBook.imported(rune);
            if (knowledge != null) {
                know(knowledge);
            }
        }
    }

    /** What this person once told the house about themself. */
    List<String> memories(String person) {
        List<String> memories = new ArrayList<>();
        for (Knowledge each : known) {
            if (each.owner().equals(person)
                    && each.name().equals(Knowledge.MEMORY)
                    && each.value() instanceof Json.Str(String text)) {
                memories.add(text);
            }
        }
        return memories;
    }

    @Nullable
    Judgement judge(House house, String sentence, String listener, LocalDate today) {
        return discretion.judge(house, sentence, listener, today);
    }

    Set<String> owners(House house, String text, LocalDate today) {
        return discretion.owners(house, text, today);
    }

    TonePolicy.Tone tone(House house, String listener) {
        return discretion.tone(house, listener);
    }
}
