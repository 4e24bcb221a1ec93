package dev.parley.session.people;

import dev.parley.kernel.event.HouseholdEvents.LearnedFact;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.people.household.House;
import dev.parley.kernel.people.privacy.Grounds;
import dev.parley.kernel.people.privacy.Judgement;
import dev.parley.kernel.people.privacy.Knowledge;
import dev.parley.kernel.people.privacy.KnownFacts;
import dev.parley.kernel.people.privacy.Prepared;
import dev.parley.kernel.people.privacy.Sensitivity;
import dev.parley.kernel.people.privacy.TonePolicy;
import dev.parley.kernel.rune.Rune;
import dev.parley.runelog.House.Source;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What a house knows about its people beside their profiles, and what may be said of all that before whom. Nothing that is
 * not known here is handed to a model as known, so the guard knows whatever a model can repeat.
 */
final class Confidences {
    private final KnownFacts known = new KnownFacts();
    private final Consumer<Knowledge> record;
    private long forgotten;

    /** @param record writes down what becomes known, before anything follows from it */
    Confidences(Consumer<Knowledge> record) {
        this.record = record;
    }

    /** What is known, as it is recorded. */
    static LearnedFact fact(Knowledge knowledge) {
        return new LearnedFact(
                knowledge.owner(), knowledge.name(), knowledge.sensitivity().name(), knowledge.value(), null);
    }

    void learn(Knowledge knowledge) {
        learn(knowledge, Prepared.of(knowledge.value()));
    }

    /**
     * Something has become known now. What anybody may hear is not kept.
     *
     * @param ready what was worked out of its value, null for something short
     */
    void learn(Knowledge knowledge, @Nullable Prepared ready) {
        if (knowledge.sensitivity() != Sensitivity.PUBLIC && !known.contains(knowledge)) {
            record.accept(knowledge);
            known.know(knowledge, ready);
        }
    }

    /** What people told about themselves is not known any more. */
    void forget() {
        known.forget();
    }

    /** The newest event of the house by which everything was forgotten here; 0 for none. */
    long forgotten() {
        return forgotten;
    }

    /** Knows again what was known when these runes were written. */
    void takeUp(List<Rune> recorded) {
        for (Rune rune : recorded) {
            Source source = Knowledge.isForgotten(rune) ? dev.parley.runelog.House.source(rune) : null;
            if (source != null) {
                forget();
                forgotten = source.eventId();
            }
            Knowledge knowledge = Knowledge.of(rune);
            if (knowledge != null) {
                known.know(knowledge);
            }
        }
    }

    /** What this person once told the house about themself. */
    List<String> memories(String person) {
        List<String> memories = new ArrayList<>();
        for (Knowledge each : known.all()) {
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
        return known.judge(house, sentence, listener, today);
    }

    Grounds grounds(House house, String listener, LocalDate today) {
        return known.grounds(house, listener, today);
    }

    Set<String> owners(House house, String text, LocalDate today) {
        return known.owners(house, text, today);
    }

    TonePolicy.Tone tone(House house, String listener) {
        return known.tone(house, listener);
    }
}
