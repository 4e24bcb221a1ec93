package dev.parley.kernel;

import java.time.OffsetDateTime;
import java.util.List;
import java.util.function.Predicate;

/**
 * A question to a list of attestations, narrowed step by step: {@code of("s1").by("agent_a").denied().list()}. Answers
 * keep the order of the attestations.
 */
public final class AttestationQuery {
    private final List<Attestation> all;
    private final Predicate<Attestation> matches;

    public AttestationQuery(List<Attestation> all) {
        this(List.copyOf(all), attestation -> true);
    }

    private AttestationQuery(List<Attestation> all, Predicate<Attestation> matches) {
        this.all = all;
        this.matches = matches;
    }

    /** Those about this target. */
    public AttestationQuery of(String target) {
        return where(attestation -> attestation.target().equals(target));
    }

    /** Those that this actor asked for. */
    public AttestationQuery by(String actor) {
        return where(attestation -> attestation.actor().equals(actor));
    }

    public AttestationQuery action(String action) {
        return where(attestation -> attestation.action().equals(action));
    }

    public AttestationQuery allowed() {
        return where(attestation -> attestation.verdict() == Decision.ALLOWED);
    }

    /** Those that were refused, a HALT included. */
    public AttestationQuery denied() {
        return where(attestation -> attestation.verdict() != Decision.ALLOWED);
    }

    public AttestationQuery halted() {
        return where(attestation -> attestation.verdict() == Decision.HALTED);
    }

    /** Those at this moment or later. */
    public AttestationQuery from(OffsetDateTime earliest) {
        return where(attestation -> !attestation.at().isBefore(earliest));
    }

    /** Those before this moment. */
    public AttestationQuery until(OffsetDateTime end) {
        return where(attestation -> attestation.at().isBefore(end));
    }

    public AttestationQuery where(Predicate<Attestation> also) {
        return new AttestationQuery(all, matches.and(also));
    }

    public List<Attestation> list() {
        return all.stream().filter(matches).toList();
    }

    public long count() {
        return all.stream().filter(matches).count();
    }
}
