package dev.parley.kernel.people.identity;

import java.math.BigDecimal;

/** Where evidence comes from, and what it weighs against the other sources when candidates are ranked. */
public enum Source {
    EXPLICIT("explicit_identity_claim", "1.0"),
    SATELLITE("satellite_identity", "0.9"),
    FACE("face_signal", "0.8"),
    VOICE("voice_signal", "0.7");

    private final String action;
    private final BigDecimal weight;

    Source(String action, String weight) {
        this.action = action;
        this.weight = new BigDecimal(weight);
    }

    /** What brings evidence of this kind. */
    String action() {
        return action;
    }

    BigDecimal weight() {
        return weight;
    }
}
