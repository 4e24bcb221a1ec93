package dev.parley.session.people;

import dev.parley.agent.memory.MemoryExtraction;
import dev.parley.agent.memory.MemoryExtraction.Extracted;
import dev.parley.agent.memory.MemoryItem;
import dev.parley.kernel.event.HouseholdEvents.MemoriesExtracted;
import dev.parley.kernel.people.privacy.Knowledge;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.session.record.Recorder;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What the house remembers of its people over many conversations. Of somebody who is not confirmed it remembers nothing
 * and recalls nothing to them. What a profile has a field for goes the way of profiles and is no memory.
 */
public final class Memories {
    /** So much of one message is remembered at most; the record says how much more was found in it. */
    public static final int ITEMS_MAX = 8;

    private final @Nullable MemoryBook book;
    private final MemoryExtraction extraction;

    /** @param book where memories are kept; null for a house that remembers nothing */
    public Memories(@Nullable MemoryBook book, MemoryExtraction extraction) {
        this.book = book;
        this.extraction = extraction;
    }

    /** Brings what this person once said into the conversation. */
    void recall(String person, Recorder recorder, Consumer<Rune> imported) {
        if (book != null) {
            for (RuneDraft draft : book.of(person, recorder.conversation())) {
                imported.accept(recorder.write(draft, 0));
            }
        }
    }

    /** Looks at what this person has just said, records that something was found, and keeps it. */
    void remember(
            String person, Rune words, Recorder recorder, Understanding understanding, Consumer<Knowledge> learned) {
        if (book == null) {
            return;
        }
        switch (extraction.extract(List.of(words))) {
            case Extracted.HeldBack(var violation) ->
                recorder.violation(violation.id(), violation.level(), violation.reason(), words.turn());
            case Extracted.Items(List<MemoryItem> items) -> {
                List<MemoryItem> found = items.stream()
                        .filter(item -> item.about().equals(person))
                        .toList();
                List<MemoryItem> own = found.stream()
                        .limit(ITEMS_MAX)
                        .filter(item -> understanding.note(item.content()) == null)
                        .toList();
                if (!own.isEmpty()) {
                    long left = Math.max(0, found.size() - ITEMS_MAX);
                    List<Long> sources =
                            own.stream().map(MemoryItem::sourceEventId).toList();
                    recorder.write(new MemoriesExtracted(sources, left == 0 ? null : left), words.turn());
                    book.keep(recorder.conversation(), own).forEach(learned);
                }
            }
        }
    }

    /** Nothing is remembered any more; the conversation in which that was decided is named. */
    void forget(String conversation) {
        if (book != null) {
            book.forget(conversation);
        }
    }

    /** Records that everything was forgotten since this event of the book, and returns that; null if nothing was. */
    @Nullable
    Rune forgottenAfter(long known, Recorder recorder) {
        RuneDraft draft = book == null ? null : book.forgottenAfter(known, recorder.conversation());
        return draft == null ? null : recorder.write(draft, 0);
    }
}
