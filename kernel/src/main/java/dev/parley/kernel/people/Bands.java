package dev.parley.kernel.people;

import java.math.BigDecimal;

/**
 * Where the bands of confidence begin (ruling B2).
 *
 * @param medium the lowest confidence that is no longer low
 * @param high the lowest confidence that is high
 */
public record Bands(BigDecimal medium, BigDecimal high) {
    public static final Bands DEFAULT = new Bands(new BigDecimal("0.60"), new BigDecimal("0.85"));

    public Bands {
        if (medium.compareTo(high) > 0) {
            throw new IllegalArgumentException("medium begins at or below high");
        }
    }

    public Band of(BigDecimal confidence) {
        if (confidence.compareTo(medium) < 0) {
            return Band.LOW;
        }
        return confidence.compareTo(high) < 0 ? Band.MEDIUM : Band.HIGH;
    }
}
