package dev.parley.agent.memory;

import dev.parley.agent.memory.MemoryExtraction.Extracted;
import dev.parley.agent.record.Recorder;
import dev.parley.agent.record.ViolationRune;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
import dev.parley.kernel.rune.Rune;
import dev.parley.kernel.rune.RuneDraft;
import dev.parley.kernel.rune.Visibility;
import java.util.List;

/** Extracts what is worth remembering from a recorded conversation, and records that it did, or why it did not. */
public final class ConversationMemory {
    private final Recorder recorder;
    private final MemoryExtraction extraction;

    public ConversationMemory(Recorder recorder, MemoryExtraction extraction) {
        this.recorder = recorder;
        this.extraction = extraction;
    }

    public Extracted remember(String conversation) {
        return remember(conversation, recorder.read(conversation));
    }

    /** Extracts from this part of a conversation. Where there was nothing worth remembering nothing is recorded. */
    public Extracted remember(String conversation, List<Rune> part) {
        Extracted extracted = extraction.extract(part);
        RuneDraft draft = switch (extracted) {
            case Extracted.Items(List<MemoryItem> items) when items.isEmpty() -> null;
            case Extracted.Items(List<MemoryItem> items) ->
                RuneDraft.of(
                        conversation,
                        "memory.extracted",
                        Json.Obj.EMPTY.with(
                                "sources",
                                Json.of(items.stream()
                                        .map(item -> Json.of(item.sourceEventId()))
                                        .toList())));
            case Extracted.HeldBack(Violation violation) -> ViolationRune.of(conversation, violation);
        };
        if (draft != null) {
            recorder.append(List.of(draft.withVisibility(Visibility.INTERNAL)));
        }
        return extracted;
    }
}
