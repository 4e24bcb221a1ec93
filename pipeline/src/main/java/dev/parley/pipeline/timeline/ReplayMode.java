package dev.parley.pipeline.timeline;

import java.util.Locale;

/** What a replay does about the inputs that differ between runs. */
public enum ReplayMode {
    /** Providers are not asked: what they gave is taken from the record. */
    PLAYBACK,
    /** The nodes run again under the recorded plan and determinism context. */
    RESIMULATE;

    public String spelled() {
        return name().toLowerCase(Locale.ROOT);
    }
}
