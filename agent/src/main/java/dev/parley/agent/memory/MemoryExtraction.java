package dev.parley.agent.memory;

import dev.parley.kernel.Invariant;
import dev.parley.kernel.Level;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.Visibility;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Runs an extractor between two looks for secrets: one at what goes in, one at what comes out. */
public final class MemoryExtraction {
    private static final int TELLING_CHARS_MIN = 4;

    static final Invariant<Passage> PRIVACY = new Invariant<>(
            "INV-MEMORY-PRIVACY",
            Level.REJECT,
            "Secret runes are neither among what is extracted from nor among what is remembered.",
            MemoryExtraction::leak);

    private final MemoryExtractor extractor;
    private final List<Invariant<Passage>> invariants;

    /** What went in, what came out, and the words that must be in neither. */
    record Passage(List<Rememberable> input, List<MemoryItem> output, Set<String> secrets) {}

    /** The items, or the invariant that held them back. */
    public sealed interface Extracted {
        record Items(List<MemoryItem> items) implements Extracted {}

        record HeldBack(Violation violation) implements Extracted {}
    }

    public MemoryExtraction(MemoryExtractor extractor) {
        this(extractor, List.of(PRIVACY));
    }

    MemoryExtraction(MemoryExtractor extractor, List<Invariant<Passage>> invariants) {
        this.extractor = extractor;
        this.invariants = List.copyOf(invariants);
    }

    public Extracted extract(List<Rune> conversation) {
        List<Rememberable> input = new ArrayList<>();
        Set<String> secrets = new LinkedHashSet<>();
        for (Rune rune : conversation) {
            Rememberable.of(rune).ifPresentOrElse(input::add, () -> words(rune.payload(), secrets));
        }
        return extract(input, secrets);
    }

    Extracted extract(List<Rememberable> input, Set<String> secrets) {
        Violation before = violation(new Passage(input, List.of(), secrets));
        if (before != null) {
            return new Extracted.HeldBack(before);
        }
        List<MemoryItem> items = extractor.extract(List.copyOf(input));
        Violation after = violation(new Passage(input, items, secrets));
        return after == null ? new Extracted.Items(items) : new Extracted.HeldBack(after);
    }

    private @Nullable Violation violation(Passage passage) {
        for (Invariant<Passage> invariant : invariants) {
            String failure = invariant.check().failure(passage);
            if (failure != null) {
                return new Violation(invariant.id(), invariant.level(), failure);
            }
        }
        return null;
    }

    private static @Nullable String leak(Passage passage) {
        for (Rememberable rune : passage.input()) {
            if (rune.visibility() == Visibility.SECRET) {
                return "rune " + rune.eventId() + " is secret";
            }
        }
        Set<Long> known = new LinkedHashSet<>();
        passage.input().forEach(rune -> known.add(rune.eventId()));
        for (MemoryItem item : passage.output()) {
            if (!known.contains(item.sourceEventId())) {
                return "an item names rune " + item.sourceEventId() + ", which was not shown";
            }
            if (passage.secrets().stream().anyMatch(item.content()::contains)) {
                return "an item of rune " + item.sourceEventId() + " repeats words of a secret one";
            }
        }
        return null;
    }

    private static void words(Json value, Set<String> words) {
        switch (value) {
            case Json.Str(String text) -> {
                if (text.length() >= TELLING_CHARS_MIN) {
                    words.add(text);
                }
            }
            case Json.Arr(List<Json> items) -> items.forEach(item -> words(item, words));
            case Json.Obj object -> object.fields().values().forEach(field -> words(field, words));
            case Json.Null _, Json.Bool _, Json.Num _ -> {
                // Too short to recognise anybody's secret by.
            }
        }
    }
}
