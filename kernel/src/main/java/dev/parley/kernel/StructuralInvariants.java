package dev.parley.kernel;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The eleven invariants under every room (stream model 3.4): identity, lineage, order. All of them run first, on every
 * request; when one fails, no rule of the room is asked.
 */
public final class StructuralInvariants {
    /** Made once, for all rooms. */
    private static final List<Invariant<Placement>> ALL = made();

    private StructuralInvariants() {}

    /** The catalogue, in the order in which it runs. */
    public static List<Invariant<Placement>> all() {
        return ALL;
    }

    private static List<Invariant<Placement>> made() {
        return List.of(
                reject(
                        "state.identity.immutable",
                        "A state keeps the id it was registered under.",
                        StructuralInvariants::identityImmutable),
                reject(
                        "state.identity.explicit",
                        "Every request names the state it is about.",
                        StructuralInvariants::identityExplicit),
                reject("state.identity.unique", "An id is registered once.", StructuralInvariants::identityUnique),
                reject(
                        "state.lineage.explicit",
                        "A state says what it follows, unless it is the first.",
                        StructuralInvariants::lineageExplicit),
                reject(
                        "state.lineage.parent_exists",
                        "A state follows one that is registered.",
                        StructuralInvariants::parentExists),
                reject(
                        "state.lineage.single_parent",
                        "A state follows at most one other.",
                        StructuralInvariants::singleParent),
                reject(
                        "state.lineage.continuous",
                        "A state follows the newest of its line.",
                        StructuralInvariants::lineageContinuous),
                reject("ordering.total", "Every place in the order is taken once.", StructuralInvariants::orderTotal),
                reject("ordering.monotonic", "The order only grows.", StructuralInvariants::orderMonotonic),
                reject("ordering.gap_free", "The order has no holes.", StructuralInvariants::orderGapFree),
                reject(
                        "ordering.deterministic",
                        "The same requests lead to the same order.",
                        StructuralInvariants::orderDeterministic));
    }

    /**
     * Whether all eleven hold. These are the checks of the catalogue in one expression that a compiler sees through; a
     * walk over the catalogue costs a call for each, and is taken only to learn which of them failed.
     */
    static boolean allHold(Placement p) {
        return identityImmutable(p) == null
                && identityExplicit(p) == null
                && identityUnique(p) == null
                && lineageExplicit(p) == null
                && parentExists(p) == null
                && singleParent(p) == null
                && lineageContinuous(p) == null
                && orderTotal(p) == null
                && orderMonotonic(p) == null
                && orderGapFree(p) == null
                && orderDeterministic(p) == null;
    }

    private static @Nullable String identityImmutable(Placement p) {
        if (p.nextId() != null && !p.subject().equals(p.nextId())) {
            return "the state of " + p.subject() + " would be called " + p.nextId();
        }
        StateId parent = p.parent();
        return parent == null || parent.subject().equals(p.subject())
                ? null
                : "the state of " + p.subject() + " was called " + parent.subject();
    }

    private static @Nullable String identityExplicit(Placement p) {
        return p.subject().isEmpty() ? "the request names no target" : null;
    }

    private static @Nullable String identityUnique(Placement p) {
        boolean taken = p.founds() && p.head() != null;
        return taken ? p.subject() + " exists already" : null;
    }

    private static @Nullable String lineageExplicit(Placement p) {
        boolean said = p.subject().isEmpty() || p.founds() != (p.parent() != null);
        return said ? null : p.founds() ? "a first state has no parent" : "no parent is named";
    }

    private static @Nullable String parentExists(Placement p) {
        return isKnown(p, p.parent()) && isKnown(p, p.otherParent()) ? null : p.subject() + " does not exist";
    }

    private static boolean isKnown(Placement p, @Nullable StateId parent) {
        if (parent == null) {
            return true;
        }
        StateId head = p.head();
        return head != null
                && head.subject().equals(parent.subject())
                && parent.version() >= 1
                && parent.version() <= head.version();
    }

    private static @Nullable String singleParent(Placement p) {
        return p.otherParent() == null ? null : p.subject() + " would have two parents";
    }

    private static @Nullable String lineageContinuous(Placement p) {
        boolean newest = p.head() == null
                || p.parent() == null
                || p.parent().version() == p.head().version();
        return newest ? null : "the line stands at " + p.head() + ", not at " + p.parent();
    }

    private static @Nullable String orderTotal(Placement p) {
        return p.order() >= 1 && p.order() > p.lastOrder() ? null : "place " + p.order() + " is taken";
    }

    private static @Nullable String orderMonotonic(Placement p) {
        return p.order() > p.lastOrder() ? null : p.order() + " does not come after " + p.lastOrder();
    }

    private static @Nullable String orderGapFree(Placement p) {
        return p.order() <= p.lastOrder() + 1
                ? null
                : "places " + (p.lastOrder() + 1) + " to " + (p.order() - 1) + " would stay empty";
    }

    private static @Nullable String orderDeterministic(Placement p) {
        return p.claimed().equals(p.derived()) ? null : "it follows another history than this one";
    }

    private static Invariant<Placement> reject(String id, String sentence, Invariant.Check<Placement> check) {
        return new Invariant<>(id, Level.REJECT, sentence, check);
    }
}
