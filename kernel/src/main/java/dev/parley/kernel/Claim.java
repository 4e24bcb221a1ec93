package dev.parley.kernel;

import dev.parley.kernel.rune.Hash;
import org.jspecify.annotations.Nullable;

/**
 * Where a record says that its request belongs. Only a fold over a record makes one; a live request has none.
 *
 * @param lineage what it builds on, or null if the record does not say
 * @param order its place in the order of the room, or {@link #NO_ORDER} if the record does not say
 * @param digest the digest that was recorded for it, or null if the record does not say
 * @param proven whether the digest must come out again; if not, the chain goes on from the recorded one
 */
record Claim(
        @Nullable Lineage lineage, long order, @Nullable Hash digest, boolean proven) {
    static final long NO_ORDER = Long.MIN_VALUE;

    /**
     * What a request says that it builds on. Nobody may have a second parent, and the parent's name is its own.
     *
     * @param name the subject of the parent, or null if it is the request's own
     * @param parent the version of the parent, 0 for none
     * @param otherParent the version of a second parent, 0 for none
     */
    record Lineage(@Nullable String name, long parent, long otherParent) {
        @Nullable
        StateId parentOf(String subject) {
            return parent == 0 ? null : new StateId(name == null ? subject : name, parent);
        }

        @Nullable
        StateId otherParentOf(String subject) {
            return otherParent == 0 ? null : new StateId(subject, otherParent);
        }
    }

    /** The digest from which the chain goes on after a verdict with this one. */
    Hash headAfter(Hash derived) {
        return digest == null || proven ? derived : digest;
    }
}
