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

    /**
     * Whether a failed tool may be excused. Only a packet that says its tools are impaired is believed; silence and
     * unknown words count as working tools, which is the stricter reading of ruling C9.
     */
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
