package dev.parley.agent.memory;

import dev.parley.agent.memory.MemoryExtraction.Extracted;
import dev.parley.agent.record.Recorder;
import dev.parley.agent.record.ViolationRune;
import dev.parley.kernel.Violation;
import dev.parley.kernel.json.Json;
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
        Extracted extracted = extraction.extract(recorder.read(conversation));
        RuneDraft draft = switch (extracted) {
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
        recorder.append(List.of(draft.withVisibility(Visibility.INTERNAL)));
        return extracted;
    }
}
