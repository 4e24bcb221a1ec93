package dev.parley.agent.record;

import dev.parley.kernel.rune.Hash;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A record that lives as long as the process: for examples, tests and conversations nobody wants kept. */
public final class MemoryRecorder implements Recorder {
    private final Map<String, List<Rune>> conversations = new HashMap<>();

    @Override
    public synchronized Receipt append(List<RuneDraft> batch) {
        long first = 0;
        for (RuneDraft draft : batch) {
            List<Rune> runes = conversations.computeIfAbsent(draft.conversation(), _ -> new ArrayList<>());
            Hash previous = runes.isEmpty() ? Hash.ZERO : runes.getLast().hash();
            Rune rune = Rune.of(draft, runes.size() + 1L, previous);
            runes.add(rune);
            first = first == 0 ? rune.eventId() : first;
        }
        return new Receipt(first, CompletableFuture.completedFuture(null));
    }

    @Override
    public synchronized List<Rune> read(String conversation) {
        return List.copyOf(conversations.getOrDefault(conversation, List.of()));
    }
}
