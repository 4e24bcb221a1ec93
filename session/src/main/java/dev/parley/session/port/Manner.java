package dev.parley.session.port;

import java.math.BigDecimal;

/**
 * How a reply is to be spoken, whatever an agent or a plugin asked for.
 *
 * @param rate the speech rate, 1 for normal
 * @param pauses the factor by which pauses grow, 1 for normal
 * @param captions whether every spoken segment comes with a caption
 */
public record Manner(BigDecimal rate, BigDecimal pauses, boolean captions) {
    public static final Manner NORMAL = new Manner(BigDecimal.ONE, BigDecimal.ONE, false);

    public Manner {
        rate = rate.stripTrailingZeros();
        pauses = pauses.stripTrailingZeros();
    }

    /** Whether speech made in that manner sounds as speech made in this one; captions are not heard. */
    public boolean soundsLike(Manner other) {
        return rate.compareTo(other.rate) == 0 && pauses.compareTo(other.pauses) == 0;
    }
}
