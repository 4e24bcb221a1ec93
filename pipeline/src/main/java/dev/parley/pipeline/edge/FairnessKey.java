package dev.parley.pipeline.edge;

import java.util.Locale;
import java.util.Optional;

/** By what the users of a shared edge are told apart, so that none of them fills it for the others. */
public enum FairnessKey {
    NONE,
    SESSION,
    TURN,
    TENANT;

    public String spelled() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<FairnessKey> of(String spelled) {
        for (FairnessKey key : values()) {
            if (key.spelled().equals(spelled)) {
                return Optional.of(key);
            }
        }
        return Optional.empty();
    }
}
