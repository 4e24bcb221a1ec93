package dev.parley.kernel;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Predicate;

/** All attestations of a registrar, kept in memory and in order, with the questions people ask of them. */
public final class AttestationStore implements AttestationSink {
    private final List<Attestation> attestations = new ArrayList<>();

    @Override
    public void accept(Attestation attestation) {
        attestations.add(attestation);
    }

    public List<Attestation> all() {
        return Collections.unmodifiableList(attestations);
    }

    /** Those that match, in order: by target, actor, action, decision or time. */
    public List<Attestation> where(Predicate<Attestation> matches) {
        return attestations.stream().filter(matches).toList();
    }
}
