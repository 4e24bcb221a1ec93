package dev.parley.kernel;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The eleven invariants under every room (stream model 3.4): identity, lineage, order. All of them run first, on every
 * request; when one fails, no rule of the room is asked.
 */
public final class StructuralInvariants {
    private StructuralInvariants() {}

    /** The catalogue, in the order in which it runs. */
    public static List<Invariant<Placement>> all() {
        return Stream.of(identity(), lineage(), ordering())
                .flatMap(List::stream)
                .toList();
    }

    private static List<Invariant<Placement>> identity() {
        return List.of(
                reject("state.identity.immutable", "A state keeps the id it was registered under.", p -> {
                    boolean same = p.nextId() == null || p.subject().equals(p.nextId());
                    return same ? null : "the state of " + p.subject() + " would be called " + p.nextId();
                }),
                reject("state.identity.explicit", "Every request names the state it is about.", p -> {
                    return p.subject().isEmpty() ? "the request names no target" : null;
                }),
                reject("state.identity.unique", "An id is registered once.", p -> {
                    boolean taken = p.founds() && p.head() != null;
                    return taken ? p.subject() + " exists already" : null;
                }));
    }

    private static List<Invariant<Placement>> lineage() {
        return List.of(
                reject("state.lineage.explicit", "A state says what it follows, unless it is the first.", p -> {
                    boolean said = p.subject().isEmpty() || p.founds() != (p.parent() != null);
                    return said ? null : p.founds() ? "a first state has no parent" : "no parent is named";
                }),
                reject("state.lineage.parent_exists", "A state follows one that is registered.", p -> {
                    return isKnown(p, p.parent()) && isKnown(p, p.otherParent())
                            ? null
                            : p.subject() + " does not exist";
                }),
                reject("state.lineage.single_parent", "A state follows at most one other.", p -> {
                    return p.otherParent() == null ? null : p.subject() + " would have two parents";
                }),
                reject("state.lineage.continuous", "A state follows the newest of its line.", p -> {
                    boolean newest = p.head() == null
                            || p.parent() == null
                            || p.parent().version() == p.head().version();
                    return newest ? null : "the line stands at " + p.head() + ", not at " + p.parent();
                }));
    }

    private static List<Invariant<Placement>> ordering() {
        return List.of(
                reject("ordering.total", "Every place in the order is taken once.", p -> {
                    return p.order() >= 1 && p.order() > p.lastOrder() ? null : "place " + p.order() + " is taken";
                }),
                reject("ordering.monotonic", "The order only grows.", p -> {
                    return p.order() > p.lastOrder() ? null : p.order() + " does not come after " + p.lastOrder();
                }),
                reject("ordering.gap_free", "The order has no holes.", p -> {
                    return p.order() <= p.lastOrder() + 1
                            ? null
                            : "places " + (p.lastOrder() + 1) + " to " + (p.order() - 1) + " would stay empty";
                }),
                reject("ordering.deterministic", "The same requests lead to the same order.", p -> {
                    return p.previous().equals(p.chainHead()) ? null : "it follows another history than this one";
                }));
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

    private static Invariant<Placement> reject(String id, String sentence, Invariant.Check<Placement> check) {
        return new Invariant<>(id, Level.REJECT, sentence, check);
    }
}
