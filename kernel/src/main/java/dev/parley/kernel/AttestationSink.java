package dev.parley.kernel;

/** Takes every attestation in order. The log is one; a list in memory is another. */
@FunctionalInterface
public interface AttestationSink {
    void accept(Attestation attestation);
}
