package dev.parley.agent.memory;

import dev.parley.kernel.people.privacy.Sensitivity;

/**
 * Something worth remembering, and the rune it comes from.
 *
 * @param about who said it of themself
 */
public record MemoryItem(String about, String content, long sourceEventId, Sensitivity sensitivity) {

    /** An item that nobody classified is sensitive. */
    public MemoryItem(String about, String content, long sourceEventId) {
        this(about, content, sourceEventId, Sensitivity.SENSITIVE);
    }
}
