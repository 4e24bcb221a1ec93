package dev.parley.agent.memory;

import java.util.List;

/** Finds what is worth remembering. */
@FunctionalInterface
public interface MemoryExtractor {
    List<MemoryItem> extract(List<Rememberable> conversation);
}
