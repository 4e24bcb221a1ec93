package dev.parley.kernel;

import java.util.List;

/** Takes every attestation in order. The log is one; a list in memory is another. */
@FunctionalInterface
public interface AttestationSink {
    void accept(Attestation attestation);

    /** The same for who writes down, in one piece with the verdict, what it lets happen. */
    default void accept(Attestation attestation, List<? extends Effect> effects) {
        accept(attestation);
    }
}
