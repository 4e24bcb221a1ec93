package dev.parley.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was decided about one request, and why. Texts are made when somebody reads them, not when the decision is taken.
 *
 * @param state the subject's state after the verdict, or null where there is none
 * @param effects what may leave now; empty unless the request was allowed
 * @param followed what {@code system} asked for by itself because of this verdict
 */
public record Verdict<S>(
        Attestation attestation, @Nullable S state, List<? extends Effect> effects, List<Verdict<S>> followed) {

    public Decision decision() {
        return attestation.decision();
    }

    public boolean isAllowed() {
        return decision() == Decision.ALLOWED;
    }

    public String reason() {
        return attestation.reason();
    }

    public List<Violation> violations() {
        return attestation.violations();
    }

    public boolean violates(String id) {
        return violations().stream().anyMatch(violation -> violation.id().equals(id));
    }

    Verdict<S> followedBy(List<Verdict<S>> others) {
        return new Verdict<>(attestation, state, effects, others);
    }
}
