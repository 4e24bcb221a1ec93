package dev.parley.kernel;

import java.util.List;

/** Takes every attestation in order. The log is one; a list in memory is another. */
@FunctionalInterface
public interface AttestationSink {
    /** A verdict. If this throws, the registrar stays where it was. */
    void accept(Attestation attestation);

    /** The registrar has moved by this verdict, and nothing else was decided since. What follows from it is recorded here. */
    default void moved(Attestation attestation, List<? extends Effect> effects) {}
}
