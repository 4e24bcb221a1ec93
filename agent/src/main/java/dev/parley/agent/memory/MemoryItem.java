package dev.parley.agent.memory;

/** Something worth remembering, and the rune it comes from. */
public record MemoryItem(String about, String content, long sourceEventId) {}
