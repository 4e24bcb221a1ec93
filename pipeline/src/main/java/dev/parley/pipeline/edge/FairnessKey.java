package dev.parley.pipeline.edge;

import java.util.Locale;
import java.util.Optional;

/**
 * By what those who share a carrier are told apart, so that none of them keeps the others waiting. An edge belongs to one
 * conversation, so there is nothing finer to share.
 */
public enum FairnessKey {
    NONE,
    SESSION;

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
