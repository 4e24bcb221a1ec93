package dev.parley.kernel;

import dev.parley.kernel.rune.Hash;
import org.jspecify.annotations.Nullable;

/**
 * Where a request would stand among all registered states: what the structural invariants look at.
 *
 * @param subject the id it is about, empty where the request names none
 * @param founds whether it registers a subject that has no state yet
 * @param head the newest registered version of the subject
 * @param parent the version it says it builds on
 * @param otherParent a second such version, which nobody may have
 * @param nextId the id that the proposed state bears, or null where nothing is proposed
 * @param order the place in the total order it asks for
 * @param lastOrder the last place taken
 * @param claimed the digest that its record claims for it, if it was decided before
 * @param derived the digest that deciding it again leads to
 */
public record Placement(
        String subject,
        boolean founds,
        @Nullable StateId head,
        @Nullable StateId parent,
        @Nullable StateId otherParent,
        @Nullable String nextId,
        long order,
        long lastOrder,
        Hash claimed,
        Hash derived) {

    /** Whether its record claims nothing else. */
    boolean isAs(Claim claim) {
        Claim.Lineage lineage = claim.lineage();
        boolean ordered = claim.order() == Claim.NO_ORDER || claim.order() == order;
        return ordered
                && (lineage == null
                        || (lineage.name() == null
                                && lineage.otherParent() == 0
                                && otherParent == null
                                && lineage.parent() == (parent == null ? 0 : parent.version())));
    }

    /** The same as its record claims it. */
    Placement as(Claim claim) {
        Claim.Lineage lineage = claim.lineage();
        return new Placement(
                subject,
                founds,
                head,
                lineage == null ? parent : lineage.parentOf(subject),
                lineage == null ? null : lineage.otherParentOf(subject),
                nextId,
                claim.order() == Claim.NO_ORDER ? order : claim.order(),
                lastOrder,
                claimed,
                derived);
    }

    /** A request that is in its place, whose record claims another history than the one that leads to it. */
    static Placement ofHistory(String subject, Hash claimed, Hash derived) {
        return new Placement(subject, true, null, null, null, null, 1, 0, claimed, derived);
    }
}
