package dev.parley.kernel.episode;

import org.jspecify.annotations.Nullable;

/**
 * What a packet says about the situation it was made in. These vocabularies are open, so they stay texts; null where the
 * packet is silent.
 */
public record Circumstances(
        @Nullable String qualityTier,
        @Nullable String toolsState,
        @Nullable String stakesLevel,
        @Nullable String uncertainty) {
    public static final Circumstances UNSTATED = new Circumstances(null, null, null, null);

    /** Whether the packet says that its tools work; silence and unknown words say nothing of the kind. */
    public boolean toolsOk() {
        return "tools_ok".equals(toolsState);
    }

    /** Whether the packet says that its tools do not all work. */
    public boolean toolsImpaired() {
        return toolsPartial() || toolsDown();
    }

    public boolean toolsPartial() {
        return "tools_partial".equals(toolsState);
    }

    public boolean toolsDown() {
        return "tools_down".equals(toolsState);
    }
}
