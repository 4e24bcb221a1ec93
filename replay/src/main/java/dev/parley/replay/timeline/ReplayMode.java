package dev.parley.replay.timeline;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What a replay does about the inputs that differ between runs. */
public enum ReplayMode {
    /** Providers and tools are not asked: what they gave is taken from the record. */
    PLAYBACK,
    /** The scenario in the record is run again, with its seed, and must record the same. */
    RESIMULATE;

    public String spelled() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<ReplayMode> of(String spelled) {
        return Arrays.stream(values())
                .filter(mode -> mode.spelled().equals(spelled))
                .findFirst();
    }
}
